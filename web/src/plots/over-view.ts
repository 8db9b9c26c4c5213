import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { theme, token } from '../app/theme';
import { View } from '../app/view';
import { type DisplayUnit, decimalsFor, displayUnit, formatFixed, formatNumber, withUnit } from '../model/quantity';
import type { TimeCursor } from '../run/cursor';
import type { Recording } from '../run/recording';
import { placeOf, rangeOf } from '../run/samples';
import { axisText, Chart } from './chart';
import { axisRange } from './columns';
import { curveStyle, ghostDash, strokeCurve, swatch } from './curves';
import { followGestures, type Place } from './gestures';
import { type Profile, pointAtLength, profileAt, profileIn, profileRange } from './profiles';
import { magnitude, type PlotSpec, yHead } from './spec';
import { type PlotTools, toolButtons, toolRow, zoomKey } from './tools';
import { panned, type Range, zoomed } from './zoom';

/** Quantities over the length of a cable or belt at the cursor's time; those of the last run under them. */
@customElement('slip-over-plot')
export class OverView extends View {
  @property({ attribute: false }) spec!: PlotSpec;
  @property({ attribute: false }) recording: Recording | null = null;
  @property({ attribute: false }) ghost: Recording | null = null;
  /** Changes whenever the recording has grown. */
  @property({ attribute: false }) samples = 0;
  @property({ attribute: false }) cursor!: TimeCursor;
  @state() private tools = false;
  @state() private seen: { x: Range; y: Range } | null = null;

  private chart: Chart | null = null;
  private stopGestures = () => {};
  private profiles: (Profile | null)[] = [];
  private ghosts: (Profile | null)[] = [];
  private whole: { x: Range; y: Range } = { x: [0, 1], y: [0, 1] };
  private xUnit: DisplayUnit = { factor: 1, text: 'm' };
  private yUnit: DisplayUnit = { factor: 1, text: '' };
  /** The place on the line whose values are shown as numbers, in m; null: their range over the whole line. */
  private length: number | null = null;

