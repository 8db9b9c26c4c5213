import { createWorkerEngine } from '../../../wasm/engine';
import type { Engine } from '../../../wasm/engine/types';

/** The engine of this page, in its own worker. */
export function createPageEngine(): Engine | Promise<Engine> {
  return createWorkerEngine();
}
