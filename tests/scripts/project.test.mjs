import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import playwright from '../../playwright.config';

const { version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

test('The change log begins with the version, and the citation names the last release', () => {
  const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\S+)(.*)$/gm)].map(([, name, rest]) => [name, rest.trim()]);
  expect(headings[0]).toEqual([version, version.endsWith('-dev') ? '(not released yet)' : expect.stringMatching(/^\(\d{4}-\d\d-\d\d\)$/)]);
  const [released] = headings.find(([name]) => !name.endsWith('-dev'));
  expect(readFileSync('CITATION.cff', 'utf8')).toContain(`\nversion: ${released}\n`);
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8')).version).toBe(version);
});

test.each(readdirSync('.github/workflows'))('%s runs only existing scripts', (name) => {
  const text = readFileSync(`.github/workflows/${name}`, 'utf8');
  for (const [, script] of text.matchAll(/npm run ([\w-]+)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const [, file] of text.matchAll(/(tests\/[\w./-]+)/g)) expect(() => readFileSync(file)).not.toThrow();
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
});

test.each(readdirSync('.github/workflows'))('%s pins each action of others to a commit and names its version', (name) => {
  const text = readFileSync(`.github/workflows/${name}`, 'utf8');
  for (const [, action] of text.matchAll(/uses: (.*)/g)) expect(action).toMatch(/^(\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
});

test('The site is published only after the tests, as built by them, with all releases', () => {
  const [pages, tests] = ['pages', 'test'].map((name) => readFileSync(`.github/workflows/${name}.yml`, 'utf8'));
  const [, test, deploy] = pages.split(/^ {2}(?=test:|deploy:)/m);
  expect(test).toContain('uses: ./.github/workflows/test.yml');
  expect(deploy).toContain('needs: test');
  expect(tests).toMatch(/run: npm test\n[\s\S]*name: site\n\s*path: dist/);
  expect(deploy).toMatch(/name: site\n\s*path: dist\n[\s\S]*node scripts\/site\.mjs\n[\s\S]*path: build\/site\n/);
  expect(tests).not.toContain('always()');
});

test('A failed run of the tests keeps its reports and traces', () => {
  const [, uploaded] = readFileSync('.github/workflows/test.yml', 'utf8').split('if: failure()');
  expect(uploaded).toContain(`            build/reports\n            ${playwright.outputDir}\n`);
});

test('Every fuzz target runs at night', () => {
  const targets = readdirSync('tests/fuzz').flatMap((file) => /^(\w+)\.cpp$/.exec(file)?.[1] ?? []);
  expect(readFileSync('.github/workflows/nightly.yml', 'utf8')).toContain(`target: [${targets.sort().join(', ')}]`);
});
