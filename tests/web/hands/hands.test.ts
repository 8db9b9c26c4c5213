import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../wasm/engine/types';
import { Drift } from '../../../web/src/hands/drift';
import { moveDuration, resolutionFor, TargetPath } from '../../../web/src/hands/target-path';
import { documentHash } from '../../../web/src/link/link';
import { packEvents } from '../../../web/src/state/pack-events';
import { testEngine } from '../../support/engine';

test('A resolution is a round number below three pixels', () => {
  expect([0.001, 0.0026, 0.004999, 0.5, 3e-6].map(resolutionFor)).toEqual([0.002, 0.005, 0.01, 1, 5e-6]);
});

test('The drift is the velocity of the target in the picture, and zero if it jumps or rests', () => {
  const drift = new Drift();
  drift.note([0, 0, 0], 0);
  for (let i = 1; i <= 40; i++) drift.note([0.08 * i, 0, -0.016 * i], 0.016 * i);
  expect(drift.velocity[0]).toBeCloseTo(5, 2);
  expect(drift.velocity[2]).toBeCloseTo(-1, 2);
  drift.note([9, 0, 0], 3); // went back, or slept
  expect(drift.velocity).toEqual([0, 0, 0]);
  drift.note([9.08, 0, 0], 3.016);
  drift.note(null, 3.03);
  expect(drift.velocity).toEqual([0, 0, 0]);
});

test('Targets are on a grid through the first one, and are sent only if they differ enough', () => {
  const path = new TargetPath([0.1, 0, 1], 0.01);
  expect(path.next([0.104, 0, 1], 0)).toBeNull(); // no other cell
  expect(path.next([0.137, 0, 0.951], 0.01)).toEqual([0.1 + 0.01 * 4, 0, 1 + 0.01 * -5]);
  expect(path.next([0.3, 0, 1], 0.1)).toBeNull(); // too soon
  expect(path.next([0.3, 0, 1], 0.17)).toEqual([0.1 + 0.01 * 20, 0, 1]);
  expect(path.next([0.31, 0, 1], 0.4)).toBeNull(); // too little for such a short time
  expect(path.next([0.31, 0, 1], 0.6)).toEqual([0.1 + 0.01 * 21, 0, 1]);
  expect(path.next([0.31, 0, 1], 9)).toBeNull();
});

/** Ten seconds of shaky dragging back and forth, seen by an oblique camera: 60 frames per second, 1000 steps. */
function dragged(seed: number): RecordedEvent[] {
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648 - 0.5;
  };
  const metresPerPixel = 0.002;
  const resolution = resolutionFor(metresPerPixel);
  const waves = Array.from({ length: 4 }, () => ({
    rate: 1 + 4 * (random() + 0.5),
    phase: 6 * random(),
    x: 120 * random(),
    y: 120 * random(),
  }));
  const right = [0.8, 0.6, 0];
  const up = [-0.3, 0.4, Math.sqrt(0.75)];
  const at = (t: number) => {
    const sum = (key: 'x' | 'y') => waves.reduce((all, wave) => all + wave[key] * Math.sin(wave.rate * t + wave.phase), random());
    const [x, y] = [sum('x') * metresPerPixel, sum('y') * metresPerPixel];
    return right.map((r, i) => 0.3 + x * r + y * up[i]) as unknown as [number, number, number];
  };
  const from = at(0);
  const path = new TargetPath(from, resolution);
  const events: RecordedEvent[] = [{ step: 1200, grab: 'frame', at: [0.3, 0, 0.9], to: from, duration: moveDuration }];
  for (let picture = 1; picture < 600; picture++) {
    const to = path.next(at(picture / 60), picture / 60);
    if (to) events.push({ step: 1200 + Math.round((1000 * picture) / 60 + 4 * random()), to });
  }
  events.push({ step: 11200, release: true }, { step: 12000, end: true });
  return events;
}

test('Ten seconds of dragging take at most 600 characters of a link', () => {
  const model = JSON.parse(readFileSync('web/models/bicycle.json', 'utf8')) as object;
  const plain = documentHash(model).length;
  const sizes = [1, 2, 3, 4, 5].map((seed) => {
    const events = dragged(seed);
    return documentHash({ ...model, events: packEvents(events) }).length - plain;
  });
  console.log('characters of ten seconds', sizes);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(600);
  expect(Math.min(...sizes)).toBeGreaterThan(200); // something was dragged
});

test('Packed events equal the posted ones, to the bit', async () => {
  const engine = await testEngine();
  const mass = {
    slipstick: 1,
    create: [{ type: 'MassPoint', name: 'frame', physicsMass: 2 }],
    sensors: [
      { type: 'Body', name: 'x', bodyNumber: 'frame', outputVariableType: 'Position' },
      { type: 'Hand', name: 'target', outputVariableType: 'Position' },
    ],
    analysis: { endTime: 1, stepSize: 0.001 },
  };
  const events = dragged(6);
  const off = { step: 11190, to: [0.1, 0.2, 0.3] } as RecordedEvent; // on no grid
  const posted = [...events.slice(0, -2), off, { ...off, step: 11195 }, ...events.slice(-2)];
  const packed = packEvents(posted);
  expect(packed).toHaveLength(1 + 2 + 2);
  const columns = [];
  for (const list of [posted, packed]) {
    const run = engine.start(JSON.stringify({ ...mass, events: list }));
    for await (const _ of run);
    expect(run.status).toBe('finished');
    expect(await run.events()).toEqual(posted);
    columns.push(run.history.columns.slice(0, 7).map((column) => [...column]));
  }
  expect(columns[1]).toEqual(columns[0]);
  expect(columns[0][0].at(-1)).toBeCloseTo(12, 9);
});

test('Events without a path are unchanged', () => {
  const events: RecordedEvent[] = [
    { step: 1, grab: 'a' },
    { step: 2, to: [1, 2, 3] },
    { step: 3, grab: 'b', to: [0, 0, 0] },
    { step: 4, release: true },
  ];
  expect(packEvents(events)).toEqual(events);
});
