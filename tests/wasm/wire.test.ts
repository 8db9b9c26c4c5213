import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Fields, fieldsOf, misfits, type Shape } from '../../wasm/engine/fields';
import { instantiateModule } from '../../wasm/engine/module';
import type { JsonSchema, Regraded } from '../../wasm/engine/types';
import {
  accuracyStateFields,
  checkFields,
  errorFields,
  gradedFields,
  itemReferenceFields,
  measureResultFields,
  modelFields,
  quantityFields,
  referenceFields,
  regradedFields,
  resultFields,
  rowReferenceFields,
  stateFields,
  studyFields,
  userFunctionFields,
} from '../../wasm/engine/wire';
import { compiled } from '../support/engine';
import { folderWith } from '../support/folder';
import { reference, schema } from '../support/language';
import { diverging, oscillator, tooLarge } from '../support/models';

const module = await instantiateModule(await compiled);
const text = JSON.stringify;

/** A text in the memory of the module. */
function address(content: string): number {
  const bytes = new TextEncoder().encode(`${content}\0`);
  const pointer = module._malloc(bytes.length);
  module.HEAPU8.set(bytes, pointer);
  return pointer;
}
const json = (pointer: number): unknown => JSON.parse(module.UTF8ToString(pointer));
const check = (document: string) => json(module._slipstick_check(address(document), address('{}')));
const start = (model: object) => module._slipstick_start(address(text(model)), address('{}'));
const lastError = () => json(module._slipstick_last_error());

/** A cable with recorded profiles, a parameter with all possible members, a warning. */
const cable = {
  slipstick: 1,
  inputs: { seen: { value: 0, sensor: 'tip' } },
  parameters: { load: { value: -1, min: -5, max: 0, step: 0.5, choices: [-2, { value: -1, label: 'light' }] } },
  create: [
    {
      type: 'Cable2D',
      name: 'beam',
      startPosition: [0, 0],
      endPosition: [1, 0],
      numberOfElements: 2,
      physicsMassPerLength: 1,
      physicsBendingStiffness: 10,
      physicsAxialStiffness: 1000,
      gravity: [0, 'load', 0],
      fixedStart: [1, 1, 1, 1],
    },
  ],
  sensors: [{ type: 'Node', name: 'tip', nodeNumber: 'beam.end', outputVariableType: 'Position' }],
  measures: { tip: { formula: 'min(sensor("tip")[1])', unit: 'm' } },
  analysis: [{ type: 'static' }, { type: 'eigenvalues' }],
  display: {
    plots: [
      { over: 'beam', curves: [{ outputVariableType: 'Position' }], reference: { x: [0], y: [0] } },
      { spectrum: {}, curves: [{ sensor: 'tip' }], reference: { x: [0], y: [0], label: 'measured', source: 'a test' } },
    ],
    strange: 1,
  },
};
/** A run that ends early. */
const ending = { ...oscillator, analysis: [{ ...oscillator.analysis[0], endWhen: [{ sensor: 'x', below: 0 }] }] };
/** A model with an error of each kind of number. */
const estimated = {
  ...oscillator,
  measures: { largest: { formula: 'max(sensor("x")[0])', label: 'largest', unit: 'm' } },
  tasks: [{ id: 'far', text: 'How far?', answer: { type: 'number', value: 'largest', unit: 'm', tolerance: 0 } }],
  analysis: [{ ...oscillator.analysis[0], stepSize: undefined, numberOfSteps: 100 }],
};
const files = (folder: string) => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
const examples = readdirSync('tests/data/items').flatMap((kind) => files(join('tests/data/items', kind)));
const documents = [...files('web/models'), ...files('tests/data/live'), ...files('tests/data/display'), ...examples, text(cable)];

/** Every value must match its list of fields, and every field of the list must occur in one of the values. */
function expectFit(values: unknown[], shape: Shape): void {
  const seen = new Set<string>();
  expect(values.flatMap((value) => misfits(value, shape, seen))).toEqual([]);
  expect(fieldsOf(shape).filter((field) => !seen.has(field))).toEqual([]);
}

/** A run to its end in slices, with the states between them. */
function states(model: object): unknown[] {
  const run = start(model);
  expect(json(module._slipstick_post(run, address('{"grab": "wall"}')))).toBeInstanceOf(Array); // which cannot move
  const found: unknown[] = [];
  for (let status = 0; status === 0; ) {
    status = module._slipstick_advance(run, 10, -1, 0, Infinity);
    found.push(json(module._slipstick_state(run)));
  }
  module._slipstick_dispose(run);
  return found;
}

