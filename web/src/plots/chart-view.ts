import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Plot, ReferencePoints } from '../../../wasm/engine/types';
import { panned, type Range, zoomed } from '../format/range';
import { common } from '../format/texts';
import type { TimeCursor } from '../state/cursor';
import type { ComparedRun } from '../state/kept-runs';
import type { PlotLook } from '../state/look';
import { untracked, watch } from '../state/observable';
import type { Recording } from '../state/recording';
import { download, fileName } from '../ui/download';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import { listen } from '../ui/listen';
import { theme, token } from '../ui/theme';
import { View } from '../ui/view';
import { Chart, type ChartParts, chartPicture } from './chart';
import { type FigureStyle, figureChoice } from './figure-style';
import { fullBar } from './full-bar';
import { followGestures, type Place } from './gestures';
import { drawingSize, type LegendEntry, type Picture, type PlotFigure, picture, pngOf } from './picture';
import { plotFrame } from './plot-frame';
import { type PlotTools, toolButtons, toolRow, zoomKey } from './tools';

/** A figure with two axes that follows the cursor: its frame and its gestures. Each kind of plot implements drawing and values. */
export abstract class ChartView<Spec extends Plot = Plot> extends View {
  @property({ attribute: false }) spec!: Spec;
  /** A new object whenever the run has grown. */
  @property({ attribute: false }) recording: Recording | null = null;
  /** Runs drawn for comparison. */
  @property({ attribute: false }) compared: readonly ComparedRun[] = [];
  @property({ attribute: false }) cursor!: TimeCursor;
  /** The initial look from a link. */
  @property({ attribute: false }) start: PlotLook | null = null;
  /** Its index in the document. */
  @property({ attribute: false }) number = -1;
  /** Indices of the hidden curves. */
  @state() protected off: ReadonlySet<number> = new Set();
  @state() protected logarithmic = false;
  @state() private tools = false;
  /** The plot fills the screen. */
  @state() private full = false;
  /** The visible part, unless everything is visible; plots over time share the window of the cursor instead. */
  @state() protected seen: { x: Range; y: Range } | null = null;

  protected override readonly slow = true;
  protected chart: Chart | null = null;
  protected window: Range | null = null;
  protected get kind(): string {
    return common.plot();
  }
  /** The axes cut off most of the last run, because on larger axes this run would look flat. */
  beyond = false;
  private stopGestures = () => {};
  private reported = '[null,false]';

  /** Whether the x axis is the time axis that all such plots share. */
  protected abstract get overTime(): boolean;
  protected abstract get xRange(): Range;
  protected abstract get yRange(): Range;
  protected abstract get caption(): { head: string; aside: TemplateResult | string; x: string; y: string; keys: string; name: string };
  protected abstract parts(): ChartParts;
  protected abstract renderLegend(): unknown;
  protected abstract legendEntries(): LegendEntry[];
  protected abstract hover(place: Place | null): void;
  protected abstract seek(place: Place): void;
  /** The fixed point of zooming by keys; null if there is none. */
  protected abstract centre(): Place | null;
  protected abstract showValues(): void;
  /** Whether it shows the part of the time that the plots over time show. */
  protected get ofWindow(): boolean {
    return this.overTime;
  }
  protected get hasLogarithmicX(): boolean {
    return false;
  }
  /** The values of the slider. */
  protected get slider(): { min: number; max: number; now: number } {
    const { cursor } = this;
    return untracked(() => ({ min: cursor.start, max: cursor.end, now: cursor.time })); // `onCursor` follows these
  }
  /** Tools of this kind of plot. */
  protected renderTools(): unknown {
    return nothing;
  }
  /** Contents below the drawing. */
  protected renderBelow(): unknown {
    return this.spec.problems.map((problem) => html`<p class="plot-problem">${sentence(problem)}</p>`);
  }
  /** Whether the plot can change between time and spectrum, and which one it shows; null: it cannot. */
  protected get spectrum(): boolean | null {
    return null;
  }
  /** Whether a person can choose a logarithmic y axis. */
  protected canBeLogarithmic(): boolean {
    return false;
  }
  /** Whether the document requests a logarithmic axis. */
  protected get isLogarithmic(): boolean {
    return false;
  }
  protected findRanges(): void {}
  protected keyOf(_: KeyboardEvent): boolean {
    return false;
  }

