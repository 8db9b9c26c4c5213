import { expect, test } from 'vitest';
import { proofOf, verify, withoutValues } from '../../../web/src/share/proof';
import type { Recording } from '../../../web/src/state/recording';
import { recordingOf } from '../../support/recording';

/** A sine over 1 s and a constant force, changed by `change`. */
function recording(change: (time: number, value: number) => number = (_, value) => value): Recording {
  const sensors = [
    { name: 'position', components: ['x', 'y'], unit: 'm' },
    { name: 'force', components: [''], unit: 'N' },
  ];
  const samples = 101;
  const time = Float64Array.from({ length: samples }, (_, i) => i / (samples - 1));
  const x = time.map((t) => change(t, Math.sin(6 * t)));
  return recordingOf({ sensors }, [time, x, time.map((t) => 2 * t), time.map(() => 9.81)]);
}

const proof = proofOf(recording(), '0.1.0')!;

test('The same numbers are the same result', () => {
  expect(verify(recording(), proof, '0.1.0')).toEqual({
    outcome: 'same',
    text: 'Same result as the author’s, to the last bit.',
    engine: '',
  });
  expect(verify(recording(), proof, '0.2.0')?.text).toContain('The author’s was computed by engine 0.1.0; this is 0.2.0.');
});

test('A single changed bit is detected, and called small', () => {
  const verdict = verify(
    recording((t, value) => (t === 0.5 ? value + 2 ** -52 : value)),
    proof,
    '0.1.0',
  );
  expect(verdict).toMatchObject({ outcome: 'same', text: expect.stringContaining('within 2e-7') });
});

test('A difference is reported with its place and its size', () => {
  const verdict = verify(
    recording((t, value) => (t > 0.9 ? value + 0.02 : value)),
    proof,
    '0.1.0',
  );
  expect(verdict?.outcome).toBe('different');
  expect(verdict?.text).toMatch(/position x by 0\.01 of its range at 1 s/);
});

test('Another version of the engine may compute other numbers', () => {
  const other = recording((t, value) => (t > 0.9 ? value + 0.02 : value));
  const fewer = { ...other, model: { ...other.model, sensors: other.model.sensors.slice(0, 1) } };
  for (const [run, text] of [
    [other, 'position x by 0.01 of its range at 1 s'],
    [fewer, 'the sensors differ'],
  ] as const) {
    const verdict = verify(run, proof, '0.2.0-dev');
    expect(verdict).toMatchObject({ outcome: 'otherEngine', text: expect.stringContaining(text) });
    expect(verdict?.text).toContain('computed by engine 0.1.0; this is 0.2.0-dev.');
  }
  expect(verify(recording(), proof, '0.2.0-dev')?.outcome).toBe('same');
});

test('A digest without values shows only whether a result is the same', () => {
  const short = withoutValues(proof);
  expect(short).toMatch(/^0\.1\.0:[\w-]{11}:$/);
  expect(verify(recording(), short, '0.1.0')?.outcome).toBe('same');
  const other = recording((t, value) => (t === 0.5 ? value + 2 ** -52 : value));
  expect(verify(other, short, '0.1.0')).toEqual({
    outcome: 'different',
    text: 'Differs from the author’s result in at least one recorded number.',
    engine: '',
  });
});

test('A link without a result names its engine if it is another one', () => {
  expect(verify(recording(), '0.2.0', '0.2.0')).toBeNull();
  expect(verify(recording(), '0.1.0', '0.2.0')).toEqual({
    outcome: 'otherEngine',
    text: 'This link was made with engine 0.1.0, without a result; this is 0.2.0.',
    engine: '0.1.0',
  });
});

test('Incomparable results are reported', () => {
  const other = recording();
  const fewer = { ...other, model: { ...other.model, sensors: other.model.sensors.slice(0, 1) } };
  expect(verify(fewer, proof, '0.1.0')?.text).toContain('the sensors differ');
  const thinned = { ...other, history: Object.create(other.history, { keptEvery: { value: 2 }, samples: { value: 50 } }) };
  expect(proofOf(thinned, '0.1.0')).toBeNull();
  expect(verify(thinned, proof, '0.1.0')?.text).toContain('too long');
});

test('If all samples have one time, the last counts, as in the program', () => {
  const sensors = [{ name: 'x', components: [''], unit: 'm' }];
  const proof = proofOf(recordingOf({ sensors }, [new Float64Array(2), Float64Array.of(1, 2)]), '0.1.0')!;
  const values = Buffer.from(proof.split(':')[2], 'base64url');
  expect([0, 4, 8].map((at) => values.readFloatLE(at))).toEqual([2, 2, 2]);
});
