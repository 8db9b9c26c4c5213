import { expect, test } from 'vitest';
import { budget, excess, firstSize, scriptSizes } from '../../scripts/size.mjs';

test('scripts are chunks of code, the largest first, without models and documents', () => {
  const chunk = (fileName, moduleIds, code = 'x') => ({ type: 'chunk', fileName, moduleIds, code });
  const long = Array.from({ length: 5000 }, (_, i) => (i * i) % 9973).join();
  const sizes = scriptSizes([
    chunk('small.js', ['/web/a.ts']),
    chunk('large.js', ['/web/b.ts', '/docs/c.md?raw'], long),
    chunk('model.js', ['/web/models/belt.json']),
    chunk('page.js', ['/docs/python.md?raw']),
    { type: 'asset', fileName: 'style.css', source: '' },
  ]);
  expect(Object.keys(sizes)).toEqual(['large.js', 'small.js']);
});

test('scripts that load first are those that index.html imports, each once', () => {
  const code = Array.from({ length: 3000 }, (_, i) => (i * i) % 9973).join();
  const chunk = (name, imports, more = {}) => ({ type: 'chunk', fileName: `${name}.js`, name, imports, code, isEntry: false, ...more });
  const shell = chunk('shell', ['base.js']);
  const index = chunk('index', ['shell.js', 'base.js'], { isEntry: true, dynamicImports: ['editor.js'] });
  const others = [chunk('editor', ['base.js']), chunk('embed', ['shell.js'], { isEntry: true }), { type: 'asset', fileName: 'style.css' }];
  const all = [index, shell, chunk('base', ['shell.js']), ...others];
  expect(firstSize(all)).toBeCloseTo(3 * firstSize([chunk('index', [], { isEntry: true })]), 6);
});

test('files over their budget are reported with size, limit and the largest files', () => {
  expect(excess({ light: budget.light, whole: budget.whole, scripts: { 'a.js': budget.scripts, 'assets/build-x.js': 1 } })).toEqual([]);
  const found = excess({ light: budget.light + 1, whole: budget.whole + 2, scripts: { 'a.js': budget.scripts, 'b.js': 2 } });
  expect(found).toHaveLength(3);
  expect(found[0]).toBe(
    `The module that loads first has ${budget.light + 1}.0 KiB after Brotli, at most ${budget.light} are allowed (scripts/size.mjs).`,
  );
  expect(found[1]).toContain(`The whole engine has ${budget.whole + 2}.0 KiB`);
  expect(found[2]).toContain(`The scripts have ${budget.scripts + 2}.0 KiB`);
  expect(found[2]).toContain(`the largest: a.js ${budget.scripts}, b.js 2`);
});

test('the code of Build has a separate budget', () => {
  const found = excess({ light: 0, whole: 0, scripts: { 'assets/build-x.js': budget.build + 1, 'assets/builder-y.js': budget.scripts } });
  expect(found).toEqual([
    `The scripts of Build have ${budget.build + 1}.0 KiB after Brotli, at most ${budget.build} are allowed (scripts/size.mjs).`,
  ]);
});
