import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWorkerEngineOf } from '../../wasm/engine/remote';
import { compiled, testEngine } from '../support/engine';
import { folderWith } from '../support/folder';
import { oscillator, tooLarge } from '../support/models';
import { LocalWorker } from './local_worker';

const folder = folderWith();

/** The rows of a study as computed by the program, sorted. */
function rowsOfProgram(document: object, ...more: string[]): string {
  const [model, rows, merged] = ['model.json', 'rows.csv', 'merged.csv'].map((name) => join(folder, name));
  writeFileSync(model, JSON.stringify(document));
  for (const file of [rows, merged]) rmSync(file, { force: true });
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('build/native-release/slipstick', ['study', ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  run(model, '--output', rows, ...more);
  run('--merge', rows, '--output', merged);
  return readFileSync(merged, 'utf8');
}

const measures = { reach: { formula: 'max(sensor("x")[0])', unit: 'm' } };
const sampled = { ...oscillator, measures, study: { vary: { k: { from: 1, to: 400, points: 5 } } } };

describe('studies', () => {
  test('have the rows of the program, byte for byte', async () => {
    const engine = await testEngine();
    for (const [document, fixed] of [
      [sampled, {}],
      [{ ...sampled, study: { ...sampled.study, sampling: 'latinHypercube', runs: 7, vary: { k: { from: 1, to: 400 } } } }, {}],
    ] as const) {
      const study = await engine.study(JSON.stringify(document), fixed);
      const runs = Array.from({ length: study.info.runs }, (_, run) => run);
      const rows = await study.rows(runs, 1e6);
      expect(study.info.head + rows.join('')).toBe(rowsOfProgram(document));
      const values = await study.values(0, study.info.runs);
      expect([...values]).toEqual(rows.map((row) => Number(row.split(',')[1])));
      study.close();
    }
  });

  test('continue in a worker, and end with it during a run', async () => {
    const workers: LocalWorker[] = [];
    const createWorker = () => {
      workers.push(new LocalWorker());
      return workers[workers.length - 1];
    };
    const engine = await createWorkerEngineOf({ source: await compiled, createWorker });
    const study = await engine.study(JSON.stringify(sampled));
    expect(study.info).toMatchObject({ runs: 5, parameters: ['k'], measures: ['reach'] });
    expect(await study.rows([3, 1], 1e6)).toHaveLength(2);
    expect(await study.rows([0, 2, 4], 0)).toHaveLength(1);
    const [busy] = workers.filter(({ requests }) => requests.includes('openStudy'));
    busy.deaf = true;
    const waiting = study.rows([0], 1e6);
    study.close();
    await expect(waiting).rejects.toThrow('The study was closed.');
    expect(busy.terminated).toBe(true);
    engine.dispose();
  });

  test('end a worker whose memory a run has exhausted, with a message', async () => {
    const workers: LocalWorker[] = [];
    const createWorker = () => {
      workers.push(new LocalWorker());
      return workers[workers.length - 1];
    };
    const engine = await createWorkerEngineOf({ source: await compiled, createWorker });
    const large = { ...tooLarge, parameters: { m: 1 }, study: { vary: { m: [1, 2] } } };
    const study = await engine.study(JSON.stringify(large));
    await expect(study.rows([0, 1], 1e6)).rejects.toMatchObject({ code: 'memory' });
    expect(workers.at(-1)!.terminated).toBe(true);
    const next = await engine.study(JSON.stringify(sampled));
    expect(await next.rows([0], 1e6)).toHaveLength(1);
    engine.dispose();
  });

  test('are refused with the place of the error', async () => {
    const engine = await testEngine();
    const of = (study: object) => engine.study(JSON.stringify({ ...oscillator, study }));
    await expect(of({ vary: { kk: [1] } })).rejects.toMatchObject({ code: 'model', detail: { pointer: '/study/vary/kk' } });
    await expect(of({ vary: { k: { from: 2, to: 1, points: 3 } } })).rejects.toThrow('/study/vary/k/to: must be more than from, 2, got 1');
    await expect(of({ vary: { k: { from: 1, to: 2 } }, sampling: 'random', runs: 1e9 })).rejects.toThrow('at most 10000000 runs');
    await expect(engine.study(JSON.stringify(oscillator))).rejects.toThrow('the document has no study');
  });

  test('run single sets of parameters, with columns of sensors and measures', async () => {
    const engine = await testEngine();
    const document = JSON.stringify({ ...oscillator, measures });
    const [soft, stiff] = await engine.trials(document, [{ k: 4 }, { k: 9 }], [{ sensor: 'x', component: 0 }], 1e6);
    expect(soft.problem).toBe('');
    expect(soft.columns.map(({ length }) => length)).toEqual([soft.columns[0].length, soft.columns[0].length]);
    expect(Math.max(...soft.columns[1])).toBe(soft.measures[0].value);
    expect(stiff.columns[1]).not.toEqual(soft.columns[1]);
    const [wrong] = await engine.trials(document, [{ k: Number.NaN }], [], 1);
    expect(wrong.problem).toContain('must be a finite number');
  });
});
