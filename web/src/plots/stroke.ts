type Curve = (
  context: CanvasRenderingContext2D,
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  toX: (x: number) => number,
  toY: (y: number) => number,
) => void;

const dense = 10_000; // points, more than the width of a plot in pixels

/** Drops points closer than half a pixel to the last one drawn. */
const trace: Curve = (context, xs, ys, toX, toY) => {
  let pen = false;
  let lastX = 0;
  let lastY = 0;
  const count = Math.min(xs.length, ys.length);
  for (let i = 0; i < count; i++) {
    const x = toX(xs[i]);
    const y = toY(ys[i]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      pen = false;
    } else if (!pen) {
      context.moveTo(x, y);
      [pen, lastX, lastY] = [true, x, y];
    } else if (Math.abs(x - lastX) + Math.abs(y - lastY) >= 0.5 || i === count - 1) {
      context.lineTo(x, y);
      [lastX, lastY] = [x, y];
    }
  }
};

/** For each column of pixels, draws the first, lowest, highest and last point, in their order. */
const traceDense: Curve = (context, xs, ys, toX, toY) => {
  const count = Math.min(xs.length, ys.length);
  // On a linear x axis, columns are found without converting every point.
  const origin = toX(0);
  const perUnit = toX(1) - origin;
  let pen = false;
  for (let i = 0; i < count; ) {
    if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) {
      pen = false;
      i++;
      continue;
    }
    const column = Math.floor(origin + perUnit * xs[i]);
    const first = i;
    let [low, high] = [i, i];
    for (i++; i < count && Math.floor(origin + perUnit * xs[i]) === column && Number.isFinite(ys[i]); i++) {
      if (ys[i] < ys[low]) low = i;
      else if (ys[i] > ys[high]) high = i;
    }
    let drawn = -1;
    for (const point of [first, Math.min(low, high), Math.max(low, high), i - 1]) {
      if (point === drawn) continue;
      const y = toY(ys[point]);
      if (!Number.isFinite(y))
        pen = false; // not representable on a logarithmic axis
      else if (pen) context.lineTo(toX(xs[point]), y);
      else context.moveTo(toX(xs[point]), y);
      pen = Number.isFinite(y);
      drawn = point;
    }
  }
};

/**
 * Draws a line through points given in axis units. A number that is not finite interrupts it. If points are closer than pixels, only the
 * visible ones are drawn.
 */
export const strokeCurve: Curve = (context, xs, ys, toX, toY) => {
  context.beginPath();
  const count = Math.min(xs.length, ys.length);
  const isLinear = Math.abs(toX(xs[0]) + toX(xs[count - 1]) - 2 * toX((xs[0] + xs[count - 1]) / 2)) < 1; // pixels
  if (count > dense && isLinear) traceDense(context, xs, ys, toX, toY);
  else trace(context, xs, ys, toX, toY);
  context.stroke();
};

/** Fills the band around points given in axis units, with their half widths. A width that is not a number interrupts it. */
export function fillBand(
  context: CanvasRenderingContext2D,
  [xs, ys, widths]: [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>],
  toX: (x: number) => number,
  toY: (y: number) => number,
): void {
  let upper: [x: number, y: number][] = [];
  let lower: [x: number, y: number][] = [];
  const end = () => {
    if (upper.length > 1) {
      context.beginPath();
      [...upper, ...lower.reverse()].forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
      context.fill();
    }
    [upper, lower] = [[], []];
  };
  for (let i = 0; i < xs.length; i++) {
    const [x, above, below] = [toX(xs[i]), toY(ys[i] + widths[i]), toY(ys[i] - widths[i])];
    if (!Number.isFinite(above) || !Number.isFinite(below)) {
      end();
      continue;
    }
    upper.push([x, above]);
    lower.push([x, below]);
  }
  end();
}
