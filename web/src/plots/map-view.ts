import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { theme, token } from '../app/theme';
import { View } from '../app/view';
import { decimalsFor, displayUnit, formatFixed, formatNumber, withUnit } from '../model/quantity';
import type { TimeCursor } from '../run/cursor';
import type { Recording } from '../run/recording';
import { nearestSample } from '../run/samples';
import { axisText, Chart } from './chart';
import { type ColorScale, colorPlace, colorScale, gradient } from './colors';
import { followGestures, type Place } from './gestures';
import { type Profile, pointAtLength, pointOfRow, profileIn, profileRange } from './profiles';
import { magnitude, type PlotSpec, yHead } from './spec';
import { type PlotTools, toolButtons, toolRow, zoomKey } from './tools';
import { panned, type Range, zoomed } from './zoom';

/** One quantity of a cable or belt in colours: time from left to right, length from bottom to top. */
@customElement('slip-map-plot')
export class MapView extends View {
  @property({ attribute: false }) spec!: PlotSpec;
  @property({ attribute: false }) recording: Recording | null = null;
  /** Changes whenever the recording has grown. */
  @property({ attribute: false }) samples = 0;
  @property({ attribute: false }) span: Range = [0, 1];
  @property({ attribute: false }) cursor!: TimeCursor;
  @state() private tools = false;

  private chart: Chart | null = null;
  private stopGestures = () => {};
  private profile: Profile | null = null;
  private scale: ColorScale = colorScale([0, 1]);
  private window: Range | null = null;
  /** The place on the line whose value is shown, in m. */
  private length: number | null = null;

