import { nextTask } from './task';
import { type AccuracyOptions, type AccuracyReport, type AccuracyState, SimulationError } from './types';

const portion = 100; // ms between two reports of progress

/** Computes an accuracy in portions, wherever the engine is. */
export async function wholeAccuracy(
  { open, advance }: { open(): Promise<unknown>; advance(milliseconds: number): Promise<AccuracyState> },
  { onProgress, signal }: AccuracyOptions,
): Promise<AccuracyReport> {
  await open();
  for (;;) {
    await nextTask();
    if (signal?.aborted) throw new SimulationError('cancelled', 'The work was ended.');
    const { fraction, run, report } = await advance(portion);
    if (report) return report;
    onProgress?.(fraction, run);
  }
}
