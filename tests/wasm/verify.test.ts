// The native program reports whether it reproduces the result in a link. The links are made with the code of the page.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import { documentHash, galleryHash } from '../../web/src/link/link';
import { proofOf } from '../../web/src/share/proof';
import { folderWith } from '../support/folder';
import { dictionary } from '../web/link/dictionary';

const program = 'build/native-release/slipstick';
const site = 'https://example.org/slipstick/';
const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
const folder = folderWith();

const coin = JSON.parse(readFileSync('web/models/rolling-coin.json', 'utf8')) as object;

/** The digest of a result as computed by WebAssembly. */
async function proof(document: object, parameters: Record<string, number> = {}): Promise<string> {
  const run = engine.start(JSON.stringify(document), { parameters, sliceMilliseconds: 1000 });
  for await (const _ of run);
  return proofOf({ model: await run.model, history: run.history }, engine.version)!;
}

function verify(...words: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(program, ['verify', ...words], { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

describe.skipIf(!existsSync(program))('slipstick verify', () => {
  test('reproduces the result of a link with a model, with and without the dictionary', async () => {
    const digest = await proof(coin);
    for (const words of [undefined, dictionary]) {
      const link = site + documentHash(coin, { time: 0.25, proof: digest }, words);
      expect(verify(link)).toMatchObject({ status: 0, err: '' });
      expect(verify(link).out).toMatch(/^Reproduced to the last bit: 1501 samples of \d+ sensor components/);
    }
  });

  test('reproduces a model of the gallery with other parameters', async () => {
    const parameters = { mu: 0.31 };
    const link = galleryHash('rolling-coin', parameters, { proof: await proof(coin, parameters) });
    expect(verify(site + link)).toMatchObject({ status: 0, err: '' });
    expect(verify(site + link, '--parameter', 'mu=0.4').status).toBe(1);
    const elsewhere = verify(site + link, '--models', folder);
    expect(elsewhere).toMatchObject({ status: 2, out: '' });
    expect(elsewhere.err).toContain('give the folder of these with --models');
  });

  test('takes the link from a file, or a model and the digest', async () => {
    const digest = await proof(coin);
    const [file, model] = [join(folder, 'link.txt'), join(folder, 'model.json')];
    writeFileSync(file, `${site}${documentHash(coin, { proof: digest })}\n`);
    writeFileSync(model, JSON.stringify(coin));
    expect(verify(file).status).toBe(0);
    expect(verify(model, '--digest', digest).status).toBe(0);
    expect(verify(model)).toMatchObject({ status: 2, out: '' });
    expect(verify(model).err).toContain('there is no digest');
  });

  test('reports the size of the difference of another result', async () => {
    const { status, out } = verify(site + galleryHash('rolling-coin', { mu: 0.4 }, { proof: await proof(coin) }));
    expect(status).toBe(1);
    expect(out).toMatch(/^Not reproduced: .* differs by [\d.e+-]+ of its range at [\d.]+ s\.\n$/);
  });

  test('a damaged link is refused wherever it is truncated', async () => {
    const hash = documentHash(coin, {}, dictionary);
    for (let length = 4; length < hash.length; length += 97) {
      const { status, err } = verify(site + hash.slice(0, length), '--digest', '0.1.0:AAAAAAAAAAA:');
      expect(status, String(length)).toBe(2);
      expect(err, String(length)).toMatch(/^slipstick: (the link is damaged|this is not a link)/);
    }
  });
});
