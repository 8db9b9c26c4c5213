import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLink } from '../../../web/src/share/link';

const page = readFileSync('docs/share-links.md', 'utf8');
const model = { slipstick: 1, title: 'Größe µ "1"', parameters: { mu: 0.5 }, description: 'x'.repeat(3000) };

/** The only listing of a language. */
function listing(language: string): string {
  const found = [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))];
  expect(found).toHaveLength(1);
  return found[0][1];
}

function expectOpens(link: string): void {
  expect(link.startsWith('https://example.org/#m=1.')).toBe(true);
  const read = readLink(new URL(link).hash);
  expect(read.kind === 'document' && JSON.parse(read.text)).toEqual(model);
}

test('The encoder in Python makes links that open', () => {
  const script = `${listing('python')}\nimport sys\nprint(link(json.load(sys.stdin), "https://example.org/"))`;
  expectOpens(execFileSync('python3', ['-c', script], { input: JSON.stringify(model), encoding: 'utf8' }).trim());
});

test('The encoder in JavaScript makes links that open', async () => {
  const make = new Function(`${listing('js')}\nreturn link;`)() as (model: object, site: string) => Promise<string>;
  expectOpens(await make(model, 'https://example.org/'));
});
