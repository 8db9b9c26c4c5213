import { expect, test } from 'vitest';
import { names, problems } from '../../scripts/elementary.mjs';
import { folderWith } from '../support/folder.ts';

/** The messages of the check about a tree with these files. */
const check = (files) => problems(folderWith(files));

const header = { 'core/math/elementary.h': '#pragma once\ndouble sin(double x);\n' };

test('core and wasm get their elementary functions from one header', () => {
  expect(problems()).toEqual([]);
});

test.each(names)('std::%s is found, and the same function of C and of the compiler', (name) => {
  for (const call of [`std::${name}(x)`, `std :: ${name} (x)`, `::${name}(x)`, `__builtin_${name}(x)`, `std::${name}f(x)`]) {
    const found = check({ 'core/solver/a.cpp': `double f(double x) {\n  return ${call};\n}\n`, ...header });
    expect(found, call).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^core/solver/a\\.cpp:2: .*${name}f? of the (C library|compiler): use core/math/elementary\\.h$`));
  }
});

test('a using declaration counts, and so does a function without an own one', () => {
  const found = check({ 'core/math/a.h': 'using std::exp,\n  std::sqrt;\n', 'wasm/bindings/b.cpp': 'auto y = cbrt(x);\n', ...header });
  expect(found).toEqual([
    'core/math/a.h:1: exp of the C library: use core/math/elementary.h',
    'wasm/bindings/b.cpp:1: cbrt of the C library: use core/math/elementary.h',
  ]);
});

test('a bare name needs the header, directly or through others', () => {
  const call = 'double f(double x) { return sin(x); }\n';
  const found = check({
    'core/math/dual.h': '#include "core/math/elementary.h"\n',
    'core/items/a.cpp': `#include "core/math/dual.h"\n${call}`,
    'core/items/b.cpp': `#include <cmath>\n\n${call}`,
    ...header,
  });
  expect(found).toEqual(['core/items/b.cpp:3: sin of the C library: include core/math/elementary.h']);
});

test('complex numbers of the library are found', () => {
  const found = check({ 'core/math/a.cpp': '#include <complex>\nstd::complex<double> z;\n' });
  expect(found.map((line) => line.split(':')[1])).toEqual(['1', '2']);
});

test('scripts of the engine use no Math.sin and no power', () => {
  const found = check({ 'wasm/engine/a.ts': '/** Math.sin **/\nconst y = Math.sin(x);\nconst z = y ** 3 + Math.sqrt(y);\n' });
  expect(found).toEqual([
    'wasm/engine/a.ts:2: Math.sin of the browser: use core/math/elementary.h',
    'wasm/engine/a.ts:3: the operator ** of the browser: use core/math/elementary.h',
  ]);
});

test('lookalikes are ignored: members, texts, comments, exact functions', () => {
  const found = check({
    'core/items/a.cpp': [
      '// std::sin(x)',
      '/* ::cos(x)',
      '   std::exp(x) */',
      'const char* text = "std::tan(x), sin(x)";',
      'const char* raw = R"(std::pow(x, y))";',
      'auto y = table.exp(x) + item->log(x) + Angle::sin(x) + std::sqrt(x) + std::abs(x) + std::remainder(x, y);',
      '',
    ].join('\n'),
    ...header,
  });
  expect(found).toEqual([]);
});
