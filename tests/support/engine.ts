import { readFileSync } from 'node:fs';
import { createEngine, type DirectEngine, engineOf } from '../../wasm/engine/direct';
import { compileModule, type EngineModule, instantiateModule } from '../../wasm/engine/module';
import type { Engine } from '../../wasm/engine/types';

/** The engine as it is built, compiled once for all tests of a file. */
export const compiled = compileModule(readFileSync('build/wasm-release/slipstick.wasm'));

/** The engine in this thread. */
export async function testEngine(): Promise<Engine> {
  return createEngine(await compiled);
}

/** The engine with some calls of its module replaced, such as by a trap. */
export async function engineWith(calls: Partial<EngineModule>): Promise<DirectEngine> {
  return engineOf(Object.assign(Object.create(await instantiateModule(await compiled)), calls));
}

/** What WebAssembly throws when the engine is at its end. */
export function trap(): never {
  throw new WebAssembly.RuntimeError('unreachable');
}
