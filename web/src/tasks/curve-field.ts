import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatNumber, withUnit } from '../format/quantity';
import { html, svg } from '../ui/html';
import { View } from '../ui/view';
import { type Words, wordsOf } from './words';

export type Point = [time: number, value: number];

/** A point of a stored curve. */
function isPoint(point: unknown): point is Point {
  return Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
}

const [width, height] = [600, 240]; // size of the drawing, in its own units
const columns = 60; // number of time intervals between drawn values
const fine = 40; // arrow-key steps from bottom to top

/** A curve over time, drawn by mouse, finger or keys; with the curve of the run once it may be visible. */
@customElement('slip-curve-field')
export class CurveField extends View {
  @property() label = '';
  @property() unit = '';
  @property({ attribute: false }) words: Words = wordsOf('en');
  /** Start and end of the time axis, s. */
  @property({ attribute: false }) span: [number, number] = [0, 1];
  /** Lower and upper limit of the other axis. */
  @property({ attribute: false }) range: [number, number] = [-1, 1];
  /** The initial points of the drawing. */
  @property({ attribute: false }) start: readonly Point[] = [];
  /** The curve of the run; null: it is not visible yet. */
  @property({ attribute: false }) right: readonly Point[] | null = null;
  @property({ type: Boolean }) disabled = false;
  /** The value of each column; null: not drawn yet. */
  @state() private drawn: (number | null)[] = Array(columns + 1).fill(null);
  /** The column selected by the keys. */
  @state() private pen = 0;
  private last: { column: number; value: number } | null = null;
  private startOf: readonly Point[] | null = null;

  /** The points of the curve, in order of time. */
  get points(): Point[] {
    return this.drawn.flatMap((value, column) => (value === null ? [] : [[this.timeOf(column), value] as Point]));
  }

  clear(): void {
    this.drawn = Array(columns + 1).fill(null);
    this.pen = 0;
  }

  protected override willUpdate(): void {
    if (this.start === this.startOf) return;
    this.startOf = this.start;
    const [from, to] = this.span;
    const drawn: (number | null)[] = Array(columns + 1).fill(null);
    for (const [time, value] of this.start.filter(isPoint))
      drawn[Math.min(columns, Math.max(0, Math.round(((time - from) / (to - from)) * columns)))] = value;
    if (this.start.length > 0) this.drawn = drawn;
  }

  protected override render() {
    const { words } = this;
    const [low, high] = this.range;
    const value = this.valueAt(this.pen);
    const zero = low < 0 && high > 0 ? this.y(0) : null;
    const said = words.penAt(
      withUnit(formatNumber(this.timeOf(this.pen), 3), 's'),
      value === null ? words.nothingDrawn : withUnit(formatNumber(value, 3), this.unit),
    );
    return html`
      <div class="curve-field">
        <span class="curve-end quiet">${withUnit(formatNumber(high, 3), this.unit)}</span>
        <svg
          viewBox="0 0 ${width} ${height}"
          preserveAspectRatio="none"
          tabindex=${this.disabled ? nothing : 0}
          role="slider"
          aria-label=${words.pen(this.label)}
          aria-valuemin=${low}
          aria-valuemax=${high}
          aria-valuenow=${value ?? 0}
          aria-valuetext=${said}
          aria-disabled=${this.disabled}
          @keydown=${this.onKey}
          @pointerdown=${this.onDown}
          @pointermove=${this.onMove}
          @pointerup=${this.onUp}
          @pointercancel=${this.onUp}
        >
          ${zero === null ? nothing : svg`<line class="zero" x1="0" x2=${width} y1=${zero} y2=${zero} />`}
          ${this.right ? svg`<polyline class="right" points=${this.path(this.right)} />` : nothing}
          <polyline class="drawn" points=${this.path(this.points)}></polyline>
          <line class="pen" x1=${this.x(this.pen)} x2=${this.x(this.pen)} y1="0" y2=${height}></line>
        </svg>
        <span class="curve-end quiet">${withUnit(formatNumber(low, 3), this.unit)}</span>
        <span class="curve-times quiet"><span>${withUnit(formatNumber(this.span[0], 3), 's')}</span><span>${withUnit(formatNumber(this.span[1], 3), 's')}</span></span>
        ${this.right ? html`<p class="curve-legend quiet"><span class="curve-key"></span>${words.drawn}<span class="curve-key computed"></span>${words.computed}</p>` : nothing}
      </div>
    `;
  }

  private timeOf(column: number): number {
    return this.span[0] + (column / columns) * (this.span[1] - this.span[0]);
  }
  private x(column: number): number {
    return (column / columns) * width;
  }
  private y(value: number): number {
    const [low, high] = this.range;
    return height * (1 - (value - low) / (high - low));
  }
  private path(points: readonly Point[]): string {
    const [from, to] = this.span;
    return points.map(([time, value]) => `${(((time - from) / (to - from)) * width).toFixed(1)},${this.y(value).toFixed(1)}`).join(' ');
  }

  /** The drawn value, interpolated between drawn columns. */
  private valueAt(column: number): number | null {
    if (this.drawn[column] !== null) return this.drawn[column];
    const before = this.drawn.findLastIndex((value, i) => value !== null && i < column);
    const after = this.drawn.findIndex((value, i) => value !== null && i > column);
    if (before < 0 || after < 0) return before >= 0 ? this.drawn[before] : after >= 0 ? this.drawn[after] : null;
    const [a, b] = [this.drawn[before] ?? 0, this.drawn[after] ?? 0];
    return a + ((column - before) / (after - before)) * (b - a);
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (this.disabled) return;
    const [low, high] = this.range;
    const step = (high - low) / fine;
    const here = this.valueAt(this.pen) ?? (low + high) / 2;
    const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -columns, End: columns };
    const changes: Record<string, number> = { ArrowUp: step, ArrowDown: -step, PageUp: 5 * step, PageDown: -5 * step, ' ': 0, Enter: 0 };
    if (event.key in moves) this.pen = Math.min(columns, Math.max(0, this.pen + moves[event.key]));
    else if (event.key in changes) this.put(this.pen, Math.min(high, Math.max(low, here + changes[event.key])));
    else if (event.key === 'Delete') this.put(this.pen, null);
    else return;
    event.preventDefault();
  };

  private put(column: number, value: number | null): void {
    this.drawn = this.drawn.map((old, i) => (i === column ? value : old));
    this.dispatchEvent(new Event('change'));
  }

  private readonly onDown = (event: PointerEvent) => {
    if (this.disabled || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.last = null;
    this.draw(event);
  };
  private readonly onMove = (event: PointerEvent) => {
    if (this.last) this.draw(event);
  };
  private readonly onUp = () => {
    this.last = null;
  };

  /** Draws from the previous position of the pointer to the current one. */
  private draw(event: PointerEvent): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const [low, high] = this.range;
    const share = (at: number, size: number) => Math.min(1, Math.max(0, at / size));
    const column = Math.round(share(event.clientX - box.left, box.width) * columns);
    const value = high - share(event.clientY - box.top, box.height) * (high - low);
    const from = this.last ?? { column, value };
    const drawn = [...this.drawn];
    const [first, end] = [Math.min(from.column, column), Math.max(from.column, column)];
    for (let i = first; i <= end; i++)
      drawn[i] = from.column === column ? value : from.value + ((i - from.column) / (column - from.column)) * (value - from.value);
    this.drawn = drawn;
    this.pen = column;
    this.last = { column, value };
    this.dispatchEvent(new Event('change'));
  }
}
