import { createEngine as createEngineOf, type DirectOptions } from '../../wasm/engine/direct';
import type { WasmSource } from '../../wasm/engine/module';
import { createWorkerEngineOf, type WorkerEngineOptions } from '../../wasm/engine/remote';
import type { Engine } from '../../wasm/engine/types';
import EngineWorker from '../../wasm/worker/worker.ts?worker&inline';

export { defaultHistoryBytes, RecordedHistory } from '../../wasm/engine/history';
export type { WasmSource } from '../../wasm/engine/module';
export { findProfile } from '../../wasm/engine/profiles';
export * from '../../wasm/engine/types';

interface WithWasm {
  /** slipstick.wasm: its address, its bytes, or the compiled module. Default: the file next to this script, which bundlers also find. */
  wasm?: WasmSource;
}
export type EngineOptions = DirectOptions & WithWasm;
export type PageEngineOptions = WorkerEngineOptions & WithWasm;

/** The engine in this thread: for Node, for a worker, and for a page that can wait. */
export async function createEngine({ wasm, ...options }: EngineOptions = {}): Promise<Engine> {
  return createEngineOf(await readable(wasm), options);
}

/** The engine for pages: runs are computed in workers. */
export async function createWorkerEngine({ wasm, ...options }: PageEngineOptions = {}): Promise<Engine> {
  if (typeof Worker === 'undefined') throw new Error('There are no workers here; createEngine() computes in this thread.');
  return createWorkerEngineOf({
    ...options,
    source: await readable(wasm),
    createWorker: () => new EngineWorker({ name: 'slipstick' }),
  });
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:fs'): { promises: { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> } };
}

/** Node cannot fetch local files. */
async function readable(wasm: WasmSource = new URL(/* @vite-ignore */ './slipstick.wasm', import.meta.url)): Promise<WasmSource> {
  const { process } = globalThis as { process?: NodeProcess };
  const files = process?.getBuiltinModule?.('node:fs');
  if (!files || !(wasm instanceof URL || typeof wasm === 'string')) return wasm;
  const address = new URL(wasm, import.meta.url);
  if (address.protocol !== 'file:') return wasm;
  try {
    return await files.promises.readFile(address);
  } catch (error) {
    throw new Error(
      `The engine did not load: ${(error as Error).message}. slipstick.wasm must lie beside the script, or be given: createEngine({ wasm }).`,
    );
  }
}
