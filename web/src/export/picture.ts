import { token } from '../ui/theme';

const scale = 2; // pixels of a picture for one of the screen
const margin = 12;
const lineHeight = 18;

/** Plots of the page as one picture, one under another. */
export function plotsPicture(plots: HTMLElement[]): Promise<Blob | null> {
  const pictures = plots.map(plotPicture).filter((picture) => picture !== null);
  if (pictures.length === 0) return Promise.resolve(null);
  const width = Math.max(...pictures.map((picture) => picture.width)) / scale;
  const { canvas, context } = paper(width, pictures.reduce((sum, picture) => sum + picture.height, 0) / scale);
  let y = 0;
  for (const picture of pictures) {
    context.drawImage(picture, 0, y, picture.width / scale, picture.height / scale);
    y += picture.height / scale;
  }
  return asPng(canvas);
}

/** A plot: its title, its canvases as they are, and its legend. */
function plotPicture(plot: HTMLElement): HTMLCanvasElement | null {
  const area = plot.querySelector<HTMLElement>('.plot-area');
  if (!area) return null;
  const box = area.getBoundingClientRect();
  const legend = legendOf(plot);
  const axis = textOf(plot, '.plot-over');
  const rows = placed(legend, box.width - 8 * axis.length);
  const { canvas, context } = paper(box.width + 2 * margin, box.height + 2 * margin + lineHeight * (1 + rows.count) + 8);
  context.font = '600 13px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.fillStyle = token('--ink');
  context.fillText(textOf(plot, '.plot-title'), margin, margin + lineHeight / 2);
  context.font = '13px system-ui, sans-serif';
  context.fillStyle = token('--quiet');
  context.textAlign = 'right';
  context.fillText(textOf(plot, '.plot-aside'), margin + box.width, margin + lineHeight / 2);
  context.fillText(axis, margin + box.width, margin + lineHeight * 1.5 + box.height + 8);
  context.textAlign = 'left';
  for (const source of area.querySelectorAll('canvas')) {
    const place = source.getBoundingClientRect();
    if (place.width > 0)
      context.drawImage(source, margin + place.left - box.left, margin + lineHeight + place.top - box.top, place.width, place.height);
  }
  legend.forEach(({ color, dash, text }, i) => {
    const x = margin + rows.places[i].x;
    const y = margin + lineHeight * (1.5 + rows.places[i].row) + box.height + 8;
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 18, y);
    context.stroke();
    context.fillStyle = token('--ink');
    context.fillText(text, x + 24, y);
  });
  return canvas;
}

/** The 3D view as a picture, as it is seen. */
export function scenePicture(source: HTMLCanvasElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [source.width, source.height];
  const context = canvas.getContext('2d');
  if (!context || source.width === 0) return Promise.resolve(null);
  context.fillStyle = token('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0);
  return asPng(canvas);
}

interface LegendEntry {
  color: string;
  dash: number[];
  text: string;
}

function legendOf(plot: HTMLElement): LegendEntry[] {
  return [...plot.querySelectorAll('.plot-legend li')].flatMap((entry) => {
    const line = entry.querySelector('svg line');
    const text = entry.querySelector('button')?.textContent ?? '';
    if (!line || entry.querySelector('[aria-pressed="false"]')) return [];
    const dash = (line.getAttribute('stroke-dasharray') ?? '')
      .split(/[ ,]+/)
      .map(Number)
      .filter((length) => length > 0);
    return [{ color: getComputedStyle(line).stroke, dash, text: text.trim() }];
  });
}

/** Where the entries stand in rows of a width. */
function placed(legend: LegendEntry[], width: number): { count: number; places: { x: number; row: number }[] } {
  let [x, row] = [0, 0];
  const places = legend.map(({ text }) => {
    const needed = 24 + 7.5 * text.length + 16;
    if (x > 0 && x + needed > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += needed;
    return place;
  });
  return { count: row + 1, places };
}

function paper(width: number, height: number) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.ceil(scale * width), Math.ceil(scale * height)];
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  context.fillStyle = token('--paper');
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

function textOf(plot: HTMLElement, selector: string): string {
  return (plot.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function asPng(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
