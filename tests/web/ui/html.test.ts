import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { short } from '../../../web/src/format/short';
import { html } from '../../../web/src/ui/html';
import { breakable, plainLabel } from '../../../web/src/ui/label';

const long = 'Aa'.repeat(900_000);
const lengths = (values: unknown[]) => values.map((value) => (value as string).length);

test('A displayed text is cut if it is too long to be read', () => {
  expect(short('title')).toBe('title');
  expect(short(long)).toHaveLength(2001);
  expect(short('a😀b', 2)).toBe('a…');
  expect(lengths(html`<p>${long}</p><b title=${long} aria-label="of ${long}">${'short'}</b>`.values)).toEqual([2001, 2001, 2001, 5]);
  expect(html`<p>${['a', [long]]}</p>`.values).toEqual([['a', [short(long)]]]);
});

test('Values for scripts and addresses stay whole', () => {
  const link = long;
  expect(lengths(html`<a href="./${link}" class="a" data-parameter=${link}></a><input .value=${link} name=${link}>`.values)).toEqual(
    Array(4).fill(long.length),
  );
});

test('Titles and labels are cut before they are parsed', () => {
  expect(breakable(long).length).toBeLessThan(200);
  expect(plainLabel('\\mu '.repeat(100_000)).length).toBeLessThan(301);
});

test('All templates of the page use html() of ui', () => {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== join('ui', 'html.ts'),
  );
  const wrong = files.filter((file) => /import \{[^}]*\b(html|svg)\b[^}]*\} from 'lit'/.test(readFileSync(join('web/src', file), 'utf8')));
  expect(wrong).toEqual([]);
});
