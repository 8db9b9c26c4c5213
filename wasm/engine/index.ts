import lightUrl from '../../build/wasm-release/light/slipstick.wasm?url';
import wholeUrl from '../../build/wasm-release/slipstick.wasm?url';
import { createWorkerEngineOf, type WorkerEngineOptions } from './remote';
import type { Engine } from './types';

export { createEngine, type DirectOptions } from './direct';
export { defaultHistoryBytes, RecordedHistory } from './history';
export { findProfile } from './profiles';
export type { WorkerEngineOptions } from './remote';
export * from './types';

/** The engine for pages: runs are computed in workers. */
export function createWorkerEngine(options: WorkerEngineOptions = {}): Promise<Engine> {
  return createWorkerEngineOf({
    ...options,
    source: lightUrl,
    whole: wholeUrl,
    createWorker: () => new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module', name: 'slipstick' }),
  });
}
