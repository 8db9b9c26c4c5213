import { msg } from '@lit/localize';
import { RecordedHistory } from '../../../wasm/engine/history';
import type { MeasureResult, ModelInfo, Statistics } from '../../../wasm/engine/types';
import type { RunRecording } from './recording';

/** A run computed elsewhere, for example in Python. */
export interface GivenRun {
  /** The values of all parameters. */
  parameters: Record<string, number>;
  /** How many samples it has. */
  count: number;
  /** All columns except the solver's, one after another: numbers of 8 bytes, compressed by zlib. */
  samples: ArrayBuffer | ArrayBufferView<ArrayBuffer>;
  statistics: Statistics;
  measures: MeasureResult[];
  /** Why it stopped before its end, or "". */
  problem: string;
}

/** The recording of such a run. Throws if its samples do not belong to this model. */
export async function recordingOf({ samples, count, statistics, measures }: GivenRun, model: ModelInfo): Promise<RunRecording> {
  const unpacked = new Blob([samples]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = await new Response(unpacked).arrayBuffer();
  const given = model.width - model.solver.length;
  if (bytes.byteLength !== 8 * count * given) throw new Error(msg('The samples of this run do not fit the model.'));
  const columns = Array.from({ length: given }, (_, i) => new Float64Array(bytes, 8 * count * i, count));
  for (const { column } of model.solver) columns[column] = new Float64Array(count).fill(Number.NaN); // unknown
  const history = new RecordedHistory();
  history.configure(model);
  history.append({ samples: count, columns });
  return { model, history, statistics, measures };
}
