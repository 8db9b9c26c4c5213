import { msg } from '@lit/localize';
import type { ColorScale } from '../ui/colors';
import { token } from '../ui/theme';
import { bandColors } from './band-colors';

/** The texts on a picture of the scene, as in the legend on the page. */
export interface Caption {
  time: string;
  /** Distance of the grid lines; "" without a ground. */
  cell: string;
  arrows: { label: string; color: string; value: string }[];
  contour: { label: string; scale: ColorScale; low: string; high: string } | null;
  bands: boolean;
}

const family = 'system-ui, sans-serif';

/** Draws the texts in the lower corners of a picture of `width` by `height` pixels. */
export function drawCaption(context: CanvasRenderingContext2D, width: number, height: number, caption: Caption): void {
  const unit = Math.max(1, Math.min(width / 640, height / 400)); // scale relative to a small picture
  const [size, row, edge] = [14 * unit, 22 * unit, 14 * unit];
  context.save();
  context.font = `${size}px ${family}`;
  context.textBaseline = 'middle';
  const ink = token('--ink');
  const quiet = token('--quiet');

  let x = edge;
  const base = height - edge - size / 2;
  if (caption.cell) {
    context.strokeStyle = quiet;
    context.lineWidth = unit;
    context.strokeRect(x, base - size / 2, size, size);
    x += size + 6 * unit;
    context.fillStyle = quiet;
    context.fillText(caption.cell, x, base);
    x += context.measureText(caption.cell).width + 20 * unit;
  }
  context.fillStyle = ink;
  context.fillText(caption.time, x, base);

  const right = width - edge;
  let y = base;
  context.textAlign = 'right';
  const values = Math.max(0, ...caption.arrows.map(({ value }) => context.measureText(value).width));
  for (const { label, color, value } of [...caption.arrows].reverse()) {
    context.fillStyle = ink;
    context.fillText(value, right, y);
    context.fillStyle = quiet;
    const end = right - values - 12 * unit;
    context.fillText(label, end, y);
    drawArrow(context, end - context.measureText(label).width - 28 * unit, y, unit, color);
    y -= row;
  }
  if (caption.bands) {
    let at = right;
    for (const [label, color] of [
      [msg('slips'), bandColors.slip],
      [msg('sticks'), bandColors.stick],
    ]) {
      context.fillStyle = quiet;
      context.fillText(label, at, y);
      at -= context.measureText(label).width + 20 * unit;
      context.fillStyle = color;
      context.fillRect(at, y - 4 * unit, 14 * unit, 8 * unit);
      at -= 12 * unit;
    }
    context.fillStyle = quiet;
    context.fillText(msg('contact force:'), at, y);
    y -= row;
  }
  if (caption.contour) {
    const { label, scale, low, high } = caption.contour;
    context.fillStyle = quiet;
    context.fillText(high, right, y);
    const end = right - context.measureText(high).width - 6 * unit;
    const length = 80 * unit;
    const gradient = context.createLinearGradient(end - length, 0, end, 0);
    const { stops } = scale;
    stops.forEach((color, i) => {
      gradient.addColorStop(i / (stops.length - 1), color);
    });
    context.fillStyle = gradient;
    context.fillRect(end - length, y - 5 * unit, length, 10 * unit);
    context.fillStyle = quiet;
    context.fillText(`${label} ${low}`, end - length - 6 * unit, y);
  }
  context.restore();
}

function drawArrow(context: CanvasRenderingContext2D, x: number, y: number, unit: number, color: string): void {
  const corners = [
    [0, -1],
    [12, -1],
    [12, -4],
    [20, 0],
    [12, 4],
    [12, 1],
    [0, 1],
  ];
  context.fillStyle = color;
  context.beginPath();
  for (const [dx, dy] of corners) context.lineTo(x + dx * unit, y + dy * unit);
  context.fill();
}