  /** The look set by a person; null: as in the document. */
  get look(): PlotLook | null {
    const look: PlotLook = {};
    if (this.seen) look.zoom = [...this.seen.x, ...this.seen.y];
    if (this.off.size > 0) look.hidden = [...this.off].sort((a, b) => a - b);
    if (this.logarithmic !== this.isLogarithmic) look.logarithmic = this.logarithmic;
    return Object.keys(look).length > 0 ? look : null;
  }

  /** The contents for a picture of the plot; null while nothing is drawn. */
  figure(style: FigureStyle, size: { width: number; height: number } | null): PlotFigure | null {
    const { chart, spec } = this;
    if (!chart || !this.recording) return null;
    const { x, y } = this.caption;
    const references = referencesOf(spec).map(({ label }) => ({ label: plainLabel(label), sign: { dot: token('--quiet') } }));
    return {
      title: plainLabel(spec.title),
      aside: (this.querySelector('.plot-aside')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
      xLabel: plainLabel(x),
      yLabel: plainLabel(y),
      legend: [...this.legendEntries(), ...references],
      drawing: this.drawing(chart, style, drawingSize(style, size) ?? chart.size),
    };
  }

  private drawing(chart: Chart, style: FigureStyle, size: { width: number; height: number }): Picture {
    try {
      return chartPicture(this.parts(), size, style, (sheet) => {
        this.chart = sheet; // ranges may depend on the aspect ratio
        this.findRanges();
      });
    } finally {
      this.chart = chart;
      this.findRanges();
    }
  }

  protected override whileInPage() {
    const { cursor } = this;
    if (this.hasUpdated) this.requestUpdate('spec', null);
    return [
      watch(
        () => [cursor.start, cursor.end, cursor.time, cursor.hover, cursor.window],
        () => this.onCursor(),
      ),
      listen(this, 'fullscreenchange', () => {
        this.full = document.fullscreenElement !== null;
      }),
      () => this.drop(),
    ];
  }

  private drop(): void {
    this.stopGestures();
    this.chart?.destroy();
    this.chart = null;
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('spec')) this.takeLook(this.start);
    this.window = this.cursor.window;
  }

  protected override render() {
    const { spec, cursor } = this;
    void theme.dark; // `updated` draws in its colours
    const { head, aside, x, keys, name } = this.caption;
    const tools: PlotTools = {
      title: spec.title,
      open: this.tools,
      toggle: () => {
        this.tools = !this.tools;
      },
      zoom: (factor) => this.zoomAtCentre(factor),
      whole: this.isWhole() ? null : () => this.showAll(),
      fill: document.fullscreenEnabled ? this.fill : null,
      logarithmic: this.logarithmic,
      save: this.recording ? (kind) => this.save(kind) : null,
      setLogarithmic: this.canBeLogarithmic() ? (on) => this.setLogarithmic(on) : null,
      spectrum: this.spectrum,
      setSpectrum: () => this.dispatchEvent(new Event('spectrum', { bubbles: true })),
      own: this.tools ? this.renderTools() : nothing,
    };
    return plotFrame({
      kind: this.kind,
      title: spec.title,
      head,
      x,
      slider: { name, ...this.slider, keys },
      onKey: this.onKey,
      above: this.full ? fullBar({ cursor, compared: this.compared, leave: this.fill }) : nothing,
      legend: this.renderLegend(),
      references: referencesOf(spec),
      aside: html`<span class="plot-aside quiet">${aside}</span> ${toolButtons(tools)}`,
      tools: toolRow(tools),
      below: this.renderBelow(),
    });
  }

  protected override updated(): void {
    this.build();
    this.findRanges();
    this.chart?.redraw();
    this.showValues();
    const reported = JSON.stringify([this.look, this.beyond]);
    if (reported !== this.reported) this.dispatchEvent(new Event('look', { bubbles: true }));
    this.reported = reported;
  }

  /** Describes the state to screen readers. */
  protected say(text: string, now = this.cursor.time): void {
    const area = this.querySelector('.plot-area');
    area?.setAttribute('aria-valuenow', String(now));
    area?.setAttribute('aria-valuetext', text);
  }

  /** Shows the tools, with the focus on one of them. */
  async openTools(): Promise<void> {
    this.tools = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.plot-tool.spectrum')?.focus();
  }

