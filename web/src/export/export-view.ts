import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatDuration, formatNumber } from '../format/quantity';
import { type PlotFigure, picture, pngOf } from '../plots';
import type { SceneView } from '../scene';
import { layOut, type ModelDocument, withParameters } from '../state/document';
import { loadReference } from '../state/language';
import type { Session } from '../state/session';
import { download, fileName } from '../ui/download';
import { View } from '../ui/view';
import { recordingCsv } from './csv';
import { recordingJson } from './data';
import './export.css';
import { pngOfCanvas } from './picture';
import { recordVideo, videoFormat } from './video';

const sizes = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1080],
];
const longestVideo = 300; // s

/** Files of what is open: numbers, pictures, the model. */
@customElement('slip-export')
export class ExportView extends View {
  @property({ attribute: false }) session!: Session;
  /** Sensors that are left out of the files. */
  @state() private left: ReadonlySet<string> = new Set();
  @state() private message = '';
  /** Number of the size of pictures of the 3D view. */
  @state() private size = 1;
  /** A video that is being recorded. */
  @state() private filming: AbortController | null = null;

  protected override follows() {
    return [{ source: this.session }];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.filming?.abort();
  }

  protected override render() {
    const { recording } = this.session.runner;
    const sensors = recording?.model.sensors ?? [];
    const chosen = sensors.filter(({ name }) => !this.left.has(name)).length;
    const ready = recording !== null && this.filming === null;
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
          <span class="quiet">3D view</span>
          <select aria-label="Size of pictures and videos of the 3D view, in pixels" ?disabled=${!ready} @change=${this.onSize}>
            ${sizes.map(([width, height], i) => html`<option value=${i} ?selected=${i === this.size}>${width} × ${height}</option>`)}
          </select>
          ${button('3D view (PNG)', ready, () => this.saveScene())}
          ${
            this.filming
              ? html`<button type="button" class="outline-button" @click=${() => this.filming?.abort()}>Cancel the video</button>`
              : button('Video of the run', ready, () => this.saveVideo())
          }
        </div>
        <div class="export-row">
          <span class="quiet">Plots</span>
          ${button('Plots (PNG)', recording !== null, () => this.savePlots('png'))} ${button('Plots (SVG)', recording !== null, () => this.savePlots('svg'))}
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
      const [{ exudynScript }, expanded, { items: types }] = await Promise.all([
        import('./exudyn'),
        this.expanded({ formulas: true }),
        loadReference(),
      ]);
      const script = exudynScript(expanded, types);
      download(`${this.stem.replaceAll('-', '_')}.py`, 'text/x-python', script);
    });

  private readonly onSize = (event: Event) => {
    this.size = Number((event.target as HTMLSelectElement).value);
  };

  /** `end` of what it gives must follow. */
  private startPictures() {
    const [width, height] = sizes[this.size];
    const pictures = document.querySelector<SceneView>('slip-scene')?.pictures(width, height);
    if (!pictures) throw new Error('there is no picture yet');
    return pictures;
  }

  private saveScene = () =>
    this.attempt(async () => {
      const { canvas, draw, end } = this.startPictures();
      try {
        if (!draw(this.session.cursor.time)) throw new Error('there is no picture yet');
      } finally {
        end();
      }
      savePicture(`${this.stem}.png`, await pngOfCanvas(canvas));
    });

  /** The whole run at the speed at which it is played. */
  private saveVideo = () =>
    this.attempt(async () => {
      const { cursor } = this.session;
      const format = videoFormat();
      if (!format) throw new Error('this browser cannot record videos. Another browser, or a program that records the screen, can.');
      const length = (cursor.end - cursor.start) / cursor.speed;
      if (length > longestVideo)
        throw new Error(`at this speed the video would take ${formatDuration(length)}. Choose a higher speed below the 3D view.`);
      cursor.pause();
      const filming = new AbortController();
      this.filming = filming;
      const film = this.startPictures();
      try {
        const video = await recordVideo({
          canvas: film.canvas,
          draw: (second) => film.draw(Math.min(cursor.end, cursor.start + second * cursor.speed)),
          length,
          format,
          progress: (second) => {
            this.message = `Recording, ${formatNumber(Math.floor(second))} of ${formatNumber(Math.ceil(length))} s. Keep this tab in sight.`;
          },
          signal: filming.signal,
        });
        this.message = video ? '' : 'The video was cancelled.';
        if (video) download(`${this.stem}.${format.extension}`, video.type, video);
      } finally {
        film.end();
        this.filming = null;
      }
    });

  private savePlots = (kind: 'png' | 'svg') =>
    this.attempt(async () => {
      const { recording } = this.session.runner;
      const plots = [...document.querySelectorAll<HTMLElement & { figure: PlotFigure | null }>('.plot-grid > *')];
      const figures = plots.map(({ figure }) => figure).filter((figure) => figure !== null);
      if (!recording || figures.length === 0) throw new Error('there is no picture yet');
      const drawn = picture(figures, recording.model, this.session.compared);
      if (kind === 'svg') download(`${this.stem}-plots.svg`, 'image/svg+xml', drawn.svg);
      else savePicture(`${this.stem}-plots.png`, await pngOf(drawn));
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
      this.filming = null;
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
