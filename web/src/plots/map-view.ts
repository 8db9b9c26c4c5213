import { msg, str } from '@lit/localize';
import type { PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { MapPlot } from '../../../wasm/engine/types';
import { type DisplayUnit, decimalsFor, displayUnit, formatFixed, formatNumber, withUnit } from '../format/quantity';
import { magnitude, type Range } from '../format/range';
import { common } from '../format/texts';
import { type Profile, pointAtLength, pointOfRow, profileIn, profileRange } from '../state/profiles';
import { nearestSample } from '../state/samples';
import { colorBar } from '../ui/color-bar';
import { type ColorScale, colorPlace, colorScale } from '../ui/colors';
import { html } from '../ui/html';
import { theme, token } from '../ui/theme';
import { axisText, type Chart } from './chart';
import type { Place } from './gestures';
import { LineView } from './line-view';

/** One quantity of a cable or belt in colours: time from left to right, length from bottom to top. */
@customElement('slip-map-plot')
export class MapView extends LineView<MapPlot> {
  @property({ attribute: false }) span: Range = [0, 1];

  protected override get kind(): string {
    return common.map();
  }
  protected readonly overTime = true;
  private profile: Profile | null = null;
  /** Range of the colours. */
  private range: Range = [0, 1];

  protected override get lineLength(): number {
    return this.profile?.info.length ?? 1;
  }

  protected get xRange(): Range {
    return this.window ?? (this.span[1] > this.span[0] ? this.span : [0, 1]);
  }

  protected get yRange(): Range {
    return [0, this.lineLength];
  }

  protected get caption() {
    const { spec } = this;
    return {
      head: msg(str`arc length, ${this.lengthUnit.text}`),
      aside: '',
      x: `${spec.xLabel} [s]`,
      y: `s [${this.lengthUnit.text}]`,
      keys: '+ - 0 F',
      name: msg(str`Time in map ${spec.title}; up and down move along the line`),
    };
  }

  private get lengthUnit(): DisplayUnit {
    return displayUnit('m', this.lineLength);
  }

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    const { spec, recording } = this;
    const info = spec.profile === null ? null : recording?.model.profiles[spec.profile];
    this.profile = info ? profileIn(recording, info) : null;
    const [low, high] = profileRange([this.profile]) ?? [0, 1];
    this.range = [spec.min ?? low, spec.max ?? high];
  }

  /** The colour scale for the current paper. */
  private get scale(): ColorScale {
    return colorScale(this.range, theme.seenDark);
  }

  protected renderLegend() {
    return html`<li>${colorBar(this.scale, this.spec.yUnit)}</li>
      <li><output aria-live="off" data-curve="0"></output></li>`;
  }

  protected legendEntries() {
    return [{ label: '', sign: { scale: this.scale, unit: this.spec.yUnit } }];
  }

  protected parts() {
    return {
      x: { range: () => this.xRange, text: (value: number) => axisText(value, { factor: 1, text: 's' }) },
      y: { range: () => this.yRange, text: (value: number) => axisText(value, this.lengthUnit) },
      draw: (chart: Chart) => this.draw(chart),
      overlay: (chart: Chart) => this.drawCursor(chart),
    };
  }

  protected hover(place: Place | null): void {
    this.lookAt(place?.y ?? null);
    this.cursor.hoverAt(place ? place.x : null);
  }

  protected seek({ x, y }: Place): void {
    this.lookAt(y);
    this.cursor.goTo(x);
  }

  protected centre(): Place {
    return { x: this.cursor.time, y: 0 };
  }

  private draw({ ctx, box }: Chart): void {
    const { profile, recording, scale } = this;
    if (!profile || !recording || recording.history.samples === 0) return;
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    const image = ctx.createImageData(width, height);
    const { time } = recording.history;
    const { columns } = profile;
    const [begin, end] = this.xRange;
    const points = pointOfRow(profile.info, this.yRange, height);
    for (let x = 0; x < width; x++) {
      const at = begin + ((x + 0.5) / width) * (end - begin);
      if (at > time[time.length - 1]) break;
      const sample = nearestSample(time, at);
      for (let y = 0; y < height; y++) {
        const value = columns[points[y]][sample];
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
    if (!chart.marked) return;
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

  protected showValues(): void {
    const { profile, recording, scale, spec, cursor } = this;
    let text = '';
    if (profile && recording && recording.history.samples > 0 && this.length !== null) {
      const unit = displayUnit(spec.yUnit, magnitude([scale.low, scale.high]));
      const value = profile.columns[pointAtLength(profile.info, this.length)][nearestSample(recording.history.time, cursor.shown)];
      const number = formatFixed(value * unit.factor, Math.max(0, decimalsFor((scale.high - scale.low) * unit.factor) - 1));
      text = msg(str`${withUnit(number, unit.text)} at s = ${withUnit(formatNumber(this.length, 3), 'm')}`);
    }
    const output = this.querySelector<HTMLOutputElement>('output[data-curve]');
    if (output) output.value = text;
    this.say([common.seconds(formatNumber(cursor.time, 4)), text].filter(Boolean).join(', '));
  }
}
