import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { withUnit } from '../format/quantity';
import { common } from '../format/texts';
import { type FigureStyle, figureChoice, figureWidths, letterSizes, type PlotsOnPage, plotsContext } from '../plots';
import { type SceneOnPage, type SceneStyle, sceneContext } from '../scene';
import { fileName } from '../ui/download';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import './export.css';
import { type ExportFile, type ExportSource, exportFiles } from './files';

const sizes: readonly (readonly [number, number])[] = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1080],
];

const grounds = ['white', 'transparent', 'page'] as const;
type Ground = (typeof grounds)[number];
const groupTitles = (): Record<ExportFile['group'], string> => ({
  numbers: common.numbers(),
  scene: common.scene(),
  plots: common.plots(),
  model: common.model(),
});
const groundNames = () => ({ white: msg('White'), transparent: msg('Transparent'), page: msg('Colours of the page') });

/** Files of the open model: numbers, pictures, the model. */
@customElement('slip-export')
export class ExportView extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  @consume({ context: plotsContext }) plots!: PlotsOnPage;
  /** Sensors omitted from the files. */
  @state() private left: ReadonlySet<string> = new Set();
  @state() private message = '';
  /** Index of the chosen size for pictures of the 3D view. */
  @state() private size = 1;
  @state() private sceneStyle: SceneStyle = { ground: 'page', grid: true, captioned: true };
  /** The file that is being generated, if it takes a while. */
  @state() private making: { file: ExportFile; stop: AbortController } | null = null;

  protected override whileInPage() {
    return [() => this.making?.stop.abort()];
  }

  protected override render() {
    const sensors = this.session.runner.recording?.model.sensors ?? [];
    const chosen = sensors.filter(({ name }) => this.isChosen(name)).length;
    const ready = this.session.runner.recording !== null && this.making === null;
    return html`
      <section class="export" aria-label=${msg('Files')}>
        ${this.renderGroup('numbers')}
        ${
          sensors.length > 1
            ? html`<details class="export-sensors">
                <summary>${chosen === sensors.length ? msg('All sensors') : msg(str`${chosen} of ${sensors.length} sensors`)}</summary>
                <div>${sensors.map(({ name }) => this.renderSensor(name))}</div>
              </details>`
            : nothing
        }
        ${this.renderGroup(
          'scene',
          html`<select aria-label=${msg('Size of pictures and videos of the 3D view, in pixels')} ?disabled=${!ready} @change=${this.onSize}>
            ${sizes.map(([width, height], i) => html`<option value=${i} ?selected=${i === this.size}>${width} × ${height}</option>`)}
          </select>`,
        )}
        ${this.renderSceneStyle()} ${this.renderGroup('plots')} ${this.renderFigureStyle()}
        ${this.session.opened?.view?.student ? nothing : this.renderGroup('model')}
        <p class="export-message" role="status">${this.message}</p>
      </section>
    `;
  }

  /** The style of pictures of the 3D view. */
  private renderSceneStyle() {
    const { ground, grid, captioned } = this.sceneStyle;
    const set = (change: Partial<SceneStyle>) => {
      this.sceneStyle = { ...this.sceneStyle, ...change };
    };
    return html`<details class="export-style">
      <summary>${captioned ? msg(str`${groundNames()[ground]}, with time and legend`) : groundNames()[ground]}</summary>
      <div>
        ${groundChoice(msg('Background of the 3D picture'), ground, (value) => set({ ground: value }))}
        ${tick(msg('Grid'), grid, (checked) => set({ grid: checked }))} ${tick(msg('Time and legend'), captioned, (checked) => set({ captioned: checked }))}
      </div>
    </details>`;
  }

  /** The style of pictures of plots. */
  private renderFigureStyle() {
    const { style } = figureChoice;
    const { width, letters, ground, cursor, titles } = style;
    const set = (change: Partial<FigureStyle>) => figureChoice.choose(change);
    const nameOf = (value: number | null) => (value === null ? msg('as wide as on the page') : withUnit(String(value), 'mm'));
    return html`<details class="export-style">
      <summary>${msg(str`${nameOf(width)}, ${withUnit(String(letters), 'pt')} text, ${groundNames()[ground].toLowerCase()}`)}</summary>
      <div>
        ${choice(
          msg('Width of the picture'),
          [null, ...figureWidths].map((value) => [String(value), nameOf(value)]),
          String(width),
          (value) => set({ width: value === 'null' ? null : Number(value) }),
        )}
        ${choice(
          msg('Text size'),
          letterSizes.map((value) => [String(value), withUnit(String(value), 'pt')]),
          String(letters),
          (value) => set({ letters: Number(value) }),
        )}
        ${groundChoice(msg('Background of the plots'), ground, (value) => set({ ground: value }))}
        ${tick(msg('Titles and values'), titles, (checked) => set({ titles: checked }))} ${tick(msg('Cursor'), cursor, (checked) => set({ cursor: checked }))}
      </div>
    </details>`;
  }

  private renderGroup(group: ExportFile['group'], choice: unknown = nothing) {
    return html`<div class="export-row">
      <span class="quiet">${groupTitles()[group]}</span>
      ${choice} ${exportFiles.filter((file) => file.group === group).map((file) => this.renderFile(file))}
    </div>`;
  }

  private renderFile(file: ExportFile) {
    const { making, source } = this;
    if (making?.file === file)
      return html`<button type="button" class="outline-button" @click=${() => making.stop.abort()}>${file.cancel?.()}</button>`;
    const free = making === null || making.file.group !== file.group;
    return html`<button type="button" class="outline-button" ?disabled=${!free || !file.isReady(source)} @click=${() => this.save(file)}>${file.label()}</button>`;
  }

  private renderSensor(name: string) {
    const change = (event: Event) => {
      const left = new Set(this.left);
      if ((event.target as HTMLInputElement).checked) left.delete(name);
      else left.add(name);
      this.left = left;
    };
    return html`<label><input type="checkbox" .checked=${this.isChosen(name)} @change=${change} />${name}</label>`;
  }

  private readonly isChosen = (sensor: string) => !this.left.has(sensor);

  private get source(): ExportSource {
    const { session, scene, plots, isChosen } = this;
    const { title } = session.shownDocument;
    const shown = session.runner.recording?.history;
    return {
      session,
      scene,
      plots,
      stem: fileName(typeof title === 'string' ? title : 'model'),
      isChosen,
      kept: session.comparison.compared.filter(({ mark, recording }) => mark !== null && recording.history !== shown),
      size: sizes[this.size],
      sceneStyle: this.sceneStyle,
      say: (message) => {
        this.message = message;
      },
    };
  }

  private readonly onSize = (event: Event) => {
    this.size = Number((event.target as HTMLSelectElement).value);
  };

  private async save(file: ExportFile): Promise<void> {
    const stop = new AbortController();
    this.message = '';
    if (file.cancel) this.making = { file, stop };
    try {
      await file.save(this.source, stop.signal);
    } catch (error) {
      this.message = msg(str`Could not make the file: ${error instanceof Error ? error.message : error}`);
    } finally {
      if (this.making?.stop === stop) this.making = null;
    }
  }
}

function choice(
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  choose: (value: string) => void,
) {
  return html`<label>${name}
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`;
}

function groundChoice(name: string, chosen: Ground, choose: (ground: Ground) => void) {
  return choice(
    name,
    grounds.map((value) => [value, groundNames()[value]]),
    chosen,
    (value) => choose(value as Ground),
  );
}

function tick(name: string, checked: boolean, set: (checked: boolean) => void) {
  return html`<label><input type="checkbox" .checked=${checked} @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} />${name}</label>`;
}
