import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

test('The citation and the list of changes name the version', () => {
  expect(readFileSync('CITATION.cff', 'utf8')).toContain(`\nversion: ${version}\n`);
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version}`);
});

test.each(readdirSync('.github/workflows'))('%s runs only what there is', (name) => {
  const text = readFileSync(`.github/workflows/${name}`, 'utf8');
  for (const [, script] of text.matchAll(/npm run ([\w-]+)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const [, file] of text.matchAll(/(tests\/[\w./-]+)/g)) expect(() => readFileSync(file)).not.toThrow();
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
});

test('Every fuzz target runs at night', () => {
  const targets = readdirSync('tests/fuzz').flatMap((file) => /^(\w+)\.cpp$/.exec(file)?.[1] ?? []);
  expect(readFileSync('.github/workflows/nightly.yml', 'utf8')).toContain(`target: [${targets.sort().join(', ')}]`);
});
