import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { layOut, type ModelDocument, withParameters } from '../state/document';
import type { Session } from '../state/session';
import { download, fileName } from '../ui/download';
import { View } from '../ui/view';
import { recordingCsv } from './csv';
import { recordingJson } from './data';
import './export.css';
import { plotsPicture, scenePicture } from './picture';

/** Files of what is open: numbers, pictures, the model. */
@customElement('slip-export')
export class ExportView extends View {
  @property({ attribute: false }) session!: Session;
  /** Sensors that are left out of the files. */
  @state() private left: ReadonlySet<string> = new Set();
  @state() private message = '';

  protected override follows() {
    return [{ source: this.session }];
  }

  protected override render() {
    const { recording } = this.session.runner;
    const sensors = recording?.model.sensors ?? [];
    const chosen = sensors.filter(({ name }) => !this.left.has(name)).length;
    return html`
      <section class="export" aria-label="Files">
        <div class="export-row">
          <span class="quiet">Numbers</span>
          ${button('Data (CSV)', chosen > 0, () => this.saveCsv())} ${button('Data (JSON)', chosen > 0, () => this.saveData())}
        </div>
        ${
          sensors.length > 1
            ? html`<details class="export-sensors">
                <summary>${chosen === sensors.length ? 'All sensors' : `${chosen} of ${sensors.length} sensors`}</summary>
                <div>${sensors.map(({ name }) => this.renderSensor(name))}</div>
              </details>`
            : nothing
        }
        <div class="export-row">
          <span class="quiet">Pictures</span>
          ${button('3D view (PNG)', recording !== null, () => this.saveScene())} ${button('Plots (PNG)', recording !== null, () => this.savePlots())}
        </div>
        <div class="export-row">
          <span class="quiet">Model</span>
          ${button('Model (JSON)', true, () => this.saveModel())} ${button('Expanded model (JSON)', true, () => this.saveExpanded())}
          ${button('Python for Exudyn', true, () => this.savePython())}
        </div>
        <p class="export-message" role="status">${this.message}</p>
      </section>
    `;
  }

  private renderSensor(name: string) {
    const change = (event: Event) => {
      const left = new Set(this.left);
      if ((event.target as HTMLInputElement).checked) left.delete(name);
      else left.add(name);
      this.left = left;
    };
    return html`<label><input type="checkbox" .checked=${!this.left.has(name)} @change=${change} />${name}</label>`;
  }

  private get stem(): string {
    const title = this.session.opened?.document.title;
    return fileName(typeof title === 'string' ? title : 'model');
  }

  private get document(): ModelDocument {
    return withParameters(this.session.opened?.document ?? {}, this.session.values);
  }

  private readonly chosen = (sensor: string) => !this.left.has(sensor);

  /** The runs that are kept beside the one that is shown. */
  private get kept() {
    const shown = this.session.runner.recording?.history;
    return this.session.compared.filter(({ mark, recording }) => mark !== null && recording.history !== shown);
  }

  private saveCsv(): void {
    const { recording } = this.session.runner;
    if (recording) download(`${this.stem}.csv`, 'text/csv', recordingCsv(recording, this.chosen, this.kept));
  }

  private saveData(): void {
    const { recording, state } = this.session.runner;
    const { title } = this.session.opened?.document ?? {};
    if (!recording) return;
    const text = recordingJson(typeof title === 'string' ? title : '', recording, state, this.chosen, this.kept);
    download(`${this.stem}-data.json`, 'application/json', `${text}\n`);
  }

  private saveModel(): void {
    download(`${this.stem}.json`, 'application/json', `${layOut(this.document)}\n`);
  }

  private saveExpanded = () =>
    this.attempt(async () => {
      download(`${this.stem}-expanded.json`, 'application/json', `${layOut(await this.expanded())}\n`);
    });

  private savePython = () =>
    this.attempt(async () => {
      const engine = await this.session.runner.prepare();
      const [{ exudynScript }, expanded, { items: types }] = await Promise.all([
        import('./exudyn'),
        this.expanded({ formulas: true }),
        engine.reference(),
      ]);
      const script = exudynScript(expanded, types);
      download(`${this.stem.replaceAll('-', '_')}.py`, 'text/x-python', script);
    });

  private saveScene = () =>
    this.attempt(async () => {
      const canvas = document.querySelector<HTMLCanvasElement>('slip-scene canvas');
      savePicture(`${this.stem}.png`, canvas && (await scenePicture(canvas)));
    });

  private savePlots = () =>
    this.attempt(async () => {
      savePicture(`${this.stem}-plots.png`, await plotsPicture([...document.querySelectorAll<HTMLElement>('.plots-part [data-number]')]));
    });

  private async expanded(options = { formulas: false }): Promise<ModelDocument> {
    const engine = await this.session.runner.prepare();
    return JSON.parse(await engine.expand(this.session.opened?.text ?? '', this.session.values, options)) as ModelDocument;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.message = '';
    try {
      await work();
    } catch (error) {
      this.message = `No file was made: ${error instanceof Error ? error.message : error}`;
    }
  }
}

function button(label: string, enabled: boolean, act: () => void) {
  return html`<button type="button" class="outline-button" ?disabled=${!enabled} @click=${act}>${label}</button>`;
}

function savePicture(name: string, picture: Blob | null): void {
  if (!picture) throw new Error('there is no picture yet');
  download(name, 'image/png', picture);
}