  protected override follows() {
    return [
      { source: this.cursor, then: () => this.onCursor() },
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
    const { spec, recording } = this;
    const info = recording?.model.profiles[spec.curves[0]?.profile];
    this.profile = info ? profileIn(recording, info) : null;
    const [low, high] = profileRange([this.profile]) ?? [0, 1];
    this.scale = colorScale([spec.min ?? low, spec.max ?? high]);
    this.window = this.cursor.window;
  }

  protected override render() {
    const { spec, scale } = this;
    const unit = displayUnit(spec.yUnit, magnitude([scale.low, scale.high]));
    const end = (value: number) => formatNumber(value * unit.factor, 3);
    const tools: PlotTools = {
      title: spec.title,
      open: this.tools,
      toggle: () => {
        this.tools = !this.tools;
      },
      zoom: (factor) => this.cursor.look(zoomed(this.xRange, this.cursor.time, factor)),
      whole: this.window && (() => this.cursor.look(null)),
      logarithmic: false,
      setLogarithmic: null,
    };
    const lengthUnit = displayUnit('m', this.yRange[1]);
    return html`
      <figure class="plot" role="group" aria-label=${`Map: ${spec.title}`}>
        <figcaption>
          <span class="plot-title">${spec.title} <span class="quiet">[${yHead(spec, unit)}]</span></span>
          <span class="plot-over quiet">s [${lengthUnit.text}] over ${spec.xLabel} [s]</span>
          ${toolButtons(tools)}
        </figcaption>
        ${toolRow(tools)}
        <div
          class="plot-area"
          tabindex="0"
          role="slider"
          aria-keyshortcuts="+ - 0"
          aria-label=${`Time in map ${spec.title}; up and down move along the line`}
          aria-valuemin=${this.cursor.start}
          aria-valuemax=${this.cursor.end}
          aria-valuenow=${this.cursor.time}
          @keydown=${this.onKey}
        ></div>
        <div class="plot-legend">
          <ul>
            <li><span class="color-bar">${end(scale.low)}<i style=${`background:${gradient(scale)}`}></i>${end(scale.high)}</span></li>
            <li><output aria-live="off" data-curve="0"></output></li>
          </ul>
        </div>
        ${spec.problem ? html`<p class="plot-problem">${spec.problem}</p>` : nothing}
      </figure>
    `;
  }

  protected override updated(): void {
    if (!this.chart) this.build();
    this.chart?.redraw();
    this.showValue();
  }

  private get xRange(): Range {
    return this.window ?? (this.span[1] > this.span[0] ? this.span : [0, 1]);
  }

  private get yRange(): Range {
    return [0, this.profile?.info.length ?? 1];
  }

  private build(): void {
    const area = this.querySelector<HTMLElement>('.plot-area')!;
    this.chart = new Chart(area, {
      x: { range: () => this.xRange, text: (value) => axisText(value, { factor: 1, text: 's' }) },
      y: { range: () => this.yRange, text: (value) => axisText(value, displayUnit('m', this.yRange[1])) },
      draw: (chart) => this.draw(chart),
      overlay: (chart) => this.drawCursor(chart),
    });
    this.stopGestures = followGestures(area, () => this.chart, {
      hover: (place) => {
        this.length = place?.y ?? null;
        this.cursor.hoverAt(place ? place.x : null);
      },
      seek: (place: Place) => {
        this.length = place.y;
        this.cursor.pause();
        this.cursor.seek(place.x);
      },
      zoomAt: ({ x }, factor) => this.cursor.look(zoomed(this.xRange, x, factor)),
      zoomTo: (from, to) => this.cursor.look([Math.min(from.x, to.x), Math.max(from.x, to.x)]),
      pan: (x) => this.cursor.look(panned(this.xRange, x)),
      whole: () => this.cursor.look(null),
    });
  }

  private draw({ ctx, box }: Chart): void {
    const { profile, recording, scale } = this;
    if (!profile || !recording || recording.history.samples === 0) return;
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    const image = ctx.createImageData(width, height);
    const { time } = recording.history;
    const [begin, end] = this.xRange;
    const points = pointOfRow(profile.info, this.yRange, height);
    for (let x = 0; x < width; x++) {
      const at = begin + ((x + 0.5) / width) * (end - begin);
      if (at > time[time.length - 1]) break;
      const sample = nearestSample(time, at);
      for (let y = 0; y < height; y++) {
        const value = profile.columns[points[y]][sample];
        if (!Number.isFinite(value)) continue;
        const color = colorPlace(scale, value);
        const pixel = 4 * (y * width + x);
        for (let channel = 0; channel < 3; channel++) image.data[pixel + channel] = scale.table[color + channel];
        image.data[pixel + 3] = 255;
      }
    }
    ctx.putImageData(image, Math.round(box.left), Math.round(box.top));
  }

  private drawCursor(chart: Chart): void {
    const { ctx, box, ratio } = chart;
    const vertical = (time: number, width: number, color: string) => {
      ctx.lineWidth = width * ratio;
      ctx.strokeStyle = color;
      chart.line(chart.toX(time), box.top, chart.toX(time), box.top + box.height);
    };
    vertical(this.cursor.time, 3, token('--paper'));
    vertical(this.cursor.time, 1, token('--ink'));
    if (this.length === null) return;
    const [x, y] = [chart.toX(this.cursor.shown), chart.toY(this.length)];
    ctx.lineWidth = 1.5 * ratio;
    ctx.strokeStyle = token('--paper');
    ctx.strokeRect(x - 4 * ratio, y - 4 * ratio, 8 * ratio, 8 * ratio);
  }

  private onCursor(): void {
    if (!this.hasUpdated) return;
    if (this.cursor.window !== this.window) return this.requestUpdate();
    this.chart?.redrawOverlay();
    this.showValue();
  }

  private showValue(): void {
    const { profile, recording, scale, spec, cursor } = this;
    let text = '';
    if (profile && recording && recording.history.samples > 0 && this.length !== null) {
      const unit = displayUnit(spec.yUnit, magnitude([scale.low, scale.high]));
      const value = profile.columns[pointAtLength(profile.info, this.length)][nearestSample(recording.history.time, cursor.shown)];
      const number = formatFixed(value * unit.factor, Math.max(0, decimalsFor((scale.high - scale.low) * unit.factor) - 1));
      text = `${withUnit(number, unit.text)} at s = ${withUnit(formatNumber(this.length, 3), 'm')}`;
    }
    const output = this.querySelector<HTMLOutputElement>('output[data-curve]');
    if (output) output.value = text;
    const area = this.querySelector('.plot-area');
    area?.setAttribute('aria-valuenow', String(cursor.time));
    area?.setAttribute('aria-valuetext', [`${formatNumber(cursor.time, 4)} seconds`, text].filter(Boolean).join(', '));
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const along = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const [start, end] = this.yRange;
    if (along) {
      this.length = Math.min(end, Math.max(start, (this.length ?? start) + (along * (end - start)) / 100));
      this.onCursor();
    }
    const zoom = zoomKey(event.key, {
      zoom: (factor) => this.cursor.look(zoomed(this.xRange, this.cursor.time, factor)),
      whole: () => this.cursor.look(null),
    });
    if (along || zoom || this.cursor.key(event)) event.preventDefault();
  };
}
