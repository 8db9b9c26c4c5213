import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { download, fileName } from '../app/download';
import { View } from '../app/view';
import { formatNumber } from '../model/quantity';
import { recordingCsv } from './csv';
import type { TimeCursor } from './cursor';
import { sensorColumn } from './recording';
import type { Runner } from './runner';
import { placeOf, valueAt } from './samples';

/** All sensors at the cursor, and all of them over time as a file. */
@customElement('slip-data')
export class DataTable extends View {
  @property({ attribute: false }) runner!: Runner;
  @property({ attribute: false }) cursor!: TimeCursor;

  protected override follows() {
    return [{ source: this.runner }, { source: this.cursor }];
  }

  protected override render() {
    const { recording } = this.runner;
    if (!recording || recording.model.sensors.length === 0)
      return html`<p class="quiet">${recording ? 'This model has no sensors.' : 'Values appear with the first run.'}</p>`;
    const place = placeOf(recording.history.time, this.cursor.shown);
    const value = (sensor: string, component: number) =>
      formatNumber(valueAt(sensorColumn(recording, sensor, component) ?? [Number.NaN], place), 6);
    return html`
      <div class="tab-head">
        <span>at ${formatNumber(this.cursor.shown, 5)}\u2009s</span>
        <button type="button" class="text-button" @click=${this.save}>Download CSV</button>
      </div>
      <table class="figures">
        <thead><tr><th scope="col">Sensor</th><th scope="col" class="number">Value</th><th scope="col">Unit</th></tr></thead>
        <tbody>
          ${recording.model.sensors.map((sensor) =>
            sensor.components.map(
              (component, i) => html`<tr>
                <th scope="row">${sensor.name}${component ? html` <span class="quiet">${component}</span>` : ''}</th>
                <td class="number">${value(sensor.name, i)}</td>
                <td class="quiet">${sensor.unit}</td>
              </tr>`,
            ),
          )}
        </tbody>
      </table>
    `;
  }

  private readonly save = () => {
    const { recording } = this.runner;
    if (recording) download(`${fileName(recording.model.title)}.csv`, 'text/csv', recordingCsv(recording));
  };
}
