import { expect, test } from 'vitest';
import { problems } from '../../scripts/order.mjs';
import { folderWith } from '../support/folder.ts';

/** The messages of the check about a tree with these files. */
const check = (files, table) => problems(folderWith(files), table);

const page = { 'web/state': [], 'web/ui': ['web/state'], 'web/*': ['web/ui'], 'web/app': ['web/*'] };

test('the dependencies of this project have one direction', () => {
  expect(problems()).toEqual([]);
});

test('a file may use its own room and all rooms below', () => {
  const found = check({
    'core/math/dual.h': '#include <cmath>\n',
    'core/items/cable/cable.h': '#include "core/system/loop.h"\n#include "core/math/dual.h"\n',
    'core/items/bodies/Cable.cpp': '#include "core/items/bodies/body.h"\n#include "core/items/cable/cable.h"\n',
    'core/simulation/simulation.cpp': '#include "core/solver/solver.h"\n',
  });
  expect(found).toEqual([]);
});

test('an include of a higher room is reported with its file, its line and the rule', () => {
  const found = check({ 'core/math/dual.h': '#pragma once\n\n#include <cmath>\n#  include "core/solver/newton.h"\n' });
  expect(found).toEqual(['core/math/dual.h:4: core/math must not look at core/solver (core/solver/newton.h): nothing is below it']);
});

test('rooms side by side must not use each other', () => {
  const found = check({
    'core/solver/a.cpp': '#include "core/items/registration.h"\n',
    'core/items/bodies/B.cpp': '#include "core/items/nodes/node.h"\n',
  });
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('core/items/bodies must not look at core/items/nodes');
  expect(found[1]).toContain('core/solver must not look at core/items');
});

test('a room below or beside the items does not name their types in strings', () => {
  const spring = 'constexpr ItemDescription description = {\n    .type = "ConnectorSpringDamper",\n};\n';
  const named = '// "ConnectorSpringDamper"\nauto a = item("a ConnectorSpringDamper"), b = item("ConnectorSpringDamper");\n';
  const found = check({
    'core/items/connectors/ConnectorSpringDamper.cpp': spring,
    'core/model/items.cpp': named,
    'core/solver/solver.cpp': named,
    'core/creators/springs.cpp': named,
  });
  expect(found).toEqual([
    'core/model/items.cpp:2: core/model must not name ConnectorSpringDamper, a type of core/items',
    'core/solver/solver.cpp:2: core/solver must not name ConnectorSpringDamper, a type of core/items',
  ]);
});

test('an output may have the name of a type', () => {
  const sensor = 'constexpr ItemDescription description = {\n    .type = "Distance",\n};\n';
  const words = '    {OutputVariable::Distance, "Distance"},\n';
  const files = { 'core/items/sensors/Distance.cpp': sensor, 'core/registry/registry.cpp': words };
  expect(check(files)).toEqual([]);
  expect(check({ ...files, 'core/model/items.cpp': `${words}auto a = item("Distance");\n` })).toEqual([
    'core/model/items.cpp:2: core/model must not name Distance, a type of core/items',
  ]);
});

test('a file outside of all rooms, and an include of one, are wrong', () => {
  const found = check({ 'core/attic/a.h': '', 'core/math/b.h': '#include "tests/core/load.h"\n' });
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('core/attic/a.h:1: core/attic is in no room');
  expect(found[1]).toContain('core/math/b.h:1: tests/core/load.h is in no room');
});

const up = [
  ['a static import', "import { x } from '../ui/view';"],
  ['a type', "import type { X } from '../ui/view';"],
  ['an import over several lines', "import {\n  x,\n  y,\n} from '../ui/view';"],
  ['an import for its effect', "import '../ui/view';"],
  ['a style sheet', "import '../ui/view.css?inline';"],
  ['a dynamic import', "const load = () => import('../ui/view');"],
  ['a type in place', "let x: import('../ui/view').X;"],
  ['a name passed on', "export { x } from '../ui/view';"],
  ['everything passed on', "export * from '../ui/view';"],
];
for (const [name, code] of up)
  test(`${name} of a higher room is found`, () => {
    const found = check({ 'web/state/session.ts': `// first line\n${code}\n` }, page);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^web\/state\/session\.ts:\d+: web\/state must not look at web\/ui \(web\/ui\/view/);
  });

test('a problem has the line of the file name', () => {
  const found = check({ 'web/state/a.ts': "import { readFileSync } from 'node:fs';\nimport {\n  x,\n} from '../ui/view';\n" }, page);
  expect(found[0]).toMatch(/^web\/state\/a\.ts:4: /);
});

test('comments and packages are no imports of rooms', () => {
  const found = check(
    { 'web/state/a.ts': "/**\n * import('../ui/view')\n */\n// import '../ui/view';\nimport { html } from 'lit';\nconst text = 'from';\n" },
    page,
  );
  expect(found).toEqual([]);
});

test('rooms of the page use only index.ts of each other', () => {
  const found = check(
    {
      'web/plots/index.ts': "export { Chart } from './chart';\n",
      'web/statistics/a.ts': "import { Chart } from '../plots';\nimport '../plots/index';\nimport '../ui/view';\n",
      'web/share/b.ts': "import { Chart } from '../plots/chart';\n",
      'web/app/main.ts': "import '../plots/chart';\n",
    },
    page,
  );
  expect(found).toEqual(['web/share/b.ts:1: web/share must not look inside web/plots (web/plots/chart): only at its index.ts']);
});

test('rooms of the page do not depend on each other cyclically', () => {
  const around = { 'web/a/x.ts': "import '../b';\n", 'web/b/x.ts': "import '../c';\n" };
  expect(check(around, page)).toEqual([]);
  const found = check({ ...around, 'web/c/x.ts': "import '../a';\n" }, page);
  expect(found).toHaveLength(3);
  expect(found[0]).toContain('web/a and web/b look at each other, directly or in a circle');
});

test('files of one room do not depend on each other cyclically, not even for types', () => {
  const files = {
    'web/ui/a.ts': "import { b } from './b';\n",
    'web/ui/b.ts': "import './c.ts';\n",
    'web/ui/c.ts': "import './d';\n",
    'web/ui/d.ts': '',
  };
  expect(check(files, page)).toEqual([]);
  const found = check({ ...files, 'web/ui/d.ts': "import type { B } from './b';\n" }, page);
  expect(found).toEqual(['web/ui/b.ts:1: looks at itself in a circle: web/ui/b.ts → web/ui/c.ts → web/ui/d.ts → web/ui/b.ts']);
});

test('a cyclic table is refused', () => {
  expect(() => check({}, { a: ['b'], b: ['a'] })).toThrow('The order of rooms is a circle: a → b → a');
});
