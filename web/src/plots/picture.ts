import { msg, str } from '@lit/localize';
import type { ModelInfo } from '../../../wasm/engine/types';
import { withResolution } from '../format/png';
import { displayUnit, formatNumber } from '../format/quantity';
import { escaped } from '../format/xml';
import type { ComparedRun } from '../state/kept-runs';
import { valuesText } from '../state/kept-runs';
import { seenParameters } from '../state/parameters';
import type { ColorScale } from '../ui/colors';
import { plainLabel } from '../ui/label';
import { theme, token } from '../ui/theme';
import { lastDash } from './curves';
import { type FigureStyle, figureSize, gapOf, letterPixels, pictureWidth } from './figure-style';
import { markCorners, runColor } from './marks';
import { texts } from './texts';

/** A picture as SVG, with its size in CSS pixels. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** A plot as drawn, with its title, axes and legend. */
export interface PlotFigure {
  title: string;
  /** Text to the right of the title. */
  aside: string;
  xLabel: string;
  yLabel: string;
  legend: LegendEntry[];
  /** The drawing with the numbers of its axes. */
  drawing: Picture;
}

/** A plot that can be drawn for a picture, with its drawing area in CSS pixels; null: as on the page. */
export interface Drawn {
  figure(style: FigureStyle, size: Size | null): PlotFigure | null;
}

interface Size {
  width: number;
  height: number;
}

/** `label` with its symbol: a line, a dot, or the colours of a scale; null: none. */
export interface LegendEntry {
  label: string;
  sign: { color: string; dash: number[] } | { dot: string } | { scale: ColorScale; unit: string } | null;
}

const widest = 980; // width up to which a row has several plots, as on the page
const family = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif'; // no text
const resolution = 300; // dots per inch of a PNG

/** Font size of a picture, and lengths derived from it, in CSS pixels. */
interface Sheet {
  style: FigureStyle;
  letters: number;
  /** Height of a line of text. */
  line: number;
  margin: number;
  gap: number;
}

/** Plots in rows, with the name of the model, and the line style and values of each run; null without any plots. */
export function picture(plots: readonly Drawn[], model: ModelInfo, compared: readonly ComparedRun[], style: FigureStyle): Picture | null {
  const draw = () => {
    const size = figureSize(style, plots.length);
    const figures = plots.map((plot) => plot.figure(style, size)).filter((figure) => figure !== null);
    return figures.length > 0 ? layOut(figures, model, compared, style) : null;
  };
  return style.ground === 'page' ? draw() : theme.light(draw);
}

/** The size of the drawing area of a plot, beside the label of its axis. */
export function drawingSize(style: FigureStyle, size: Size | null): Size | null {
  return size && { width: size.width - 2 * edge - sideOf(letterPixels(style)), height: size.height };
}

const edge = 2; // margin around plots in a column of a paper

function layOut(figures: PlotFigure[], model: ModelInfo, compared: readonly ComparedRun[], style: FigureStyle): Picture {
  const letters = letterPixels(style);
  const sheet: Sheet = { style, letters, line: 1.5 * letters, margin: style.width === null ? 16 : edge, gap: gapOf(style.width) };
  const { line, margin, gap } = sheet;
  const rows = inRows(figures, sheet);
  const width = (pictureWidth(style) ?? Math.max(320, ...rows.map((row) => widthOfRow(row, sheet))) + 2 * margin) - 2 * margin;
  const parts: string[] = [];
  let y = margin;
  if (model.title && style.titles) {
    const size = 1.15 * letters;
    for (const row of wrapped(model.title, width, size, 700)) {
      parts.push(text(row, margin, y + size, { size, weight: 700 }));
      y += 1.1 * line;
    }
    y += 6;
  }
  for (const row of rows) {
    let [x, height] = [margin, 0];
    for (const figure of row) {
      const drawn = drawFigure(figure, x, y, sheet);
      parts.push(drawn.svg);
      x += widthOf(figure, sheet) + gap;
      height = Math.max(height, drawn.height);
    }
    y += height + line / 2;
  }
  for (const run of runRows(model, compared, figures, style)) {
    parts.push(run.sign(margin, y + line / 2));
    for (const row of wrapped(run.label.replaceAll(' = ', '\u00a0=\u00a0'), width - 36, letters)) {
      parts.push(text(row, margin + 36, y + line / 2 + 0.35 * letters, { size: letters }));
      y += line;
    }
  }
  const [outer, height] = [width + 2 * margin, y + margin - 4];
  const size = (pixels: number) => (style.width === null ? tidy(pixels) : `${tidy((pixels * 25.4) / 96)}mm`);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size(outer)}" height="${size(height)}" viewBox="0 0 ${tidy(outer)} ${tidy(height)}" preserveAspectRatio="none" font-family="${family}">`,
    `<title>${escaped(figures.map(({ title }) => title).join(', '))}</title>`,
    ...(style.ground === 'transparent' ? [] : [`<rect width="100%" height="100%" fill="${token('--paper')}"/>`]),
    ...parts,
    '</svg>',
  ];
  return { svg: svg.join('\n'), width: outer, height };
}