/** The values of each keyword of a schema. The type requires all of them. */
const keywords: Record<keyof JsonSchema, 'a value' | 'schemas' | 'named schemas'> = {
  $schema: 'a value',
  $ref: 'a value',
  $defs: 'named schemas',
  title: 'a value',
  description: 'a value',
  type: 'a value',
  format: 'a value',
  const: 'a value',
  enum: 'a value',
  default: 'a value',
  properties: 'named schemas',
  additionalProperties: 'schemas',
  propertyNames: 'schemas',
  minProperties: 'a value',
  pattern: 'a value',
  required: 'a value',
  items: 'schemas',
  minItems: 'a value',
  maxItems: 'a value',
  minimum: 'a value',
  maximum: 'a value',
  exclusiveMinimum: 'a value',
  anyOf: 'schemas',
  oneOf: 'schemas',
  refersTo: 'a value',
};

describe('The engine’s messages have exactly the fields of their types:', () => {
  test('models and issues', () => {
    expectFit([...documents, '{}', text({ slipstick: 1, titel: '' })].map(check), checkFields);
  });

  test('a model that runs', () => {
    const run = start(cable);
    expect(misfits(json(module._slipstick_model(run)), modelFields)).toEqual([]);
    module._slipstick_dispose(run);
  });

  test('states of runs', () => {
    expectFit([oscillator, diverging, cable, ending].flatMap(states), stateFields);
  });

  test('measures', () => {
    const run = start(cable);
    const before = json(module._slipstick_measures(run));
    module._slipstick_advance(run, 1000, -1, 0, Infinity);
    expectFit([before, json(module._slipstick_measures(run))], { listOf: measureResultFields });
    expect(before).toEqual([{ name: 'tip', label: '', unit: 'm', value: null, reason: 'min: nothing was recorded' }]);
    module._slipstick_dispose(run);
  });

  test('answers to tasks', () => {
    const document = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8')) as Record<string, unknown>;
    const done = { events: [{ step: 3, end: true }], handFrequency: 20 };
    const answers = { period: { answer: '0.63 s', tries: 2, hints: 1 }, predict: { answer: [] }, tune: { answer: {}, ...done } };
    const grade = (given: object, whole: boolean) => json(module._slipstick_grade(address(text(given)), whole));
    const given = { document, name: 'Ada', saved: '2026-01-02T03:04:05Z', seed: 'Ada', answers, ...done, parameters: { d: 2 } };
    const submission = grade(given, true) as object;
    const nodes = [{ type: 'GenericODE2', name: 'many', numberOfODE2Coordinates: 1100 }];
    const heavy = { ...document, nodes, analysis: [{ type: 'eigenvalues' }, document.analysis] };
    const tooHeavy = { ...given, document: heavy };
    expectFit([submission, grade({}, false), grade(tooHeavy, true)], gradedFields);
    const regrade = (handedIn: object, handedOut: object | null) =>
      json(module._slipstick_regrade(address(text(handedIn)), address(text(handedOut))));
    const later = regrade({ ...submission, saved: '2026-01-03T03:04:05Z' }, null);
    const over = regrade({ ...(submission as object), ...tooHeavy }, null) as Regraded;
    expect(over.verdict).toBe(`not graded: ${over.submission.notGraded}`);
    expectFit([later, regrade({ submission: 1, answers: {} }, null), over], regradedFields);
    expect(later).toMatchObject({
      different: ['saved'],
      engine: '',
      otherwise: [],
      verdict: 'no: saved',
      submission: { name: 'Ada', points: { predict: 1, period: 2 } },
    });
    const other = regrade(submission, { ...document, title: 'Another' });
    expect(other).toMatchObject({ different: ['document (not the one handed out)'] });
    expect(module._slipstick_regrade(address('{"answers": {}}'), address('null'))).toBe(0);
    expect(lastError()).toMatchObject({ message: 'this is not a submission' });
    expect(module._slipstick_grade(address('{'), false)).toBe(0);
    expect(lastError()).toMatchObject({ code: 'engine' });
  });

  test('a study', () => {
    const study = { vary: { load: [-2, -1] }, response: { input: 'seen', output: 'tip' } };
    const opened = module._slipstick_open_study(address(text({ ...cable, study })), address('{}'));
    expectFit([json(module._slipstick_study(opened))], studyFields);
    module._slipstick_close_study(opened);
  });

  test('numbers with units', () => {
    const read = (typed: string, wanted: string) => json(module._slipstick_quantity(address(typed), address(wanted)));
    expectFit([read('4.13 Nm', 'N mm'), read('3 kg', 'm')], quantityFields);
    expect(read('4.13 Nm', 'N mm')).toEqual({ value: 4130, code: '', problem: '' });
    expect(read('3 kg', 'm')).toEqual({ value: null, code: 'otherUnit', problem: '“kg” does not fit: this number is in m.' });
  });

  test('errors', () => {
    const wrong = start({ slipstick: 1, titel: '' });
    const errors = [lastError()];
    const large = start(tooLarge);
    const status = module._slipstick_advance(large, 1, -1, 0, Infinity);
    errors.push(lastError());
    module._slipstick_dispose(large);
    const run = start(oscillator);
    const slot = module._slipstick_set_user_function(run, address('no JSON'), 1);
    errors.push(lastError());
    module._slipstick_dispose(run);
    expect([wrong, status, slot]).toEqual([0, -1, 0]);
    expect(errors.map((error) => (error as { code: string }).code)).toEqual(['model', 'memory', 'engine']);
    expectFit(errors, errorFields);
  });

  test('user functions', () => {
    const run = start(oscillator);
    const slot = address(text({ kind: 'object', item: 'spring', parameter: 'springForceUserFunction' }));
    expectFit([json(module._slipstick_set_user_function(run, slot, 1))], userFunctionFields);
    module._slipstick_dispose(run);
  });

  test('the reference', () => {
    expect(misfits(reference, referenceFields)).toEqual([]);
    expectFit(reference.items, itemReferenceFields);
    const shown = reference.items.filter(({ kind }) => kind === 'display').flatMap(({ parameters }) => parameters);
    const rows = [reference.creators, reference.steps, reference.live, reference.tables].flatMap((list) =>
      list.flatMap((each) => each.rows),
    );
    expectFit([...shown, ...rows], rowReferenceFields);
  });

  test('the schema of documents', () => {
    const used = new Set<string>();
    const walk = (schema: JsonSchema): void => {
      for (const [keyword, value] of Object.entries(schema) as [keyof JsonSchema, never][]) {
        used.add(keyword);
        const holds = keywords[keyword];
        const inner: JsonSchema[] = holds === 'named schemas' ? Object.values(value) : holds === 'schemas' ? [value].flat() : [];
        for (const each of inner) if (typeof each === 'object') walk(each);
      }
    };
    walk(schema);
    expect([...used].sort()).toEqual(Object.keys(keywords).sort());
  });
});

