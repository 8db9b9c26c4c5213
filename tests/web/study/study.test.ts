import { describe, expect, test } from 'vitest';
import type { StudyInfo } from '../../../wasm/engine/types';
import { readViewEntry, viewText } from '../../../web/src/state/linked-view';
import { watch } from '../../../web/src/state/observable';
import { nearestFirst, StudyComputation } from '../../../web/src/study/computation';
import { countRuns, isSimple, mostRunsHere, withStudy } from '../../../web/src/study/plan';
import { cellsOf, rowOf, rowsCsv } from '../../../web/src/study/rows';
import { nextPoint, type StudyFigure } from '../../../web/src/study/study-figure';
import { testEngine } from '../../support/engine';
import { oscillator } from '../../support/models';

const info: StudyInfo = { runs: 6, parameters: ['a', 'b'], measures: ['slip', 'load'], response: null, head: '# head\nrun,…\n' };
const grid = Float64Array.from([0, 0, 0, 10, 1, 0, 1, 10, 2, 0, 2, 10]);

describe('a study on the page', () => {
  test('computes the runs near the present values first, in fractions of each axis', () => {
    expect(nearestFirst(grid, info, { a: 2, b: 10 })).toEqual([5, 3, 1, 4, 2, 0]);
    expect(nearestFirst(grid, info, {})[0]).toBe(0);
  });

  test('reads the rows of the engine', () => {
    const line = '4,2.0,0.0,failed,"diverged, at ""t""",,1.5,20,\n';
    const row = rowOf(line, info);
    expect(row).toMatchObject({ run: 4, values: [2, 0], status: 'failed', message: 'diverged, at "t"', measures: [null, 1.5] });
    expect(rowsCsv(info, [row, { ...row, run: 0, line: 'first\n' }])).toBe(`${info.head}first\n${line}`);
    expect(cellsOf('"a,b";c', ';')).toEqual(['a,b', 'c']);
  });

  test('counts the runs of a study and describes them for the form', () => {
    const two = { vary: { a: { from: 0, to: 1, points: 4 }, b: [1, 2, 3] } };
    expect(countRuns(two)).toBe(12);
    expect(isSimple(two)).toBe(true);
    expect(countRuns({ vary: { a: {} }, sampling: 'random', runs: 7 })).toBe(7);
    expect(isSimple({ vary: { a: {} }, sampling: 'random', runs: 7 })).toBe(false);
    expect(countRuns({ vary: { a: {} } })).toBeNaN();
  });

  test('adds its measures to those of the document', () => {
    const measures = { top: { formula: 'max(sensor("x")[0])' } };
    const study = { vary: { k: [1] }, measures: ['top'] };
    expect(withStudy({ measures: { own: 1 } }, { study, measures })).toEqual({ measures: { own: 1, ...measures }, study });
  });

  test('is stored in a link', () => {
    const study = { study: { vary: { 'μ & ν': { from: 0, to: 1, points: 3 } }, measures: ['slip'] } };
    const [key, value] = viewText({ study }).slice(1).split('=');
    const view = {};
    expect(readViewEntry(view, key, decodeURIComponent(value))).toBe(true);
    expect(view).toEqual({ study });
    for (const damaged of ['', '{', '{"study": {}}', '{"study": {"vary": [1]}}']) expect(readViewEntry({}, '~s', damaged)).toBe(false);
  });

  test('goes from run to run with the arrows', () => {
    const points = Array.from({ length: 6 }, (_, run) => ({ x: grid[2 * run], y: grid[2 * run + 1], text: () => '', run }));
    const unit = { factor: 1, text: '' };
    const figure = { points, x: { range: [0, 2], unit }, y: { range: [0, 10], unit } } as unknown as StudyFigure;
    expect(nextPoint(figure, 0, 1, 0)).toBe(2);
    expect(nextPoint(figure, 2, 0, 1)).toBe(3);
    expect(nextPoint(figure, 5, 1, 0)).toBe(5);
    expect(nextPoint(figure, 5, 0, -1)).toBe(4);
  });
});

const document = (study: object) => JSON.stringify({ ...oscillator, measures: { reach: { formula: 'max(sensor("x")[0])' } }, study });

describe('the computation of a study', () => {
  test('has all rows, starting near the present value', async () => {
    const computation = new StudyComputation(testEngine, 2);
    await computation.start({ document: document({ vary: { k: { from: 100, to: 1000, points: 10 } } }), fixed: {}, near: { k: 480 } });
    expect(computation).toMatchObject({ running: false, problem: '', failed: 0, complete: true });
    expect(computation.rows[0].values).toEqual([500]);
    expect(computation.rows.every(({ line }) => /,[^,]{11}\n$/.test(line))).toBe(true);
  });

  test('stops and continues: each run is computed once', async () => {
    const computation = new StudyComputation(testEngine, 1);
    const task = { document: document({ vary: { k: { from: 1, to: 1000, points: 1500 } } }), fixed: {}, near: { k: 1 } };
    const stopAtFirst = watch(
      () => computation.running && computation.rows.length > 0,
      (begun) => begun && computation.stop(),
    );
    await computation.start(task);
    stopAtFirst();
    const before = computation.rows.length;
    expect(computation.running).toBe(false);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1500);
    await computation.resume();
    expect(computation.complete).toBe(true);
    expect(new Set(computation.rows.map(({ run }) => run)).size).toBe(1500);
  });

  test('stores a failed run as a row with its reason', async () => {
    const analysis = [{ type: 'dynamic', endTime: 1, numberOfSteps: 100, adaptiveStep: false }];
    const loads = [{ type: 'ForceVector', markerNumber: 'mass', loadVectorUserFunction: ['t > 0.5 && k > 500 ? exp(1e6*t) : 0', 0, 0] }];
    const study = { vary: { k: [100, 900] } };
    const computation = new StudyComputation(testEngine, 1);
    const model = { ...oscillator, loads, analysis, study };
    await computation.start({ document: JSON.stringify(model), fixed: {}, near: {} });
    expect(computation.failed).toBe(1);
    expect(computation.rows.map(({ status }) => status)).toEqual(['ok', 'failed']);
    expect(computation.rows[1].message).not.toBe('');
  });

  test('is refused before anything runs', async () => {
    const computation = new StudyComputation(testEngine, 1);
    const problem = async (study: object) => {
      await computation.start({ document: document(study), fixed: {}, near: {} });
      expect(computation.rows).toEqual([]);
      return computation.problem;
    };
    expect(await problem({ vary: { k: { from: 1, to: 2 } }, sampling: 'random', runs: mostRunsHere + 1 })).toContain(
      'too many for the page',
    );
    expect(await problem({ vary: { k: { from: 1, to: 2, points: 1e9 } } })).toContain('must be between 2 and 10000000');
    expect(await problem({ vary: { k: { from: 5, to: 2, points: 3 } } })).toContain('must be more than from');
    expect(await problem({ vary: { nothing: [1] } })).toContain("no parameter is called 'nothing'");
  });
});
