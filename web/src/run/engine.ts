import { createWorkerEngine } from '../../../wasm/engine';
import type { Engine } from '../../../wasm/engine/types';

/** How many runs are worth computing at once here. */
export const lanes = Math.min(4, Math.max(2, navigator.hardwareConcurrency || 2));

/** The engine of this page; each run of it has a worker of its own. */
export function createPageEngine(): Engine | Promise<Engine> {
  return createWorkerEngine({ idleWorkers: lanes });
}
