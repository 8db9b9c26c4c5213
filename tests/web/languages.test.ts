import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { languagesOf } from '../../web/languages/plugin';
import { byIdentifier, problemsOf } from '../../web/languages/translations.mjs';

const folder = 'web/languages';
const read = (path: string) => readFileSync(path, 'utf8');
const catalogue = (file: string) => JSON.parse(read(join('web/catalogues', file))) as Record<string, { text: string }>;
const rooms = Object.fromEntries(readdirSync('web/catalogues').map((file) => [file.slice(0, -5), catalogue(file)]));
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

const made: string[] = [];
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true });
});

test.each(files)('%s translates every text of the page', (file) => {
  const content = read(join(folder, file));
  expect(problemsOf(file, content, rooms)).toEqual([]);
  const ids = Object.values(rooms).flatMap((texts) => Object.keys(texts));
  expect(Object.keys(byIdentifier(content, rooms)).sort()).toEqual(ids.sort());
});

/** Loads a language as the build does, from a folder with this file of German. */
function built(change: (texts: Record<string, Record<string, string>>) => void): { texts: string; warnings: string[] } {
  const base = mkdtempSync(join(tmpdir(), 'languages-'));
  made.push(base);
  for (const each of ['languages', 'catalogues']) mkdirSync(join(base, each));
  for (const file of readdirSync('web/catalogues')) writeFileSync(join(base, 'catalogues', file), read(join('web/catalogues', file)));
  const german = JSON.parse(read(join(folder, 'de.json')));
  change(german.texts);
  writeFileSync(join(base, 'languages', 'de.json'), JSON.stringify(german, null, 2));
  const warnings: string[] = [];
  const build = {
    addWatchFile: () => {},
    warn: (message: string) => warnings.push(message),
    error: (message: string) => {
      throw new Error(message);
    },
  };
  const load = languagesOf(join(base, 'languages')).load as unknown as (this: typeof build, id: string) => string;
  return { texts: load.call(build, '\0virtual:languages/de'), warnings };
}

test('A malformed file stops the build, with the place', () => {
  expect(() =>
    built(({ ui }) => {
      ui['Try again'] = 'Noch {0} Mal';
    }),
  ).toThrow(/^web\/languages\/de\.json:\d+: placeholder \{0\} is not in the English text$/);
});

test('A missing translation stays English, and the build warns', () => {
  const { texts, warnings } = built(({ ui }) => {
    delete ui['Try again'];
  });
  expect(texts).not.toContain('Noch einmal versuchen');
  expect(texts).toContain('Schließen');
  expect(warnings).toEqual(['web/languages/de.json: 1 text is missing or stale: npm run lint']);
});