describe('An accuracy', () => {
  test('has the fields of its type, during the runs and at the end', () => {
    expect(module.UTF8ToString(module._slipstick_open_accuracy(address(text(estimated)), address('{}')))).toBe('');
    const seen: unknown[] = [];
    do seen.push(json(module._slipstick_advance_accuracy(0)));
    while (!Object.hasOwn(seen.at(-1) as object, 'report'));
    expect(seen.length).toBeGreaterThan(10);
    expectFit(seen, accuracyStateFields);
  });
});

describe('The result file of the program', () => {
  const folder = folderWith();

  test('has the fields of its type, whether the run finishes or stops', () => {
    const results = [oscillator, diverging, cable, estimated, ending].map((model, i) => {
      const [input, output] = [join(folder, `${i}.json`), join(folder, `${i}-result.json`)];
      writeFileSync(input, text(model));
      const { status } = spawnSync('build/native-release/slipstick', [
        'run',
        input,
        ...(model === ending ? [] : ['--accuracy']),
        '--output',
        output,
      ]);
      expect(status).toBe(model === diverging ? 1 : 0);
      return JSON.parse(readFileSync(output, 'utf8')) as { status: string };
    });
    expect(results.map(({ status }) => status)).toEqual(['ok', 'failed', 'ok', 'ok', 'ok']);
    expectFit(results, resultFields);
  });
});

describe('A field', () => {
  const fields = {
    name: 'text',
    'size?': 'number',
    kind: { oneOf: ['a', 'b'] },
    entries: { listOf: { on: 'flag' } },
  } as const satisfies Fields;
  const good = { name: 'x', kind: 'a', entries: [{ on: true }] };

  test.each([
    [good, []],
    [{ ...good, size: 3 }, []],
    [{ ...good, size: '3' }, ['/size: must be a number, got "3"']],
    [{ ...good, extra: 1 }, ['/extra: is not in the list of fields']],
    [{ kind: 'a', entries: [] }, ['/name: is missing']],
    [{ ...good, kind: 'c' }, ['/kind: must be one of a, b, got "c"']],
    [{ ...good, entries: [{ on: true }, { on: 1 }] }, ['/entries/1/on: must be true or false, got 1']],
    [null, [': must be an object, got null']],
  ])('that does not fit is named: %j', (value, expected) => {
    expect(misfits(value, fields)).toEqual(expected);
  });
});