/** The picture in pixels, at print resolution. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob | null> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height].map((pixels) => Math.round((pixels * resolution) / 96));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return png && (await withResolution(png, resolution));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Places as many figures side by side as fit. */
function inRows(figures: PlotFigure[], sheet: Sheet): PlotFigure[][] {
  const most = pictureWidth(sheet.style) ?? widest;
  const rows: PlotFigure[][] = [];
  for (const figure of figures) {
    const row = rows[rows.length - 1];
    if (row && widthOfRow([...row, figure], sheet) <= most) row.push(figure);
    else rows.push([figure]);
  }
  return rows;
}

function widthOfRow(row: PlotFigure[], sheet: Sheet): number {
  return row.reduce((sum, figure) => sum + widthOf(figure, sheet), (row.length - 1) * sheet.gap);
}

function widthOf({ drawing }: PlotFigure, { letters }: Sheet): number {
  return drawing.width + sideOf(letters);
}

/** Width of the label of the y axis. */
function sideOf(letters: number): number {
  return 1.4 * letters;
}

function drawFigure(figure: PlotFigure, left: number, top: number, sheet: Sheet): { svg: string; height: number } {
  const { title, aside, xLabel, yLabel, drawing } = figure;
  const { letters, line, style } = sheet;
  const start = left + sideOf(letters);
  const right = start + drawing.width;
  const head = style.titles || aside ? line + 4 : 0;
  const middle = top + head + drawing.height / 2;
  const quiet = { size: letters, color: '--quiet' };
  const parts = [
    style.titles ? text(title, left, top + 1.1 * letters, { size: letters, weight: 600 }) : '',
    text(aside, right, top + 1.1 * letters, { ...quiet, anchor: 'end' }),
    `<g transform="rotate(-90 ${tidy(left + letters)} ${tidy(middle)})">${text(yLabel, left + letters, middle, { ...quiet, anchor: 'middle' })}</g>`,
    `<g transform="translate(${tidy(start)} ${tidy(top + head)})">${drawing.svg}</g>`,
  ];
  const below = top + head + drawing.height + line;
  parts.push(text(xLabel, start + drawing.width / 2, below - 0.4 * letters, { ...quiet, anchor: 'middle' }));
  const legend = drawLegend(figure.legend, start, right, below, sheet);
  return { svg: [...parts, ...legend.parts].join('\n'), height: legend.bottom - top };
}

/** Draws entries in rows between `left` and `right`, from `top` on. */
function drawLegend(legend: LegendEntry[], left: number, right: number, top: number, { letters, line }: Sheet) {
  const parts: string[] = [];
  let [x, y] = [left, top];
  for (const { label, sign } of legend) {
    const ends = sign && 'scale' in sign ? endsOf(sign) : null;
    const signWidth = ends ? textWidth(ends[0], letters) + textWidth(ends[1], letters) + 100 : sign ? 28 : 0;
    const needed = signWidth + textWidth(label, letters) + 18;
    if (x > left && x + needed - 18 > right) {
      x = left;
      y += line;
    }
    if (sign) parts.push(drawSign(sign, ends, x, y + line / 2, letters));
    parts.push(text(label, x + signWidth, y + line / 2 + 0.35 * letters, { size: letters }));
    x += needed;
  }
  return { parts, bottom: legend.length > 0 ? y + line : y };
}

