import { createWorkerEngineOf, type WorkerEngineOptions } from '../../wasm/engine/remote';
import type { Engine } from '../../wasm/engine/types';
import EngineWorker from '../../wasm/worker/worker.ts?worker&inline';

export { createEngine } from '../../wasm/engine/direct';
export { defaultHistoryBytes, RecordedHistory } from '../../wasm/engine/history';
export { findProfile } from '../../wasm/engine/profiles';
export * from '../../wasm/engine/types';

declare const packedEngine: () => BufferSource;

/** Replaces the engine that is loaded from the site: the page itself contains the engine's bytes and the program of its workers. */
export function createWorkerEngine(options: WorkerEngineOptions = {}): Promise<Engine> {
  return createWorkerEngineOf({ ...options, source: packedEngine(), createWorker: () => new EngineWorker({ name: 'slipstick' }) });
}
