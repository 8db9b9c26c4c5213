import type { Chart, FigureAxis } from '../plots';

/** A run that a press on a figure opens. */
export interface Point {
  x: number;
  y: number;
  /** Its description for a person; generated on demand, because there may be many points. */
  text: () => string;
  run: number;
}

/** The contents of a study's chart with two axes. */
export interface StudyFigure {
  kind: 'Chart' | 'Map';
  title: string;
  /** Unit of the y axis or of the colours. */
  head: string;
  xLabel: string;
  x: FigureAxis;
  y: FigureAxis;
  legend: unknown;
  below?: unknown;
  /** Without it, a press or Enter opens the run of a point. */
  slider?: string;
  points: readonly Point[];
  draw(chart: Chart): void;
  /** The point at a pressed place; by default, the nearest one. */
  find?(place: { x: number; y: number }): number;
}

/** The relative position of a value between the ends of an axis, 0 … 1. */
export function share({ range: [low, high], logarithmic }: FigureAxis, value: number): number {
  return logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** The index of the point nearest to a place; -1: there is none. */
export function nearestPoint({ points, x, y }: StudyFigure, place: { x: number; y: number }): number {
  const away = (point: Point) => Math.hypot(share(x, point.x) - share(x, place.x), share(y, point.y) - share(y, place.y));
  return points.reduce((best, point, i) => (best < 0 || away(point) < away(points[best]) ? i : best), -1);
}

/** The index of the next point in a direction, preferably straight ahead; the index of `from` if there is none. */
export function nextPoint({ points, x, y }: StudyFigure, from: number, right: number, up: number): number {
  const here = points[from];
  const cost = (point: Point) => {
    const dx = share(x, point.x) - share(x, here.x);
    const dy = share(y, point.y) - share(y, here.y);
    const ahead = dx * right + dy * up;
    return ahead > 1e-9 ? ahead + 4 * Math.abs(dx * up) + 4 * Math.abs(dy * right) * (up === 0 ? 1e-3 : 1) : Infinity;
  };
  return points.reduce((best, point, i) => (cost(point) < (best === from ? Infinity : cost(points[best])) ? i : best), from);
}
