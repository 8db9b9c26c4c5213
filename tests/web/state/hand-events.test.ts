import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../wasm/engine/types';
import { documentForHands, handSensor, heldAt, inputSensor, pushesAt, withEvents } from '../../../web/src/state/hand-events';
import { packEvents } from '../../../web/src/state/pack-events';
import { testEngine } from '../../support/engine';
import { oscillator } from '../../support/models';
import { recordingOf } from '../../support/recording';

const engine = await testEngine();
const info = async (document: object) => (await engine.check(JSON.stringify(document))).model!;

test('A document for hands records their actions, under free names', async () => {
  const document = {
    ...oscillator,
    inputs: { wind: { value: 0 }, heat: { value: 1 } },
    sensors: [...oscillator.sensors, { type: 'Input', name: 'hand force', input: 'heat' }],
    events: [{ step: 3, input: 'wind', value: 1 }],
  };
  const made = documentForHands(document, await info(document), 1, false);
  expect(made.events).toBeUndefined();
  expect((made.sensors as { name: string }[]).slice(1).map(({ name }) => name)).toEqual([
    'hand force',
    'hand force 2',
    'hand power',
    'hand',
    'wind',
  ]);
  expect([handSensor(made, 'Force'), handSensor(made, 'Position'), inputSensor(made, 'heat'), inputSensor(made, 'wind')]).toEqual([
    'hand force 2',
    'hand',
    'hand force',
    'wind',
  ]);
  const again = documentForHands(made, await info(made), 1, true);
  expect(again.sensors).toEqual(made.sensors); // they are there
  expect(documentForHands(document, await info(document), 1, true).events).toBe(document.events);
  expect((await engine.check(JSON.stringify(made))).issues).toEqual([]);
});

test('If time is slowed down, the hand is quicker, unless the model sets its speed', async () => {
  const model = await info(oscillator);
  const frequency = (document: object) => ((document as { analysis?: unknown }).analysis as { handFrequency?: number }[])[0].handFrequency;
  expect(frequency(documentForHands(oscillator, model, 1, false))).toBeUndefined();
  expect(frequency(documentForHands(oscillator, model, 0.1, false))).toBe(150);
  expect(frequency(documentForHands(oscillator, model, 0.01, false))).toBe(300); // 0.3 rad in a step
  const own = { ...oscillator, analysis: [{ ...oscillator.analysis[0], handFrequency: 40 }] };
  expect(frequency(documentForHands(own, model, 0.1, false))).toBe(40);
});

test('Events replace those of the document; without events it has none', () => {
  expect(withEvents({ title: 'a', events: [1] }, [])).toEqual({ title: 'a' });
  expect(withEvents({ title: 'a' }, [{ step: 4, end: true }])).toEqual({ title: 'a', events: [{ step: 4, end: true }] });
});

test('The unit of a path is derived from its targets', () => {
  const to = (step: number, ...cells: [number, number, number]): RecordedEvent => ({
    step,
    to: cells.map((n) => 0.1 + 0.02 * n) as [number, number, number],
  });
  const grab: RecordedEvent = { step: 0, grab: 'a', to: [0.1, 0.1, 0.1], duration: 0.16 };
  const release: RecordedEvent = { step: 90, release: true };
  expect(packEvents([grab, to(10, 5, 0, -1), to(30, 6, 2, -1), release])).toEqual([
    { ...grab, resolution: 0.02, path: [10, 5, 0, -1, 20, 1, 2, 0] },
    release,
  ]);
  const off: RecordedEvent = { step: 40, to: [Math.PI, 0, 0] };
  expect(packEvents([grab, to(10, 5, 0, -1), to(30, 6, 2, -1), off, release])).toEqual([
    { ...grab, resolution: 0.02, path: [10, 5, 0, -1, 20, 1, 2, 0] },
    off,
    release,
  ]);
});

describe('A run that is over', () => {
  // A static step, then ten dynamic steps of 0.1 s; the hand's target moves to the right.
  const steps = Array.from({ length: 11 }, (_, i) => i);
  const recording = recordingOf(
    {
      analysis: [
        { type: 'static', startTime: 0, endTime: 1, numberOfSteps: 1 },
        { type: 'dynamic', startTime: 0, endTime: 1, numberOfSteps: 10 },
      ],
      sensors: [{ name: 'hand', unit: 'm', components: ['x', 'y', 'z'] }] as never,
      solver: true,
    },
    [
      steps.map((i) => i / 10),
      steps.map((i) => i / 10),
      ...[0, 0].map(() => steps.map(() => 0)),
      steps.map(() => 0.1),
      steps.map((i) => i + 7), // the static one had seven
      ...[0, 0].map(() => steps.map(() => 0)),
    ],
  );
  const run = (...events: RecordedEvent[]) => ({ sensors: [{ type: 'Hand', outputVariableType: 'Position', name: 'hand' }], events });
  const push = { push: 'block', impulse: [0, 2, 0] as [number, number, number] };

  test('shows a push while it lasts and for a moment afterwards, the last one first', () => {
    const document = run(
      { step: 2, ...push, at: [1, 0, 0], steps: 3 },
      { step: 4, ...push, link: 3 },
      { step: 0, analysisStep: 0, ...push }, // of another step of the analysis
    );
    const seen = (time: number, lasting = 0) => pushesAt(recording, document, time, lasting).map(({ link }) => link);
    expect([0.2, 0.3, 0.4, 0.5, 0.6].map((time) => seen(time))).toEqual([[], [null], [null], [3, null], []]);
    expect(seen(0.6, 0.2)).toEqual([3, null]);
    expect(pushesAt(recording, document, 0.3, 0)).toEqual([{ object: 'block', link: null, at: [1, 0, 0], impulse: [0, 2, 0] }]);
    expect(pushesAt(recording, run(), 0.3, 0)).toEqual([]);
    expect(pushesAt(recording, {}, 0.3, 0)).toEqual([]);
  });

  test('shows the grabbed point and its target', () => {
    const document = run({ step: 2, grab: 'block', at: [0, 0, 1] }, { step: 5, release: true });
    expect([0.2, 0.6].map((time) => heldAt(recording, document, time))).toEqual([null, null]);
    expect(heldAt(recording, document, 0.4)).toEqual({
      object: 'block',
      link: null,
      at: [0, 0, 1],
      target: [expect.closeTo(0.4, 12), 0, 0],
    });
  });
});
