import { RecordedHistory } from '../../../wasm/engine/history';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { Recording } from '../state/recording';

/** Motion of a model's poses in a mode: poses + s Re((real + i imaginary) e^{iφ}), the numbers of all poses one after another. */
export interface PoseShape {
  poses: Float64Array;
  real: Float64Array;
  imaginary: Float64Array;
}

const farthest = 0.12; // of the size of the model, at the default scale
const widest = 0.35; // rad
const samples = 49; // per period, including both ends

/** The shape of one eigenvalue in `modes` of a run, or null without one. */
export function poseShape(model: ModelInfo, modes: Float64Array | undefined, index: number): PoseShape | null {
  const size = poseNumbers(model);
  const part = (number: number) => modes!.subarray(number * size, (number + 1) * size);
  if (size === 0 || !modes || modes.length < (2 * index + 3) * size) return null;
  return { poses: part(0), real: part(2 * index + 1), imaginary: part(2 * index + 2) };
}

/** The factor at which a mode is clearly visible in a model of this size, without moving or rotating too far. 1 if nothing moves. */
export function usualFactor(model: ModelInfo, { real, imaginary }: PoseShape, size: number): number {
  const most = (from: number, count: number) => {
    let sum = 0;
    for (let i = from; i < from + count; i++) sum += real[i] ** 2 + imaginary[i] ** 2;
    return Math.sqrt(sum);
  };
  const limits = model.poses.flatMap(({ kind, column, object, size: numbers }) => {
    const from = column - model.poses[0].column;
    const ofFrame = [(farthest * size) / most(from, 3), widest / (2 * most(from + 3, 4))];
    if (kind === 'frame') return ofFrame;
    if (kind === 'flexible') {
      const shapes = model.objects[object].drawnAs?.modes ?? [[1]]; // points of a surface
      const largest = shapes.reduce((sum, row) => Math.max(sum, ...row.map(Math.abs)), 0);
      return [...ofFrame, (farthest * size) / (largest * most(from + 7, numbers - 7))];
    }
    if (kind === 'point') return [(farthest * size) / most(from, numbers)];
    const half = numbers / 2; // a cable: position and slope of each end
    return [0, half].map((end) => (farthest * size) / most(from + end, half / 2));
  });
  const factor = Math.min(...limits.filter((limit) => limit > 0));
  return Number.isFinite(factor) ? factor : 1;
}

/** One period of a mode in the form of a recording: `period` in s, all poses, no sensors. */
export function modeMotion(model: ModelInfo, shape: PoseShape, factor: number, period: number): Recording {
  const display = { ...model.display, arrows: [], trails: [], contour: null };
  const quiet: ModelInfo = { ...model, display, loads: [], profiles: [], solver: [] };
  const history = new RecordedHistory();
  history.configure(quiet);
  const columns = Array.from({ length: model.width }, () => new Float64Array(samples).fill(Number.NaN));
  const first = model.poses[0].column;
  for (let sample = 0; sample < samples; sample++) {
    const phase = (2 * Math.PI * sample) / (samples - 1);
    const [c, s] = [factor * Math.cos(phase), factor * Math.sin(phase)];
    columns[0][sample] = (period * sample) / (samples - 1);
    shape.poses.forEach((pose, i) => {
      columns[first + i][sample] = pose + c * shape.real[i] - s * shape.imaginary[i];
    });
    for (const { kind, column } of model.poses)
      if (kind === 'frame' || kind === 'flexible') normalise(columns.slice(column + 3, column + 7), sample);
  }
  history.append({ samples, columns });
  return { model: quiet, history };
}

/** The rotation of a frame is stored as four numbers of a unit quaternion. */
function normalise(quaternion: Float64Array[], sample: number): void {
  const length = Math.hypot(...quaternion.map((column) => column[sample]));
  for (const column of quaternion) column[sample] /= length;
}

function poseNumbers({ poses }: ModelInfo): number {
  const last = poses[poses.length - 1];
  return last ? last.column + last.size - poses[0].column : 0;
}
