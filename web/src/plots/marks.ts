import { html } from '../ui/html';

/** Marks that distinguish kept runs in addition to their colours: the corners of small shapes within a circle of radius 1. */
const shapes: [x: number, y: number][][] = [
  regular(16, 0),
  regular(4, Math.PI / 4),
  regular(3, -Math.PI / 2),
  regular(4, 0),
  regular(3, Math.PI / 2),
  cross(0.4),
];

const apart = 96; // CSS pixels between two marks on a curve
const size = 4; // CSS pixels, the radius
const enough = 4000; // maximum number of points that are examined

/** The name of the colour of a kept run. */
export function runColor(mark: number): string {
  return `--run-${mark % shapes.length}`;
}

/** The look of a kept run, for a legend. */
export function runSwatch(mark: number) {
  const color = `var(${runColor(mark)})`;
  const corners = markCorners(mark, 13, 5).map((corner) => corner.join(','));
  return html`<svg class="swatch" width="26" height="10" aria-hidden="true">
    <line x1="0" y1="5" x2="26" y2="5" style=${`stroke:${color}`} stroke-width="1.25" />
    <polygon points=${corners.join(' ')} style=${`fill:${color}`} />
  </svg>`;
}

/** Corners of a mark around a place, in CSS pixels. */
export function markCorners(mark: number, x: number, y: number): [x: number, y: number][] {
  return shapeOf(mark).map(([dx, dy]) => [Number((x + size * dx).toFixed(2)), Number((y + size * dy).toFixed(2))]);
}

/**
 * Draws the marks of a kept run along a curve given in axis units, filled with the current colour. `along`: spaced by arc length instead of
 * x. Each run has different mark positions.
 */
export function drawMarks(
  context: CanvasRenderingContext2D,
  mark: number,
  [xs, ys]: [ArrayLike<number>, ArrayLike<number>],
  [toX, toY]: [(x: number) => number, (y: number) => number],
  ratio: number,
  along: boolean,
): void {
  const step = apart * ratio;
  const stride = Math.max(1, Math.floor(Math.min(xs.length, ys.length) / enough));
  let left = ((mark + 0.5) / shapes.length) * step;
  let last: [number, number] | null = null;
  for (let i = 0; i < Math.min(xs.length, ys.length); i += stride) {
    const [x, y] = [toX(xs[i]), toY(ys[i])];
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    if (last) left -= along ? Math.hypot(x - last[0], y - last[1]) : Math.abs(x - last[0]);
    last = [x, y];
    if (left > 0) continue;
    left = Math.max(left + step, 0.5 * step);
    drawMark(context, mark, x, y, size * ratio);
  }
}

function drawMark(context: CanvasRenderingContext2D, mark: number, x: number, y: number, radius: number): void {
  context.beginPath();
  shapeOf(mark).forEach(([dx, dy], i) => {
    if (i === 0) context.moveTo(x + radius * dx, y + radius * dy);
    else context.lineTo(x + radius * dx, y + radius * dy);
  });
  context.closePath();
  context.fill();
}

function shapeOf(mark: number): [number, number][] {
  return shapes[mark % shapes.length];
}

function regular(corners: number, start: number): [number, number][] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = start + (2 * Math.PI * i) / corners;
    return [Math.cos(angle), Math.sin(angle)];
  });
}

/** An upright cross with arms of this width. */
function cross(width: number): [number, number][] {
  const [w, r] = [width / 2 + 0.1, 1];
  return [
    [-w, -r],
    [w, -r],
    [w, -w],
    [r, -w],
    [r, w],
    [w, w],
    [w, r],
    [-w, r],
    [-w, w],
    [-r, w],
    [-r, -w],
    [-w, -w],
  ];
}
