import type { Engine, ModelInfo, StudyInfo } from '../../../wasm/engine/types';
import type { StudyTask } from './computation';
import type { Linear } from './figures';

/** Amplitudes of the output of the linear model over the varied frequency, in Hz or rad/s; or why there are none. */
export async function linearResponse(engine: Engine, task: StudyTask, info: StudyInfo, model: ModelInfo | null): Promise<Linear | string> {
  const { input, output, amplitude } = info.response!;
  const linear = await engine.linearise(task.document, { inputs: [input], outputs: [output], time: null }, task.fixed);
  if (linear.problem) return linear.problem;
  const unit = model?.parameters.find(({ name }) => name === info.parameters[0])?.unit;
  const perTurn = unit === 'rad/s' ? 1 : 2 * Math.PI;
  const { re, im } = linear.response[0][0];
  return {
    xs: linear.frequencies.map((w) => w / perTurn),
    ys: re.map((value, i) => Math.abs(amplitude) * Math.hypot(value ?? Number.NaN, im[i] ?? Number.NaN)),
  };
}
