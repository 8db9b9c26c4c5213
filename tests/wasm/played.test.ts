import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import type { LiveEvent, Run } from '../../wasm/engine/types';
import { folderWith } from '../support/folder';

const program = 'build/native-release/slipstick';
const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
const folder = folderWith();

/** Actions of a player, each after a number of further steps. */
const played: Record<string, { every: number; parameters?: Record<string, number>; events: LiveEvent[] }> = {
  'ride-bicycle': {
    every: 150,
    parameters: { v0: 5 },
    events: [
      { input: 'steer', value: 0.5, rate: 5 },
      { input: 'steer', value: 0, rate: 5 },
      { push: 'frame', impulse: [0, 6, 0], steps: 20 },
      { grab: 'front wheel', at: [0, 0, 0.1], duration: 0.16 },
      { release: true },
      { input: 'pedal', value: 20, rate: 100 },
    ],
  },
  'drive-car': {
    every: 200,
    events: [
      { input: 'forward', value: 1.5, rate: 2 },
      { input: 'across', value: 1.5, rate: 2 },
      { input: 'turn', value: 2.5 },
      { grab: 'car', at: [0.3, 0.2, 0], to: [1, 0.3, 0.3], duration: 0.16 },
      { to: [1.2, 0.4, 0.4] },
      { release: true },
    ],
  },
  'flick-coin': {
    every: 300,
    events: [
      { push: 'coin', at: [0, 0.011, 0.003], impulse: [0.001, 0, 0], steps: 20 },
      { grab: 'coin', at: [0, 0, 0.0116], to: [0.01, 0.01, 0.03], duration: 0.16 },
      { to: [0.03, 0.01, 0.05] },
      { push: 'coin', at: [0, -0.011, 0], impulse: [0.0005, 0, 0], steps: 20 },
    ],
  },
  'brake-belt': {
    every: 120,
    events: [
      { input: 'load', value: 40, rate: 100 },
      { input: 'load', value: 20, rate: 0 },
      { push: 'driven', at: [0, 0.1, 0], impulse: [0.5, 0, 0], steps: 5 },
      { input: 'load', value: 5 },
    ],
  },
  'cradle-by-hand': {
    every: 600,
    events: [
      { grab: 'ball 1', to: [0, 0, 0], duration: 0.16 },
      { to: [-0.1, 0.02, 0] },
      { to: [-0.12, 0.04, 0] },
      { release: true },
      { push: 'ball 5', impulse: [-0.1, 0, 0], steps: 40 },
      { grab: 'ball 3' },
    ],
  },
};

interface NativeResult {
  sensors: { name: string; time: number[]; values: number[][] }[];
}

async function waitUntil(run: Run, steps: number) {
  for (
    const start = performance.now();
    (run.statistics.steps ?? 0) < steps && performance.now() - start < 60_000 && run.status === 'running';
  )
    await new Promise((resolve) => setTimeout(resolve, 1));
}

describe.skipIf(!existsSync(program))('The native program reproduces a played run to the bit', () => {
  test.each(Object.keys(played))(
    '%s',
    async (name) => {
      const document = JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8'));
      const { every, parameters = {}, events } = played[name];
      for (const [parameter, value] of Object.entries(parameters)) document.parameters[parameter].value = value;
      const run = engine.start(JSON.stringify(document), { live: { from: 0, pace: 0 }, sliceMilliseconds: 1 });
      for (const [i, event] of [...events, { end: true } as LiveEvent].entries()) {
        await waitUntil(run, every * (i + 1));
        expect(await run.post(event)).toEqual([]);
      }
      for await (const chunk of run) expect(chunk.refused ?? []).toEqual([]);
      expect(run.status).toBe('finished');
      document.events = await run.events();
      expect(document.events.map(({ step: _, ...event }: { step: number }) => event)).toEqual([...events, { end: true }]);

      const [file, output] = [join(folder, 'model.json'), join(folder, 'result.json')];
      writeFileSync(file, JSON.stringify(document));
      execFileSync(program, ['run', file, '--output', output]);
      const native = JSON.parse(readFileSync(output, 'utf8')) as NativeResult;
      for (const [s, { name: sensor, time, values }] of native.sensors.entries()) {
        expect([...run.history.time], sensor).toEqual(time);
        for (const c of (values[0] ?? []).keys())
          expect([...run.history.sensorColumn(s, c)], `${sensor}, component ${c}`).toEqual(values.map((row) => row[c]));
      }
    },
    240_000,
  );
});
