import { msg, str } from '@lit/localize';
import type { PropertyValues } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { OverPlot } from '../../../wasm/engine/types';
import { type DisplayUnit, decimalsFor, displayUnit, formatFixed, formatNumber, withUnit } from '../format/quantity';
import { magnitude, type Range } from '../format/range';
import type { ComparedRun } from '../state/kept-runs';
import { type Profile, pointAtLength, profileAt, profileIn, profileRange } from '../state/profiles';
import type { Recording } from '../state/recording';
import { placeOf, rangeOf } from '../state/samples';
import { html } from '../ui/html';
import { token } from '../ui/theme';
import { axisText, type Chart } from './chart';
import { axisRange, withLast } from './columns';
import type { Place } from './gestures';
import { curveEntries, legendCurves, reserve } from './legend';
import { LineView } from './line-view';
import { strokeRun } from './run-curves';
import { yAxisLabel, yHead } from './spec';

/** Quantities over the length of a cable or belt at the cursor's time, drawn over those of the compared runs. */
@customElement('slip-over-plot')
export class OverView extends LineView<OverPlot> {
  private profiles: (Profile | null)[] = [];
  /** The curves of the current profiles; new curves of the document get theirs when this plot is updated. */
  private curves: OverPlot['curves'] = [];
  private others: { run: ComparedRun; profiles: (Profile | null)[] }[] = [];
  private whole: { x: Range; y: Range } = { x: [0, 1], y: [0, 1] };
  private xUnit: DisplayUnit = { factor: 1, text: 'm' };
  private yUnit: DisplayUnit = { factor: 1, text: '' };

  protected readonly overTime = false;

  protected override get lineLength(): number {
    return this.whole.x[1];
  }

  protected get xRange(): Range {
    return this.seen?.x ?? this.whole.x;
  }

  protected get yRange(): Range {
    return this.seen?.y ?? this.whole.y;
  }

  protected get caption() {
    const { spec } = this;
    return {
      head: yHead(spec, this.yUnit),
      aside: html`${msg('at')} <output aria-live="off" data-time></output>`,
      x: `${spec.xLabel} [${this.xUnit.text}]`,
      y: yAxisLabel(spec, this.yUnit),
      keys: '+ - 0 F',
      name: msg(str`Time in plot ${spec.title}; up and down move along the line`),
    };
  }

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    const { spec, recording } = this;
    const infos = recording ? spec.curves.map(({ profile }) => recording.model.profiles[profile]) : [];
    this.profiles = infos.map((info) => profileIn(recording, info));
    this.curves = spec.curves;
    this.others = this.compared.map((run) => ({ run, profiles: infos.map((info) => profileIn(run.recording, info)) }));
    const range = (profiles: (Profile | null)[]) => profileRange(profiles.filter((_, i) => !this.off.has(i))) ?? [];
    const rangesOf = (last: boolean) =>
      this.others.filter(({ run }) => (run.mark === null) === last).map(({ profiles }) => range(profiles));
    const own = [range(this.profiles), ...rangesOf(false), ...spec.reference.map(({ y }) => y)];
    const { shown, beyond } = withLast(own, rangesOf(true));
    this.beyond = beyond;
    const [low, high] = axisRange(shown, 0.08);
    this.whole = { x: [0, Math.max(0, ...infos.map((info) => info.length)) || 1], y: [spec.min ?? low, spec.max ?? high] };
    this.xUnit = displayUnit('m', this.whole.x[1]);
    this.yUnit = displayUnit(spec.yUnit, magnitude(this.whole.y));
  }

  protected renderLegend() {
    return legendCurves(this.spec.curves, this.off, this.toggle);
  }

  protected legendEntries() {
    return curveEntries(this.spec.curves, this.off);
  }

  protected parts() {
    return {
      x: { range: () => this.xRange, text: (value: number) => axisText(value, this.xUnit) },
      y: { range: () => this.yRange, text: (value: number) => axisText(value, this.yUnit) },
      draw: (chart: Chart) => this.drawReferences(chart),
      overlay: (chart: Chart) => this.draw(chart),
    };
  }

  protected hover(place: Place | null): void {
    this.lookAt(place?.x ?? null);
  }

  protected seek({ x }: Place): void {
    this.lookAt(x);
  }

  protected centre(): Place {
    return { x: this.length ?? this.lineLength / 2, y: (this.yRange[0] + this.yRange[1]) / 2 };
  }

  private drawReferences(chart: Chart): void {
    chart.ctx.fillStyle = token('--quiet');
    for (const { x, y } of this.spec.reference)
      x.forEach((length, i) => {
        chart.dot(chart.toX(length), chart.toY(y[i]), 2.2);
      });
  }

  /** Everything depends on the time. */
  private draw(chart: Chart): void {
    for (const { run, profiles } of this.others) this.strokeRun(chart, run, profiles, run.recording);
    this.strokeRun(chart, null, this.profiles, this.recording);
    if (this.length === null || !chart.marked) return;
    const { ctx, ratio } = chart;
    chart.dash([]);
    ctx.lineWidth = ratio;
    ctx.strokeStyle = token('--quiet');
    chart.line(chart.toX(this.length), chart.box.top, chart.toX(this.length), chart.box.top + chart.box.height);
  }

  private strokeRun(chart: Chart, run: ComparedRun | null, profiles: (Profile | null)[], recording: Recording | null): void {
    if (!recording || recording.history.samples === 0) return;
    const place = placeOf(recording.history.time, this.cursor.time);
    strokeRun(
      chart,
      run,
      profiles.map((profile) => profile && [profile.info.positions, profileAt(profile, place)]),
      { curves: this.curves, off: this.off },
    );
  }

  protected showValues(): void {
    const { recording, yUnit, cursor } = this;
    const time = `${formatNumber(cursor.time, 4)}\u2009s`;
    const clock = this.querySelector<HTMLOutputElement>('output[data-time]');
    if (clock) clock.value = time;
    const decimals = decimalsFor((this.whole.y[1] - this.whole.y[0]) * yUnit.factor) - 1;
    const place = recording && recording.history.samples > 0 ? placeOf(recording.history.time, cursor.time) : null;
    const words = this.spec.curves.map(({ label }, i) => {
      const profile = this.profiles[i];
      const text = place && profile ? this.textOf(profile.info, profileAt(profile, place), Math.max(0, decimals)) : '';
      const output = this.querySelector<HTMLOutputElement>(`output[data-curve="${i}"]`);
      if (output) {
        output.value = text;
        const ends = (profileRange([profile]) ?? []).map((value) => formatFixed(value * yUnit.factor, Math.max(0, decimals)));
        reserve(output, this.length === null ? ends.map((end) => `${end} … ${end}`) : ends);
      }
      return `${label} ${withUnit(text, yUnit.text)}`;
    });
    const where =
      this.length === null ? '' : ` ${msg(str`at ${withUnit(formatNumber(this.length * this.xUnit.factor, 4), this.xUnit.text)}`)}`;
    this.say([time + where, ...words].join(', '));
  }

  private textOf(info: Profile['info'], values: Float64Array, decimals: number): string {
    const number = (value: number) => formatFixed(value * this.yUnit.factor, decimals);
    if (this.length !== null) return number(values[pointAtLength(info, this.length)]);
    const range = rangeOf([values]);
    return range ? `${number(range[0])} … ${number(range[1])}` : '–';
  }
}
