import type { Engine, SensorChannel, Trial } from '../../../wasm/engine/types';
import { studyLanes } from './computation';

const slice = 200; // ms of a run between two checks for messages

/** Runs of one document, for algorithms that choose parameters step by step. */
export interface TrialTask {
  document: string;
  /** Parameters with values that replace the document's in all runs. */
  fixed: Readonly<Record<string, number>>;
  channels: readonly SensorChannel[];
}

/**
 * Runs the document for each set of parameters, several at once. The trials have the order of the sets, and each is reported when it ends.
 */
export async function runTrials(
  engine: Engine,
  { document, fixed, channels }: TrialTask,
  sets: readonly Readonly<Record<string, number>>[],
  signal: AbortSignal,
  onTrial?: (set: number, trial: Trial) => void,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  let next = 0;
  const work = async () => {
    while (next < sets.length) {
      const i = next++;
      [trials[i]] = await engine.trials(document, [{ ...fixed, ...sets[i] }], channels, slice, signal);
      signal.throwIfAborted();
      onTrial?.(i, trials[i]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(studyLanes, sets.length) }, work));
  return trials;
}
