// Files of earlier releases still open, with the same digests or digests of another version: tests/data/links.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assignedModel } from '../../web/src/grading/files';
import { gradedFile } from '../../web/src/grading/table';
import { readLink } from '../../web/src/link/link';
import { proofOf, verify } from '../../web/src/share/proof';
import { singleModelOf } from '../../web/src/share/single';
import { testEngine } from '../support/engine';
import { folderWith } from '../support/folder';
import { type FrozenLink, type FrozenPage, type FrozenStudy, type FrozenSubmission, sha256 } from '../support/freeze';
import { dictionary } from '../web/link/dictionary';

const program = 'build/native-release/slipstick';
const engine = await testEngine();
const folder = folderWith();

function run(...words: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1e9 });
  return { status, out: stdout, err: stderr };
}
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const documentOf = (name: string) => readFileSync(`web/models/${name}.json`, 'utf8');

describe.each(readdirSync('tests/data/links'))('Release %s', (release) => {
  const read = <Content>(name: string) => JSON.parse(readFileSync(`tests/data/links/${release}/${name}.json`, 'utf8')) as Content;
  const isSame = release === engine.version;
  const links = read<FrozenLink[]>('links');

  /** The message about equal numbers, or about another version; `words` are the program's or the page's. */
  function expectFit(outcome: string, words: string) {
    expect(isSame ? ['same'] : ['same', 'otherEngine'], words).toContain(outcome);
    if (!isSame) expect(words).toMatch(new RegExp(`computed by engine ${release}[,;] this is ${engine.version}`));
  }

  test.each(links.map((link) => [link.name, link] as const))('link: %s', async (_, { hash, document, view }) => {
    const link = readLink(hash, dictionary);
    expect(link).toMatchObject({ kind: document ? 'document' : 'gallery', view });
    if (link.kind === 'document') expect(sha256(link.text)).toBe(document);
    const { proof } = view;
    if (!proof) return;

    const [text, parameters] = link.kind === 'gallery' ? [documentOf(link.name), link.parameters] : [(link as { text: string }).text, {}];
    const here = engine.start(text, { parameters, sliceMilliseconds: 1000 });
    for await (const _ of here);
    expect(here.status).toBe('finished');
    const recording = { model: await here.model, history: here.history };
    const verdict = verify(recording, proof, engine.version)!;
    expectFit(verdict.outcome, verdict.text);
    expect(proofOf(recording, engine.version)).not.toBeNull();

    if (!existsSync(program)) return;
    const { status, out } = run('verify', file('link.txt', `https://example.org/${hash}`), '--models', 'web/models');
    expectFit({ 0: 'same', 3: 'otherEngine' }[status ?? -1] ?? `status ${status}`, out);
  });

  test('submissions', async () => {
    for (const { submission, links } of read<FrozenSubmission[]>('submissions')) {
      const text = JSON.stringify(submission);
      const again = await engine.regrade(text);
      expect(again).toMatchObject({ different: [], engine: isSame ? '' : release });
      const { problem, isChanged, tasks } = gradedFile('a.json', '', again);
      expect({ problem, isChanged }).toEqual({ problem: '', isChanged: false });
      expect(Object.keys(tasks).sort()).toEqual(['draw', 'period', 'predict', 'tune']);
      for (const hash of links) {
        const link = readLink(hash, dictionary);
        expect(link).toMatchObject({ kind: 'document', submission: { text, name: submission.name, seed: submission.seed } });
      }
      if (!existsSync(program)) continue;
      for (const given of [file('submission.json', text), ...links]) {
        const { status, out } = run('grade', given);
        expect(isSame ? [0] : [0, 3], out).toContain(status);
        if (!isSame) expect(out).toContain(`computed by engine ${release}`);
        expect(out).not.toContain('no:');
      }
    }
  });

  test.skipIf(!existsSync(program))('study', () => {
    const { document, rows } = read<FrozenStudy>('study');
    const old = file('old.csv', rows);
    expect(run('study', '--merge', old, '--output', join(folder, 'merged.csv'))).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'merged.csv'), 'utf8')).toBe(rows);
    const model = file('study.json', JSON.stringify(document));
    expect(run('study', model, '--output', join(folder, 'rows.csv')).status).toBe(0);
    const sorted = run('study', '--merge', join(folder, 'rows.csv'), '--output', join(folder, 'sorted.csv'));
    expect(sorted.status).toBe(0);
    const cells = (text: string) =>
      text
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','));
    const [before, after] = [cells(rows), cells(readFileSync(join(folder, 'sorted.csv'), 'utf8'))];
    const head = before[0].indexOf('status');
    expect(after.map((row) => row.slice(0, head + 1))).toEqual(before.map((row) => row.slice(0, head + 1)));
    if (isSame) expect(after).toEqual(before);
    const resumed = run('study', model, '--output', old, '--resume');
    if (!isSame) expect(resumed).toMatchObject({ status: 2, err: expect.stringContaining(`engine ${release}`) });
  });

  test.each(read<FrozenPage[]>('pages').map((page) => [page.name, page] as const))(
    'saved page: %s',
    async (_, { part, document, proof }) => {
      const [, text] = /^<script type="application\/json" id="model">(.*)<\/script>$/s.exec(part) ?? [];
      const model = singleModelOf(text);
      if (typeof model === 'string') throw new Error(model);
      expect(sha256(JSON.stringify(model.document))).toBe(document);
      expect(model).toMatchObject({ site: 'https://example.org/slipstick/', view: { proof } });
      const handedOut = await assignedModel(new File([`<!doctype html><html><body>${part}</body></html>`], 'page.html'));
      expect(sha256(handedOut ?? '')).toBe(document);
      if (!existsSync(program)) return;
      const { status, out } = run('verify', file('page.json', handedOut ?? ''), '--digest', proof);
      expectFit({ 0: 'same', 3: 'otherEngine' }[status ?? -1] ?? `status ${status}`, out);
    },
  );
});