  protected override follows() {
    return [
      { source: this.cursor, then: () => this.showTime() },
      { source: theme, then: () => this.chart?.redraw() },
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopGestures();
    this.chart?.destroy();
    this.chart = null;
  }

  protected override willUpdate(): void {
    const { spec, recording, ghost } = this;
    const infos = recording ? spec.curves.map(({ profile }) => recording.model.profiles[profile]) : [];
    this.profiles = infos.map((info) => profileIn(recording, info));
    this.ghosts = infos.map((info) => profileIn(ghost, info));
    const range = profileRange([...this.profiles, ...this.ghosts]);
    const [low, high] = axisRange([range ?? [], ...spec.references.map(({ y }) => y)], 0.08);
    this.whole = { x: [0, Math.max(0, ...infos.map((info) => info.length)) || 1], y: [spec.min ?? low, spec.max ?? high] };
    this.xUnit = displayUnit('m', this.whole.x[1]);
    this.yUnit = displayUnit(spec.yUnit, magnitude(this.whole.y));
  }

  protected override render() {
    const { spec } = this;
    const tools: PlotTools = {
      title: spec.title,
      open: this.tools,
      toggle: () => {
        this.tools = !this.tools;
      },
      zoom: (factor) => this.zoomAt({ x: this.length ?? this.whole.x[1] / 2, y: (this.yRange[0] + this.yRange[1]) / 2 }, factor),
      whole: this.seen && (() => this.showAll()),
      logarithmic: false,
      setLogarithmic: null,
    };
    return html`
      <figure class="plot" role="group" aria-label=${`Plot: ${spec.title}`}>
        <figcaption>
          <span class="plot-title">${spec.title} <span class="quiet">[${yHead(spec, this.yUnit)}]</span></span>
          <span class="plot-over quiet">over ${spec.xLabel} [${this.xUnit.text}] at <output aria-live="off" data-time></output></span>
          ${toolButtons(tools)}
        </figcaption>
        ${toolRow(tools)}
        <div class="plot-area" tabindex="0" role="slider"
          aria-keyshortcuts="+ - 0" aria-label=${`Time in plot ${spec.title}; up and down move along the line`} aria-valuenow="0" @keydown=${this.onKey}></div>
        <div class="plot-legend">
          <ul>
            ${spec.curves.map((curve, i) => html`<li>${swatch(i)}<span>${curve.label}</span><output aria-live="off" data-curve=${i}></output></li>`)}
            ${spec.references.map((reference) => html`<li title=${reference.source}><span class="reference-dot"></span>${reference.label}</li>`)}
          </ul>
        </div>
        ${spec.problem ? html`<p class="plot-problem">${spec.problem}</p>` : nothing}
      </figure>
    `;
  }

  protected override updated(): void {
    if (!this.chart) this.build();
    this.chart?.redraw();
    this.showTime();
  }

  private get xRange(): Range {
    return this.seen?.x ?? this.whole.x;
  }

  private get yRange(): Range {
    return this.seen?.y ?? this.whole.y;
  }

  private build(): void {
    const area = this.querySelector<HTMLElement>('.plot-area')!;
    this.chart = new Chart(area, {
      x: { range: () => this.xRange, text: (value) => axisText(value, this.xUnit) },
      y: { range: () => this.yRange, text: (value) => axisText(value, this.yUnit) },
      draw: (chart) => this.drawReferences(chart),
      overlay: (chart) => this.draw(chart),
    });
    this.stopGestures = followGestures(area, () => this.chart, {
      hover: (place) => this.showLength(place?.x ?? null),
      seek: (place) => this.showLength(place.x),
      zoomAt: (place, factor) => this.zoomAt(place, factor),
      zoomTo: (from, to) => {
        this.seen = { x: [Math.min(from.x, to.x), Math.max(from.x, to.x)], y: this.yRange };
      },
      pan: (x, y) => {
        this.seen = { x: panned(this.xRange, x), y: panned(this.yRange, y) };
      },
      whole: () => this.showAll(),
    });
  }

  private drawReferences(chart: Chart): void {
    chart.ctx.fillStyle = token('--quiet');
    for (const { x, y } of this.spec.references)
      x.forEach((length, i) => {
        chart.dot(chart.toX(length), chart.toY(y[i]), 2.2);
      });
  }

  /** Everything moves with the time. */
  private draw(chart: Chart): void {
    const { ctx, ratio } = chart;
    ctx.lineJoin = 'round';
    ctx.lineWidth = ratio;
    ctx.globalAlpha = 0.75;
    chart.dash(ghostDash);
    this.stroke(chart, this.ghosts, this.ghost, () => {});
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1.75 * ratio;
    this.stroke(chart, this.profiles, this.recording, (i) => chart.dash(curveStyle(i).dash));
    if (this.length === null) return;
    chart.dash([]);
    ctx.lineWidth = ratio;
    ctx.strokeStyle = token('--quiet');
    chart.line(chart.toX(this.length), chart.box.top, chart.toX(this.length), chart.box.top + chart.box.height);
  }

  private stroke(chart: Chart, profiles: (Profile | null)[], recording: Recording | null, style: (curve: number) => void): void {
    if (!recording || recording.history.samples === 0) return;
    const place = placeOf(recording.history.time, this.cursor.time);
    profiles.forEach((profile, i) => {
      if (!profile) return;
      chart.ctx.strokeStyle = curveStyle(i).color;
      style(i);
      strokeCurve(chart.ctx, profile.info.positions, profileAt(profile, place), chart.toX, chart.toY);
    });
  }

  private showLength(length: number | null): void {
    this.length = length === null ? null : Math.min(this.whole.x[1], Math.max(0, length));
    this.showTime();
  }

  private showTime(): void {
    const { recording, yUnit, cursor } = this;
    if (!this.hasUpdated) return;
    this.chart?.redrawOverlay();
    const time = `${formatNumber(cursor.time, 4)}\u2009s`;
    const clock = this.querySelector<HTMLOutputElement>('output[data-time]');
    if (clock) clock.value = time;
    const decimals = decimalsFor((this.whole.y[1] - this.whole.y[0]) * yUnit.factor) - 1;
    const place = recording && recording.history.samples > 0 ? placeOf(recording.history.time, cursor.time) : null;
    const words = this.spec.curves.map(({ label }, i) => {
      const profile = this.profiles[i];
      const text = place && profile ? this.textOf(profile.info, profileAt(profile, place), Math.max(0, decimals)) : '';
      const output = this.querySelector<HTMLOutputElement>(`output[data-curve="${i}"]`);
      if (output) output.value = text;
      return `${label} ${withUnit(text, yUnit.text)}`;
    });
    const where = this.length === null ? '' : ` at ${withUnit(formatNumber(this.length * this.xUnit.factor, 4), this.xUnit.text)}`;
    this.querySelector('.plot-area')?.setAttribute('aria-valuetext', [time + where, ...words].join(', '));
  }

  private textOf(info: Profile['info'], values: Float64Array, decimals: number): string {
    const number = (value: number) => formatFixed(value * this.yUnit.factor, decimals);
    if (this.length !== null) return number(values[pointAtLength(info, this.length)]);
    const range = rangeOf([values]);
    return range ? `${number(range[0])} … ${number(range[1])}` : '–';
  }

  private zoomAt({ x, y }: Place, factor: number): void {
    this.seen = { x: zoomed(this.xRange, x, factor), y: zoomed(this.yRange, y, factor) };
  }

  private showAll(): void {
    this.seen = null;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const along = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const [start, end] = this.whole.x;
    if (along) this.showLength((this.length ?? start) + (along * (end - start)) / 100);
    const zoom = zoomKey(event.key, {
      zoom: (factor) => this.zoomAt({ x: this.length ?? end / 2, y: (this.yRange[0] + this.yRange[1]) / 2 }, factor),
      whole: () => this.showAll(),
    });
    if (along || zoom || this.cursor.key(event)) event.preventDefault();
  };
}
