import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLink } from '../../../web/src/link/link';
import { dictionary } from './dictionary';

const page = readFileSync('docs/share-links.md', 'utf8');
const model = { slipstick: 1, title: 'Größe µ "1"', parameters: { mu: 0.5 }, description: 'x'.repeat(3000) };
const site = 'https://example.org/';

/** The code listing of a language that contains a word. */
function listing(language: string, word: string): string {
  const listings = [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map((match) => match[1]);
  const found = listings.filter((text) => text.includes(word));
  expect(found).toHaveLength(1);
  return found[0];
}

function expectOpens(link: string, version: 1 | 2): void {
  expect(link.startsWith(`${site}#m=${version}.`)).toBe(true);
  const read = readLink(new URL(link).hash, dictionary);
  expect(read.kind === 'document' && JSON.parse(read.text)).toEqual(model);
}

function python(script: string): string {
  return execFileSync('python3', ['-c', `${script}\nprint(made)`], { input: JSON.stringify(model), encoding: 'utf8' }).trim();
}

test('The Python encoders of the documentation make links that open', () => {
  expectOpens(python(`${listing('python', 'def link')}\nimport sys\nmade = link(json.load(sys.stdin), "${site}")`), 1);
  const read = 'open("web/public/link-dictionary-2.txt", "rb").read()';
  expectOpens(python(`${listing('python', 'def short_link')}\nimport sys\nmade = short_link(json.load(sys.stdin), "${site}", ${read})`), 2);
});

test('The JavaScript encoders of the documentation make links that open', async () => {
  const make = new Function(`${listing('js', 'function link')}\nreturn link;`)() as (model: object, site: string) => Promise<string>;
  expectOpens(await make(model, site), 1);
  const text = `${listing('js', 'function shortLink')}\nexport { shortLink };`;
  const { shortLink } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
  expectOpens(shortLink(model, site, dictionary), 2);
});
