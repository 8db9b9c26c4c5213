// Random documents (tests/random) in WebAssembly: the native program prints the outcome of each, and the engine must agree to the last bit.
//
// SLIPSTICK_SEEDS=5000:20000 npx vitest run tests/wasm/random.test.ts    20 000 documents from seed 5000 on
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import type { Issue, SimulationError } from '../../wasm/engine/types';
import { proofOf } from '../../web/src/share/proof';

const program = 'build/native-release/random_documents';
const [from, count] = (process.env.SLIPSTICK_SEEDS ?? '0:600').split(':').map(Number);
const batch = 200; // one engine each: their memory does not shrink
const source = readFileSync('build/wasm-release/slipstick.wasm');

/** A line of `random_documents --outcomes`. Runs that are too long and documents that are too large have no status. */
interface Native {
  seed: number;
  document: string;
  issues: Issue[];
  status?: 'finished' | 'failed';
  stop?: string | null;
  digest?: string;
}

function nativeOutcomes(first: number, documents: number): Native[] {
  if (!existsSync(program))
    throw new Error(`${program} is missing: cmake --preset native-release && cmake --build build/native-release --target random_documents`);
  const lines = execFileSync(program, ['--from', `${first}`, '--count', `${documents}`, '--outcomes'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Native);
}

/** The outcome of a document in the engine, in the format of the native program. */
async function outcomeOf(engine: Awaited<ReturnType<typeof createEngine>>, { seed, document, status }: Native): Promise<Native> {
  const { issues } = await engine.check(document);
  if (status === undefined) return { seed, document, issues };
  const run = engine.start(document, { sliceMilliseconds: 1000 });
  let stop: string | null = null;
  try {
    for await (const _ of run);
  } catch (error) {
    const { code, message } = error as SimulationError;
    stop = code === 'stopped' ? message : `${code}: ${message}`;
  }
  const digest = proofOf({ model: await run.model, history: run.history }, engine.version) ?? '';
  return { seed, document, issues, status: run.status as 'finished' | 'failed', stop, digest };
}

const starts = Array.from({ length: Math.ceil(count / batch) }, (_, i) => from + i * batch);

test.each(starts)(
  'Random documents from seed %i on have the same outcome as natively',
  async (first) => {
    const engine = await createEngine(source);
    const natives = nativeOutcomes(first, Math.min(batch, from + count - first));
    const different: unknown[] = [];
    for (const native of natives) {
      const { document: _, ...here } = await outcomeOf(engine, native);
      const { document: __, ...there } = native;
      if (JSON.stringify(here) !== JSON.stringify(there)) different.push({ here, there });
    }
    engine.dispose();
    expect(different, 'outcomes that differ; random_documents --from SEED --count 1 --print writes the document').toEqual([]);
    const ran = natives.filter(({ status }) => status).length;
    expect(ran, 'documents that ran to their end').toBeGreaterThan(0.5 * natives.length);
  },
  600_000, // aborts a run that hangs
);
