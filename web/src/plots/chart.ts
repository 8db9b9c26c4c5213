import uPlot from 'uplot';
import { escaped } from '../format/xml';
import 'uplot/dist/uPlot.min.css';
import { type DisplayUnit, formatNumber } from '../format/quantity';
import { digitsOfDecades, type Range } from '../format/range';
import { token } from '../ui/theme';
import { type FigureStyle, letterPixels } from './figure-style';
import type { Picture } from './picture';
import { SvgContext } from './svg-context';

export interface ChartAxis {
  range(): Range;
  /** Number at a grid line. */
  text(value: number): string;
  logarithmic?(): boolean;
}

export interface ChartParts {
  x: ChartAxis;
  y: ChartAxis;
  /** Drawn below the grid. */
  background?(chart: Chart): void;
  draw(chart: Chart): void;
  /** The parts that move with the cursor, on their own layer. */
  overlay?(chart: Chart): void;
  /** Called when the size of the drawing has changed. */
  sized?(): void;
}

/** A number at a grid line, without rounding errors of the steps. */
export function axisText(value: number, unit: DisplayUnit): string {
  return formatNumber(Number((value * unit.factor).toPrecision(10)), 6);
}

/** A picture of a chart with these parts, in its own size and style. `prepare`: finds ranges for the size. */
export function chartPicture(
  parts: ChartParts,
  { width, height }: { width: number; height: number },
  style: FigureStyle,
  prepare: (chart: Chart) => void = () => {},
): Picture {
  const area = document.createElement('div');
  area.style.cssText = `position: fixed; left: -9999px; width: ${width}px; height: ${height}px`;
  document.body.append(area);
  const chart = new Chart(area, parts, letterPixels(style), style.cursor);
  try {
    prepare(chart);
    chart.redraw();
    return chart.picture();
  } finally {
    chart.destroy();
    area.remove();
  }
}

/** Axes and grid around a drawing, by uPlot in the colours of the page. */
export class Chart {
  private plot!: uPlot;
  private readonly front = document.createElement('canvas');
  private layer!: CanvasRenderingContext2D;
  private logarithmic = '';
  /** Positions of the grid lines, and their numbers. */
  private readonly ticks: Record<'x' | 'y', { at: number; text: string }[]> = { x: [], y: [] };
  private readonly resize = new ResizeObserver(() => this.fit());

  constructor(
    private readonly area: HTMLElement,
    private readonly parts: ChartParts,
    /** Font size, in CSS pixels. */
    readonly letters = 12,
    /** Whether the cursor is drawn. */
    readonly marked = true,
  ) {
    this.front.className = 'chart-front';
    this.build();
    this.resize.observe(area);
  }

  /** The drawing context: coordinates in device pixels. */
  get ctx(): CanvasRenderingContext2D {
    return this.layer;
  }

  /** In CSS pixels. */
  get size(): { width: number; height: number } {
    const { width, height } = this.plot;
    return { width, height };
  }

  get ratio(): number {
    return uPlot.pxRatio;
  }

  get box(): uPlot.BBox {
    return this.plot.bbox;
  }

  /** The element over the drawing, for the pointer. */
  get over(): HTMLElement {
    return this.plot.over;
  }

  readonly toX = (x: number): number => this.plot.valToPos(x, 'x', true);
  readonly toY = (y: number): number => this.plot.valToPos(y, 'y', true);

  /** Coordinates of the pointer in axis units. */
  place(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.over.getBoundingClientRect();
    return { x: this.plot.posToVal(event.clientX - box.left, 'x'), y: this.plot.posToVal(event.clientY - box.top, 'y') };
  }

  /** Redraws everything with the current ranges. */
  redraw(): void {
    if (this.logarithmic !== this.logarithmicAxes()) this.build();
    const [x, y] = [this.parts.x.range(), this.parts.y.range()];
    this.plot.batch((u: uPlot) => {
      u.setScale('x', { min: x[0], max: x[1] });
      u.setScale('y', { min: y[0], max: y[1] });
    });
    this.plot.redraw(false, true);
  }

  redrawOverlay(): void {
    const { width, height } = this.plot.ctx.canvas;
    if (this.front.width !== width || this.front.height !== height) {
      [this.front.width, this.front.height] = [width, height];
      this.front.style.width = `${width / this.ratio}px`;
      this.front.style.height = `${height / this.ratio}px`;
    }
    const context = this.front.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    this.clipped(context, this.parts.overlay);
  }

