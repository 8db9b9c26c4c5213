import type { ComparedRun } from '../state/kept-runs';
import { token } from '../ui/theme';
import type { Chart } from './chart';
import { curveStyle, lastDash } from './curves';
import { drawMarks, runColor } from './marks';
import { strokeCurve } from './stroke';

type Points = [xs: ArrayLike<number>, ys: ArrayLike<number>];

interface Curves {
  curves: readonly { color: string | null }[];
  /** Indices of the hidden curves. */
  off: ReadonlySet<number>;
}

/**
 * Strokes the curves of this run (null) or of a compared one. Null points: the run lacks this curve. The last run has the colours of this
 * one, a kept run has its own colour, marks and the dashes of the curves. `along`: see `drawMarks`.
 */
export function strokeRun(
  chart: Chart,
  run: ComparedRun | null,
  points: readonly (Points | null)[],
  { curves, off }: Curves,
  along = false,
) {
  const { ctx, ratio, toX, toY } = chart;
  const mark = run?.mark ?? null;
  const isLast = run?.mark === null;
  ctx.lineJoin = 'round';
  ctx.lineWidth = (run === null ? 1.75 : isLast ? 1 : 1.25) * ratio;
  ctx.globalAlpha = isLast ? 0.75 : 1;
  points.forEach((curve, i) => {
    if (!curve || off.has(i)) return;
    const { color, dash } = curveStyle(i, curves[i].color);
    ctx.strokeStyle = ctx.fillStyle = mark === null ? color : token(runColor(mark));
    chart.dash(isLast ? lastDash : dash);
    strokeCurve(ctx, ...curve, toX, toY);
    if (mark !== null) drawMarks(ctx, mark, curve, [toX, toY], ratio, along);
  });
  ctx.globalAlpha = 1;
}
