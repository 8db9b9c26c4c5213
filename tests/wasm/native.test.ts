import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import { createWorkerEngineOf } from '../../wasm/engine/remote';
import type { MeasureResult } from '../../wasm/engine/types';
import { folderWith } from '../support/folder';
import { shortened } from '../support/shortened';
import { LocalWorker } from './local_worker';

const program = 'build/native-release/slipstick';
const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
const folder = folderWith();

const jsonFiles = (place: string) => readdirSync(place).map((name) => join(place, name));
const items = readdirSync('tests/data/items').flatMap((kind) => jsonFiles(join('tests/data/items', kind)));
const gallery = jsonFiles('web/models');
const measured = ['tests/data/live/measures.json', 'tests/data/live/tasks.json'];
/** The engine as in a page: in a worker. */
const worker = await createWorkerEngineOf({
  source: readFileSync('build/wasm-release/slipstick.wasm'),
  createWorker: () => new LocalWorker(),
});

interface NativeResult {
  sensors: { name: string; time: number[]; values: number[][] }[];
  statistics: { steps: number };
  measures?: MeasureResult[];
  eigenvalues?: [number, number][][];
}

describe.skipIf(!existsSync(program))('WebAssembly computes the bits of the native program', () => {
  test.each([...items, ...gallery, ...measured])(
    '%s',
    async (file) => {
      const text = JSON.stringify(shortened(JSON.parse(readFileSync(file, 'utf8'))));
      const [input, output] = ['model', 'result'].map((word) => join(folder, `${word}-${basename(file)}`));
      writeFileSync(input, text);
      execFileSync(program, ['run', input, '--output', output]);
      const native = JSON.parse(readFileSync(output, 'utf8')) as NativeResult;
      const run = engine.start(text, { sliceMilliseconds: 1000 });
      for await (const _ of run);
      expect(run.statistics.steps).toBe(native.statistics.steps);
      for (const [s, { name, time, values }] of native.sensors.entries()) {
        expect([...run.history.time], name).toEqual(time);
        for (const c of (values[0] ?? []).keys()) {
          const here = run.history.sensorColumn(s, c);
          const first = values.findIndex((row, i) => !Object.is(row[c], here[i]));
          expect(first, `${name}, component ${c}: sample ${first} is ${values[first]?.[c]} natively, ${here[first]} here`).toBe(-1);
        }
      }
      const measures = await run.measures();
      expect(measures).toEqual(native.measures ?? []);
      if (measures.length === 0) return;
      const elsewhere = worker.start(text);
      for await (const _ of elsewhere);
      expect(await elsewhere.measures()).toEqual(measures);
    },
    120_000, // aborts a run that hangs
  );

  // At the start of each model; matrices may be symmetric.
  test.each([...items, 'web/models/bicycle.json', 'web/models/bushings.json', 'web/models/car.json'])(
    'the spectrum of %s',
    async (file) => {
      const { nodes, objects, markers, loads, create, parameters, definitions, sensors } = JSON.parse(readFileSync(file, 'utf8'));
      const analysis = { type: 'eigenvalues' };
      const text = JSON.stringify({ slipstick: 1, nodes, objects, markers, loads, create, parameters, definitions, sensors, analysis });
      const [input, output] = ['spectrum', 'spectrum-result'].map((word) => join(folder, `${word}-${basename(file)}`));
      writeFileSync(input, text);
      const native = spawnSync(program, ['run', input, '--output', output]);
      const [here] = await engine.spectra(text, [{}], 60_000);
      if (native.status !== 0) return expect(here).toMatchObject({ problem: expect.any(String) });
      const pairs = (JSON.parse(readFileSync(output, 'utf8')) as NativeResult).eigenvalues?.at(-1) ?? [];
      expect(here).toEqual({ eigenvalues: pairs.map(([real, imaginary]) => ({ real, imaginary })) });
    },
  );
});