  /** The chart as a picture of lines and text. */
  picture(): Picture {
    const { left, top, width, height } = this.box;
    const { parts, ratio } = this;
    const drawn = (...draws: (((chart: Chart) => void) | undefined)[]) => {
      const layer = new SvgContext();
      const before = this.layer;
      this.layer = layer as unknown as CanvasRenderingContext2D;
      for (const draw of draws) {
        layer.globalAlpha = 1;
        layer.setLineDash([]);
        draw?.(this);
      }
      this.layer = before;
      return [`<g clip-path="url(#${clip})">`, ...layer.elements, '</g>'];
    };
    const clip = `clip-${Math.random().toString(36).slice(2)}`;
    const text = (content: string, x: number, y: number, anchor: string) =>
      `<text x="${x}" y="${y}" font-size="${this.letters * ratio}" text-anchor="${anchor}" fill="${token('--quiet')}">${escaped(content)}</text>`;
    const grid = [
      ...this.ticks.x.map(({ at, text: label }) => ({ label, x: this.toX(at), across: false })).filter(({ x }) => within(x, left, width)),
      ...this.ticks.y.map(({ at, text: label }) => ({ label, x: this.toY(at), across: true })).filter(({ x }) => within(x, top, height)),
    ];
    const lines = grid.map(({ x, across }) => (across ? `M${left} ${x}h${width}` : `M${x} ${top}v${height}`));
    const labels = grid.map(({ label, x, across }) =>
      across
        ? text(label, left - 6 * ratio, x + 0.35 * this.letters * ratio, 'end')
        : text(label, x, top + height + (6 + this.letters) * ratio, 'middle'),
    );
    const svg = [
      `<g transform="scale(${1 / ratio})">`,
      `<clipPath id="${clip}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath>`,
      ...drawn(parts.background),
      `<path d="${lines.join('')}" stroke="${token('--line')}" stroke-width="${ratio}" fill="none"/>`,
      ...labels,
      ...drawn(parts.draw, parts.overlay),
      '</g>',
    ];
    return { svg: svg.join('\n'), width: this.plot.width, height: this.plot.height };
  }

  dot(x: number, y: number, radius: number): void {
    this.ctx.beginPath();
    this.ctx.arc(x, y, radius * this.ratio, 0, 2 * Math.PI);
    this.ctx.fill();
  }

  line(x0: number, y0: number, x1: number, y1: number): void {
    this.ctx.beginPath();
    this.ctx.moveTo(x0, y0);
    this.ctx.lineTo(x1, y1);
    this.ctx.stroke();
  }

  dash(lengths: number[]): void {
    this.ctx.setLineDash(lengths.map((length) => length * this.ratio));
  }

  destroy(): void {
    this.resize.disconnect();
    this.plot.destroy();
  }

  private logarithmicAxes(): string {
    return [this.parts.x, this.parts.y].map((axis) => (axis.logarithmic?.() ? 'log' : 'linear')).join(' ');
  }

  private build(): void {
    this.plot?.destroy();
    this.logarithmic = this.logarithmicAxes();
    const { x, y } = this.parts;
    const axis = (scale: 'x' | 'y', { text, logarithmic }: ChartAxis): uPlot.Axis => ({
      scale,
      ...(logarithmic?.() ? { splits: (_: uPlot, __: number, min: number, max: number) => digitsOfDecades(min, max) } : {}),
      font: `${this.letters}px system-ui, sans-serif`,
      stroke: () => token('--quiet'),
      size: scale === 'x' ? 18 + this.letters : (_: uPlot, texts: string[] | null) => axisSize(texts, this.letters),
      gap: 4,
      grid: { stroke: () => token('--line'), width: 1 },
      ticks: { show: false },
      border: { show: false },
      values: (_, splits) => {
        const texts = splits.map((split) => (split === null ? '' : text(split)));
        this.ticks[scale] = splits.flatMap((at, i) => (at === null ? [] : [{ at, text: texts[i] }]));
        return texts;
      },
    });
    const scale = (of: ChartAxis): uPlot.Scale => ({
      time: false,
      auto: false,
      range: () => of.range(),
      distr: of.logarithmic?.() ? 3 : 1,
    });
    this.plot = new uPlot(
      {
        width: Math.max(80, this.area.clientWidth),
        height: Math.max(80, this.area.clientHeight),
        pxAlign: 0,
        padding: [8, 12, 0, 0],
        legend: { show: false },
        scales: { x: scale(x), y: scale(y) },
        axes: [axis('x', x), axis('y', y)],
        series: [{}],
        cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false }, x: false, y: false },
        hooks: {
          ready: [() => queueMicrotask(() => this.parts.sized?.())], // the axes have their widths only now
          drawClear: [() => this.clipped(this.plot?.ctx, this.parts.background)],
          draw: [
            () => {
              this.clipped(this.plot?.ctx, this.parts.draw);
              if (this.plot) this.redrawOverlay();
            },
          ],
        },
      },
      [x.range()] as unknown as uPlot.AlignedData,
      this.area,
    );
    this.plot.over.before(this.front);
  }

  private clipped(context: CanvasRenderingContext2D | undefined, draw?: (chart: Chart) => void): void {
    if (!context || !draw) return;
    const { left, top, width, height } = this.box;
    this.layer = context;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    draw(this);
    context.restore();
  }

  private fit(): void {
    const { clientWidth, clientHeight } = this.area;
    if (clientWidth === 0 || (this.plot.width === clientWidth && this.plot.height === clientHeight)) return;
    this.plot.setSize({ width: clientWidth, height: clientHeight });
    this.parts.sized?.();
    this.redraw();
  }
}

function within(place: number, start: number, length: number): boolean {
  return place >= start - 0.5 && place <= start + length + 0.5;
}

function axisSize(texts: string[] | null, letters: number): number {
  const longest = Math.max(0, ...(texts ?? []).map((text) => text.length));
  return Math.max(3 * letters, letters + 0.58 * letters * longest);
}
