import { readFileSync } from 'node:fs';
import { createEngine } from '../../wasm/engine/direct';
import { proofOf } from '../../web/src/share/proof';

const engine = createEngine(readFileSync('build/wasm-release/slipstick.wasm'));

/** The digest of a document's result as in a link, computed in Node; null for a run that was not kept completely. */
export async function digestInNode(text: string): Promise<string | null> {
  const { start, version } = await engine;
  const run = start(text);
  for await (const _ of run);
  return proofOf({ model: await run.model, history: run.history }, version);
}