function drawSign(sign: NonNullable<LegendEntry['sign']>, ends: [string, string] | null, x: number, y: number, letters: number): string {
  if ('dot' in sign) return `<circle cx="${x + 11}" cy="${y}" r="3" fill="${sign.dot}"/>`;
  if (!('scale' in sign)) return lineSign(x, y, 22, sign.color, sign.dash, 1.75);
  const [low, high] = ends ?? ['', ''];
  const id = `scale-${Math.round(x)}-${Math.round(y)}`;
  const at = x + textWidth(low, letters) + 8;
  const stops = sign.scale.stops.map((color, i, all) => `<stop offset="${i / (all.length - 1)}" stop-color="${color}"/>`);
  return [
    `<defs><linearGradient id="${id}">${stops.join('')}</linearGradient></defs>`,
    text(low, x, y + 0.35 * letters, { size: letters }),
    `<rect x="${at}" y="${y - 5}" width="72" height="10" fill="url(#${id})"/>`,
    text(high, at + 80, y + 0.35 * letters, { size: letters }),
  ].join('');
}

function endsOf({ scale, unit }: { scale: ColorScale; unit: string }): [string, string] {
  const shown = displayUnit(unit, Math.max(Math.abs(scale.low), Math.abs(scale.high)));
  const end = (value: number) => formatNumber(value * shown.factor, 3);
  return [end(scale.low), `${end(scale.high)} ${shown.text}`];
}

/** This run with the values of all parameters, the others with the differing values; without titles, only runs that differ. */
function runRows(model: ModelInfo, compared: readonly ComparedRun[], figures: PlotFigure[], { titles }: FigureStyle) {
  const color = runInk(figures);
  const seen = seenParameters(model);
  const values = ({ parameters }: Pick<ModelInfo, 'parameters'>) => Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  const mine = values(model);
  const own = titles ? valuesText(seen, mine) : '';
  const rows = compared.map(({ name, mark, recording }) => {
    const others = Object.entries(values(recording.model)).filter(([parameter, value]) => value !== mine[parameter]);
    const differences = valuesText(seenParameters(recording.model), Object.fromEntries(others));
    return {
      label: plainLabel(differences && name !== differences ? `${name} (${differences})` : name),
      sign: (x: number, y: number) => runSign(mark, x, y, color),
    };
  });
  if (!own && rows.length === 0) return [];
  const label = plainLabel(own ? msg(str`this run: ${own}`) : texts.thisRun());
  return [{ label, sign: (x: number, y: number) => lineSign(x, y, 26, color, [], 1.75) }, ...rows];
}

/** The colour that this run and the last one share, taken from their first curve. */
function runInk(figures: PlotFigure[]): string {
  const lines = figures.flatMap(({ legend }) => legend.flatMap(({ sign }) => (sign && 'color' in sign ? [sign.color] : [])));
  return lines[0] ?? token('--ink');
}

function runSign(mark: number | null, x: number, y: number, ink: string): string {
  if (mark === null) return lineSign(x, y, 26, ink, lastDash, 1);
  const color = token(runColor(mark));
  const corners = markCorners(mark, x + 13, y).map((corner) => corner.join(','));
  return `${lineSign(x, y, 26, color, [], 1.25)}<polygon points="${corners.join(' ')}" fill="${color}"/>`;
}

function lineSign(x: number, y: number, length: number, color: string, dash: number[], width: number): string {
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  return `<line x1="${x}" y1="${y}" x2="${x + length}" y2="${y}" stroke="${color}" stroke-width="${width}"${dashes}/>`;
}

function text(content: string, x: number, y: number, { size = 12, weight = 400, anchor = 'start', color = '--ink' } = {}): string {
  if (!content) return '';
  return `<text x="${tidy(x)}" y="${tidy(y)}" font-size="${tidy(size)}" font-weight="${weight}" text-anchor="${anchor}" fill="${token(color)}">${escaped(content)}</text>`;
}

/** Wraps words into lines of a given width. */
function wrapped(content: string, width: number, size: number, weight = 400): string[] {
  const rows: string[] = [];
  for (const word of content.split(' ')) {
    const longer = rows.length > 0 ? `${rows[rows.length - 1]} ${word}` : word;
    if (rows.length > 0 && textWidth(longer, size, weight) <= width) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

let measure: CanvasRenderingContext2D | null = null;

function textWidth(content: string, size: number, weight = 400): number {
  measure ??= document.createElement('canvas').getContext('2d');
  if (!measure) return 0.6 * size * content.length;
  measure.font = `${weight} ${size}px ${family}`;
  return measure.measureText(content).width;
}

function tidy(pixels: number): string {
  return String(Number(pixels.toFixed(2)));
}
