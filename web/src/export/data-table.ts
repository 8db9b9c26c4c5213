import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatNumber } from '../format/quantity';
import { common } from '../format/texts';
import { type Recording, sensorColumn } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import './data-table.css';

/** All sensors at the cursor, and a file of their values over time. */
@customElement('slip-data')
export class DataTable extends SessionView {
  protected override render() {
    const { session } = this;
    const { cursor } = session;
    const { recording } = session.runner;
    if (!recording || recording.model.sensors.length === 0)
      return html`${recording ? this.renderMeasures(recording) : nothing}<p class="quiet">${recording ? msg('This model has no sensors.') : msg('Values appear after the first run.')}</p>`;
    const place = placeOf(recording.history.time, cursor.shown);
    const value = (sensor: string, component: number) =>
      formatNumber(valueAt(sensorColumn(recording, sensor, component) ?? [Number.NaN], place), 6);
    return html`
      ${this.renderMeasures(recording)}
      <div class="tab-head">
        <span>${msg(str`at ${formatNumber(cursor.shown, 5)}\u2009s`)}</span>
      </div>
      <table class="figures">
        <caption class="hidden">${msg('Sensors at the time of the cursor')}</caption>
        <thead><tr><th scope="col">${msg('Sensor')}</th><th scope="col" class="number">${msg('Value')}</th><th scope="col">${common.unit()}</th><th scope="col">${common.plot()}</th></tr></thead>
        <tbody>
          ${recording.model.sensors.map((sensor) =>
            sensor.components.map(
              (component, i) => html`<tr>
                <th scope="row">${sensor.name}${component ? html` <span class="quiet">${component}</span>` : ''}</th>
                <td class="number">${value(sensor.name, i)}</td>
                <td class="quiet">${sensor.unit}</td>
                ${
                  i === 0
                    ? html`<td rowspan=${sensor.components.length}>
                        <label class="plot-switch"
                          ><input
                            type="checkbox"
                            aria-label=${msg(str`Plot ${sensor.name}`)}
                            .checked=${session.view.plotted.includes(sensor.name)}
                            @change=${() => session.view.togglePlot(sensor.name)}
                        /></label>
                      </td>`
                    : nothing
                }
              </tr>`,
            ),
          )}
        </tbody>
      </table>
    `;
  }

  /** The measures of the run and of the runs compared with it. */
  private renderMeasures({ model, measures = [] }: Recording) {
    if (model.measures.length === 0) return nothing;
    const { compared } = this.session.comparison;
    const valueIn = (run: Recording, name: string) => run.measures?.find((measure) => measure.name === name)?.value ?? null;
    const shown = (value: number | null) => (value === null ? '–' : formatNumber(value, 6));
    return html`
      <table class="figures measures">
        <caption>${msg('Measures of the run')}</caption>
        <thead>
          <tr>
            <th scope="col">${msg('Measure')}</th>
            <th scope="col" class="number">${msg('This run')}</th>
            ${compared.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
            <th scope="col">${common.unit()}</th>
          </tr>
        </thead>
        <tbody>
          ${model.measures.map(({ name, label, unit }) => {
            const result = measures.find((measure) => measure.name === name);
            return html`<tr>
              <th scope="row">
                <span lang=${this.session.languageOf(label) || nothing}>${label || name}</span>${result?.reason ? html`<span class="quiet no-value">${msg(str`no value: ${result.reason}`)}</span>` : nothing}
              </th>
              <td class="number">${shown(result?.value ?? null)}</td>
              ${compared.map(({ recording }) => html`<td class="number">${shown(valueIn(recording, name))}</td>`)}
              <td class="quiet">${unit}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    `;
  }
}
