import type { ModelInfo } from '../../../wasm/engine/types';
import { displayUnit, formatNumber } from '../format/quantity';
import { escaped } from '../format/xml';
import type { ComparedRun } from '../state/kept-runs';
import { valuesText } from '../state/kept-runs';
import { seenParameters } from '../state/parameters';
import type { ColorScale } from '../ui/colors';
import { plainLabel } from '../ui/label';
import { token } from '../ui/theme';
import { lastDash } from './curves';
import { markCorners, runColor } from './marks';

/** A picture as SVG, with its size in CSS pixels. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** A plot as drawn, with its title and legend. */
export interface PlotFigure {
  title: string;
  /** On the right of the title. */
  aside: string;
  xLabel: string;
  legend: LegendEntry[];
  /** The drawing with its axes. */
  drawing: Picture;
}

/** `label` with its sign: a line, a dot, or the colours of a scale; null: none. */
export interface LegendEntry {
  label: string;
  sign: { color: string; dash: number[] } | { dot: string } | { scale: ColorScale; unit: string } | null;
}

const margin = 16;
const gap = 24; // between plots side by side
const widest = 980; // of a row with several plots
const line = 20; // height of a line of text
const font = 13;
const family = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif';
const pngScale = 3; // pixels of a PNG for one of the screen

/** Plots in rows, with the name of the model, and the line style and values of each run. */
export function picture(figures: PlotFigure[], model: ModelInfo, compared: readonly ComparedRun[]): Picture {
  const rows = inRows(figures);
  const width = Math.max(320, ...rows.map(widthOfRow));
  const parts: string[] = [];
  let y = margin;
  if (model.title) {
    for (const row of wrapped(model.title, width, 700, 15)) {
      parts.push(text(row, margin, y + 15, { size: 15, weight: 700 }));
      y += line + 2;
    }
    y += 6;
  }
  for (const row of rows) {
    let [x, height] = [margin, 0];
    for (const figure of row) {
      const drawn = drawFigure(figure, x, y);
      parts.push(drawn.svg);
      x += figure.drawing.width + gap;
      height = Math.max(height, drawn.height);
    }
    y += height + 10;
  }
  for (const run of runRows(model, compared)) {
    parts.push(run.sign(margin, y + line / 2));
    for (const row of wrapped(run.label.replaceAll(' = ', '\u00a0=\u00a0'), width - 36)) {
      parts.push(text(row, margin + 36, y + 14));
      y += line;
    }
  }
  const [outer, height] = [width + 2 * margin, y + margin - 4];
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${outer}" height="${height}" viewBox="0 0 ${outer} ${height}" font-family="${family}">`,
    `<title>${escaped(figures.map(({ title }) => title).join(', '))}</title>`,
    `<rect width="${outer}" height="${height}" fill="${token('--paper')}"/>`,
    ...parts,
    '</svg>',
  ];
  return { svg: svg.join('\n'), width: outer, height };
}

/** The picture in pixels, sharp on any screen. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob | null> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(pngScale * width), Math.round(pngScale * height)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** As many side by side as have room. */
function inRows(figures: PlotFigure[]): PlotFigure[][] {
  const rows: PlotFigure[][] = [];
  for (const figure of figures) {
    const row = rows[rows.length - 1];
    if (row && widthOfRow([...row, figure]) <= widest) row.push(figure);
    else rows.push([figure]);
  }
  return rows;
}

function widthOfRow(row: PlotFigure[]): number {
  return row.reduce((sum, { drawing }) => sum + drawing.width, (row.length - 1) * gap);
}

function drawFigure({ title, aside, xLabel, legend, drawing }: PlotFigure, left: number, top: number): { svg: string; height: number } {
  const right = left + drawing.width;
  const parts = [
    text(title, left, top + 14, { weight: 600 }),
    text(aside, right, top + 14, { anchor: 'end', color: '--quiet' }),
    `<g transform="translate(${left} ${top + line + 4})">${drawing.svg}</g>`,
  ];
  let y = top + line + 4 + drawing.height + 4;
  const xWidth = widthOf(xLabel) + 16;
  parts.push(text(xLabel, right, y + 14, { anchor: 'end', color: '--quiet' }));
  let x = left;
  for (const { label, sign } of legend) {
    const ends = sign && 'scale' in sign ? endsOf(sign) : null;
    const signWidth = ends ? widthOf(ends[0]) + widthOf(ends[1]) + 100 : sign ? 28 : 0;
    const needed = signWidth + widthOf(label) + 18;
    if (x > left && x + needed > right - xWidth) {
      x = left;
      y += line;
    }
    if (sign) parts.push(drawSign(sign, ends, x, y + line / 2));
    parts.push(text(label, x + signWidth, y + 14));
    x += needed;
  }
  return { svg: parts.join('\n'), height: y + line - top };
}