  private async save(kind: 'png' | 'svg'): Promise<void> {
    const { recording } = this;
    const { style } = figureChoice;
    const drawn = recording && picture([this], recording.model, this.compared, style);
    if (!drawn) return;
    const name = `${fileName(recording.model.title)}-${fileName(plainLabel(this.spec.title))}.${kind}`;
    if (kind === 'svg') return download(name, 'image/svg+xml', drawn.svg);
    const png = await pngOf(drawn);
    if (png) download(name, 'image/png', png);
  }

  protected readonly toggle = (curve: number) => {
    const off = new Set(this.off);
    if (!off.delete(curve)) off.add(curve);
    this.off = off;
  };

  private takeLook(look: PlotLook | null): void {
    const [x0, x1, y0, y1] = look?.zoom ?? [];
    this.off = new Set(look?.hidden ?? []);
    this.logarithmic = look?.logarithmic ?? this.isLogarithmic;
    this.seen = look?.zoom ? { x: [x0, x1] as Range, y: [y0, y1] as Range } : null;
  }

  private build(): void {
    if (this.chart || !this.isConnected) return;
    const area = this.querySelector<HTMLElement>('.plot-area')!;
    this.chart = new Chart(area, this.parts());
    this.stopGestures = followGestures(area, () => this.chart, {
      hover: (place) => this.hover(place),
      seek: (place) => this.seek(place),
      zoomAt: (place, factor) => this.zoomAt(place, factor),
      zoomTo: (from, to) => this.zoomTo(from, to),
      pan: (x, y) => this.pan(x, y),
      whole: () => this.showAll(),
    });
  }

  private onCursor(): void {
    if (!this.hasUpdated || this.isUpdatePending) return; // the pending update shows it
    if (this.ofWindow && this.cursor.window !== this.window) return this.requestUpdate();
    this.chart?.redrawOverlay();
    this.showValues();
  }

  private readonly fill = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else
      void this.querySelector('figure')
        ?.requestFullscreen()
        .catch(() => {}); // a frame may not be permitted to do this
  };

  private isWhole(): boolean {
    return this.overTime ? this.cursor.window === null : this.seen === null;
  }

  private showAll(): void {
    if (this.overTime) this.cursor.look(null);
    else this.seen = null;
  }

  private setLogarithmic(on: boolean): void {
    this.logarithmic = on;
    this.seen = null;
  }

  private zoomAt({ x, y }: Place, factor: number): void {
    const across = zoomed(this.xRange, x, factor, this.hasLogarithmicX);
    if (this.overTime) this.cursor.look(across);
    else this.seen = { x: across, y: zoomed(this.yRange, y, factor, this.logarithmic) };
  }

  private zoomAtCentre(factor: number): void {
    const centre = this.centre();
    if (centre) this.zoomAt(centre, factor);
  }

  private zoomTo(from: Place, to: Place): void {
    const x: Range = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    if (this.overTime) return this.cursor.look(x);
    if (this.hasLogarithmicX) {
      this.seen = { x, y: this.yRange };
      return;
    }
    // Zooms both axes by the same factor, centred on the marked part.
    const factor = (this.xRange[1] - this.xRange[0]) / (x[1] - x[0]);
    const middle = (from.y + to.y) / 2;
    const height = (this.yRange[1] - this.yRange[0]) / factor;
    this.seen = { x, y: this.logarithmic ? zoomed(this.yRange, middle, factor, true) : [middle - height / 2, middle + height / 2] };
  }

  private pan(x: number, y: number): void {
    const across = panned(this.xRange, x, this.hasLogarithmicX);
    if (this.overTime) this.cursor.look(across);
    else this.seen = { x: across, y: panned(this.yRange, y, this.logarithmic) };
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zoom = zoomKey(event.key, {
      zoom: (factor) => this.zoomAtCentre(factor),
      whole: () => this.showAll(),
      logarithmic: () => this.canBeLogarithmic() && this.setLogarithmic(!this.logarithmic),
      fill: this.fill,
    });
    if (zoom || this.keyOf(event) || this.cursor.key(event)) event.preventDefault();
  };
}

/** Reference points for the curves of a plot. */
export function referencesOf(spec: Plot): ReferencePoints[] {
  return 'reference' in spec ? spec.reference : [];
}

/** A message of the engine with a capital letter and a full stop. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
