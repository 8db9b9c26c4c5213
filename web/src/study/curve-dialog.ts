import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ModelInfo } from '../../../wasm/engine/types';
import { changeModel } from '../editor';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import { SessionView } from '../ui/session';
import { columnName, curveOf, type MeasuredTable, readMeasuredFile } from './measured';
import { type ModelCurve, modelCurves, withReference } from './reference-curves';
import { texts } from './texts';

const valuesText = () => msg('Values');

/** A person's assignment of columns in a file. */
interface Assignment {
  x: number;
  xUnit: string;
  y: number;
  yUnit: string;
  /** Index among the curves of the model. */
  curve: number;
  label: string;
}

/** Asks for the meaning of a file's columns, and stores the curve in the document as a reference of a plot. */
@customElement('slip-curve-dialog')
export class CurveDialog extends SessionView {
  @state() private file = '';
  @state() private table: MeasuredTable | null = null;
  @state() private assigned: Assignment | null = null;
  @state() private wrong = '';
  private curves: ModelCurve[] = [];
  private model: ModelInfo | null = null;
  private kept: (curve: ModelCurve, label: string) => void = () => {};

  /** `plot`: the plot on which the file was dropped; `kept`: called when the document contains the curve. */
  async open(file: File, plot: number, model: ModelInfo, kept: (curve: ModelCurve, label: string) => void): Promise<void> {
    this.kept = kept;
    this.model = model;
    this.curves = modelCurves(model);
    this.file = file.name;
    this.wrong = '';
    this.table = this.assigned = null;
    try {
      this.table = await readMeasuredFile(file);
      this.assigned = this.guess(this.table, plot);
    } catch (error) {
      this.wrong = (error as Error).message;
    }
    await this.updateComplete;
    this.querySelector('dialog')?.showModal();
  }

  private guess({ columns }: MeasuredTable, plot: number): Assignment {
    const time = columns.findIndex(({ name }) => /^(t|time|zeit)\b/i.test(name));
    const x = Math.max(0, time);
    const y = columns.findIndex((_, i) => i !== x);
    const curve = Math.max(0, plot < 0 ? 0 : this.curves.findIndex((each) => each.plot === plot));
    const label = columns[y].name === columnName(y) ? 'measured' : columns[y].name;
    return { x, xUnit: columns[x].unit || 's', y, yUnit: columns[y].unit || this.curves[curve].unit, curve, label };
  }

  protected override render() {
    const { table, assigned, wrong, file } = this;
    return html`<dialog class="study-dialog" aria-labelledby="curve-title" @close=${this.forget}>
      <form method="dialog" @submit=${this.keep}>
        <h2 id="curve-title">${texts.measuredCurve()}</h2>
        <p class="quiet">${file}${table ? `: ${msg(str`${table.columns.length} columns, ${table.columns[0].values.length} lines`)}` : ''}${
          table?.skipped ? `; ${msg(str`${table.skipped} without two numbers are left out`)}` : ''
        }.</p>
        ${table && assigned ? this.renderColumns(table, assigned) : nothing}
        ${wrong ? html`<p class="study-problem" role="alert">${wrong}</p>` : nothing}
        <div class="study-actions">
          ${table ? html`<button type="submit" class="main-button" value="keep">${msg('Keep in the model')}</button>` : nothing}
          <button type="button" class="outline-button" @click=${() => this.querySelector('dialog')?.close()}>${table ? common.cancel() : common.close()}</button>
        </div>
      </form>
    </dialog>`;
  }

  private renderColumns({ columns }: MeasuredTable, assigned: Assignment) {
    const set = (change: Partial<Assignment>) => {
      this.assigned = { ...assigned, ...change };
      this.wrong = '';
    };
    const column = (key: 'x' | 'y', label: string) => html`<label class="study-field"
        ><span class="quiet">${label}</span>
        <select @change=${({ target }: Event) => {
          const chosen = Number((target as HTMLSelectElement).value);
          set({ [key]: chosen, ...(columns[chosen].unit ? { [`${key}Unit`]: columns[chosen].unit } : {}) });
        }}>${columns.map(({ name }, i) => html`<option value=${i} ?selected=${i === assigned[key]}>${name}</option>`)}</select></label
      >
      <label class="study-field"
        ><span class="quiet">${msg('in')}</span>
        <input type="text" size="6" aria-label=${msg(str`${label}, unit`)} .value=${assigned[`${key}Unit`]}
          @input=${({ target }: Event) => set({ [`${key}Unit`]: (target as HTMLInputElement).value.trim() })} /></label
      >`;
    return html`<div class="study-axis">${column('x', common.time())}</div>
      <div class="study-axis">${column('y', valuesText())}</div>
      <div class="study-axis">
        <label class="study-field"
          ><span class="quiet">${msg('Measures in the model')}</span>
          <select @change=${({ target }: Event) => set({ curve: Number((target as HTMLSelectElement).value) })}>
            ${this.curves.map(
              ({ label, plot, unit }, i) =>
                html`<option value=${i} ?selected=${i === assigned.curve}>${plainLabel(label)}${unit ? ` [${unit}]` : ''}${plot < 0 ? ` ${msg('(new plot)')}` : ''}</option>`,
            )}
          </select></label
        >
        <label class="study-field"
          ><span class="quiet">${common.name()}</span>
          <input type="text" size="14" .value=${assigned.label} @input=${({ target }: Event) => set({ label: (target as HTMLInputElement).value })} /></label
        >
      </div>`;
  }

  /** Keeps the dialog open while there is an error. */
  private readonly keep = async (event: SubmitEvent) => {
    event.preventDefault();
    const { table, assigned, model, session, file } = this;
    if (!table || !assigned || !model) return;
    const curve = this.curves[assigned.curve];
    try {
      if (assigned.x === assigned.y) throw new Error(msg('Time and values must be two columns.'));
      const [xFactor, yFactor] = [
        await this.factor(assigned.xUnit, 's', common.time()),
        await this.factor(assigned.yUnit, curve.unit, valuesText()),
      ];
      const { x, y } = curveOf(table, assigned.x, assigned.y, xFactor, yFactor);
      const label = assigned.label.trim() || 'measured';
      changeModel(session, (document) => withReference(document, model, curve, { label, source: file, x, y }));
      this.kept(curve, label);
      this.querySelector('dialog')?.close();
    } catch (error) {
      this.wrong = (error as Error).message;
    }
  };

  /** The factor from a unit to the unit of the model. */
  private async factor(unit: string, wanted: string, what: string): Promise<number> {
    if (unit === wanted) return 1;
    const { value, problem } = await (await this.session.runner.prepare()).quantity(`1 ${unit}`, wanted);
    if (value === null) throw new Error(`${what}: ${problem || msg(str`“${unit}” is not a unit`)}.`);
    return value;
  }

  private readonly forget = () => {
    this.table = this.assigned = null;
  };
}