function drawSign(sign: NonNullable<LegendEntry['sign']>, ends: [string, string] | null, x: number, y: number): string {
  if ('dot' in sign) return `<circle cx="${x + 11}" cy="${y}" r="3" fill="${sign.dot}"/>`;
  if (!('scale' in sign)) return lineSign(x, y, 22, sign.color, sign.dash, 1.75);
  const [low, high] = ends ?? ['', ''];
  const id = `scale-${Math.round(x)}-${Math.round(y)}`;
  const at = x + widthOf(low) + 8;
  const stops = sign.scale.stops.map((color, i, all) => `<stop offset="${i / (all.length - 1)}" stop-color="${color}"/>`);
  return [
    `<defs><linearGradient id="${id}">${stops.join('')}</linearGradient></defs>`,
    text(low, x, y + 4),
    `<rect x="${at}" y="${y - 5}" width="72" height="10" fill="url(#${id})"/>`,
    text(high, at + 80, y + 4),
  ].join('');
}

function endsOf({ scale, unit }: { scale: ColorScale; unit: string }): [string, string] {
  const shown = displayUnit(unit, Math.max(Math.abs(scale.low), Math.abs(scale.high)));
  const end = (value: number) => formatNumber(value * shown.factor, 3);
  return [end(scale.low), `${end(scale.high)} ${shown.text}`];
}

/** This run with the values of all parameters, the others with the values that differ. */
function runRows(model: ModelInfo, compared: readonly ComparedRun[]) {
  const seen = seenParameters(model);
  const values = ({ parameters }: Pick<ModelInfo, 'parameters'>) => Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  const mine = values(model);
  const own = valuesText(seen, mine);
  const rows = compared.map(({ name, mark, recording }) => {
    const others = Object.entries(values(recording.model)).filter(([parameter, value]) => value !== mine[parameter]);
    const differences = valuesText(seenParameters(recording.model), Object.fromEntries(others));
    return {
      label: plainLabel(differences && name !== differences ? `${name} (${differences})` : name),
      sign: (x: number, y: number) => runSign(mark, x, y),
    };
  });
  if (!own && rows.length === 0) return [];
  const label = plainLabel(own ? `this run: ${own}` : 'this run');
  return [{ label, sign: (x: number, y: number) => lineSign(x, y, 26, token('--ink'), [], 1.75) }, ...rows];
}

function runSign(mark: number | null, x: number, y: number): string {
  if (mark === null) return lineSign(x, y, 26, token('--ink'), lastDash, 1);
  const color = token(runColor(mark));
  const corners = markCorners(mark, x + 13, y).map((corner) => corner.join(','));
  return `${lineSign(x, y, 26, color, [], 1.25)}<polygon points="${corners.join(' ')}" fill="${color}"/>`;
}

function lineSign(x: number, y: number, length: number, color: string, dash: number[], width: number): string {
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  return `<line x1="${x}" y1="${y}" x2="${x + length}" y2="${y}" stroke="${color}" stroke-width="${width}"${dashes}/>`;
}

function text(content: string, x: number, y: number, { size = font, weight = 400, anchor = 'start', color = '--ink' } = {}): string {
  if (!content) return '';
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${token(color)}">${escaped(content)}</text>`;
}

/** Rows of words that fit into a width. */
function wrapped(content: string, width: number, weight = 400, size = font): string[] {
  const rows: string[] = [];
  for (const word of content.split(' ')) {
    const longer = rows.length > 0 ? `${rows[rows.length - 1]} ${word}` : word;
    if (rows.length > 0 && widthOf(longer, weight, size) <= width) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

let measure: CanvasRenderingContext2D | null = null;

function widthOf(content: string, weight = 400, size = font): number {
  measure ??= document.createElement('canvas').getContext('2d');
  if (!measure) return 0.6 * size * content.length;
  measure.font = `${weight} ${size}px ${family}`;
  return measure.measureText(content).width;
}
