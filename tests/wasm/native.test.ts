import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';

const program = 'build/native-release/slipstick';
const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
const folder = mkdtempSync(join(tmpdir(), 'slipstick-'));
afterAll(() => rmSync(folder, { recursive: true }));

const jsonFiles = (place: string) => readdirSync(place).map((name) => join(place, name));
const items = readdirSync('tests/data/items').flatMap((kind) => jsonFiles(join('tests/data/items', kind)));
// Of the cradle the steps themselves depend on the last bits: they adapt to impacts of 0.1 ms. Where a grain of the hopper goes depends on
// them too. The two other belts are long.
const apart = ['newtons-cradle', 'hopper', 'belt-comparison', 'belt-tensioner'];
const gallery = jsonFiles('web/models').filter((file) => !apart.includes(basename(file, '.json')));

/**
 * Both are rounded alike, but sine, cosine and their kind come from two libraries and differ in the last bit now and then. Where more than
 * that is left, forces and accelerations of stiff or constrained motion magnify it by up to 1/h².
 */
const usual = 1e-12;
const magnified: Record<string, number> = {
  JointRevolute2D: 1e-9, // multipliers
  // A last bit decides when a kept tangent is renewed; what is left of the equations then is a thousandth of Newton's tolerance, 1e-11.
  JointSliding2D: 1e-7, // multipliers
  'slider-crank': 1e-7, // accelerations and multipliers, h = 1 ms
  'stick-slip': 1e-10,
  ContactFrictionCircleCable2D: 1e-10,
  'double-pendulum': 1e-7, // chaotic
  'belt-two-pulleys': 1e-9, // stiff contact with friction
  'belt-crossed': 1e-9,
  turntable: 1e-10,
  bushings: 1e-10,
};

interface NativeResult {
  sensors: { name: string; time: number[]; values: number[][] }[];
  statistics: { steps: number };
}

describe.skipIf(!existsSync(program))('WebAssembly computes as the native program', () => {
  test.each([...items, ...gallery])('%s', async (file) => {
    const output = join(folder, basename(file));
    execFileSync(program, ['run', file, '--output', output]);
    const native = JSON.parse(readFileSync(output, 'utf8')) as NativeResult;
    const run = engine.start(readFileSync(file, 'utf8'), { sliceMilliseconds: 1000 });
    for await (const _ of run);
    expect(run.statistics.steps).toBe(native.statistics.steps);
    const tolerance = magnified[basename(file, '.json')] ?? usual;
    for (const [s, { name, time, values }] of native.sensors.entries()) {
      expect([...run.history.time], name).toEqual(time);
      const largest = Math.max(...values.map((row) => Math.max(...row.map(Math.abs))));
      const differences = values.map((row, i) => Math.max(...row.map((value, c) => Math.abs(value - run.history.sensorColumn(s, c)[i]))));
      expect(Math.max(...differences), `${name}, ${largest} at most`).toBeLessThanOrEqual(tolerance * largest);
    }
  });
});
