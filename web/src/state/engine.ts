import { createWorkerEngine } from '../../../wasm/engine';
import type { Engine } from '../../../wasm/engine/types';

/** The number of runs that are worth computing concurrently on this computer. */
export const lanes = Math.min(4, Math.max(2, navigator.hardwareConcurrency || 2));

const mebibyte = 1024 * 1024;

/** The memory for runs, in bytes: a sixteenth of a small device's memory; 256 MiB if there is enough or the size is unknown. */
export function memoryForRuns(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number }; // GiB
  return Math.min(256, 64 * deviceMemory) * mebibyte;
}

/** The engine of this page; each run has a separate worker. Half of the memory is for the run shown, half for the last one. */
export function createPageEngine(): Engine | Promise<Engine> {
  return createWorkerEngine({ idleWorkers: lanes, historyBytes: memoryForRuns() / 2 });
}
