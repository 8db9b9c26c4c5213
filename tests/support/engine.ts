import { readFileSync } from 'node:fs';
import { createEngine, type DirectEngine, engineOf } from '../../wasm/engine/direct';
import { compileModule, type EngineModule, instantiateModule } from '../../wasm/engine/module';
import type { Chunk, Engine, Run, SimulationError } from '../../wasm/engine/types';

/** The compiled engine, shared by all tests of a file. */
export const compiled = compileModule(readFileSync('build/wasm-release/slipstick.wasm'));

/** An engine in this thread. */
export async function testEngine(): Promise<Engine> {
  return createEngine(await compiled);
}

/** An engine in which some calls of the module are replaced, for example by a trap. */
export async function engineWith(calls: Partial<EngineModule>): Promise<DirectEngine> {
  return engineOf(Object.assign(Object.create(await instantiateModule(await compiled)), calls));
}

/** Throws the error of a WebAssembly trap. */
export function trap(): never {
  throw new WebAssembly.RuntimeError('unreachable');
}

/** How long vi.waitFor waits for a run: the machine may be busy. */
export const patient = { timeout: 30_000, interval: 5 };

/** The chunks of a run, and the error at which it stopped. */
export async function collect(run: Run): Promise<{ chunks: Chunk[]; error: SimulationError | null }> {
  const chunks: Chunk[] = [];
  try {
    for await (const chunk of run) chunks.push(chunk);
  } catch (error) {
    return { chunks, error: error as SimulationError };
  }
  return { chunks, error: null };
}
