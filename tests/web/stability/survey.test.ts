import { expect, test, vi } from 'vitest';
import type { Engine, Spectrum } from '../../../wasm/engine/types';
import { coarseFirst, Survey } from '../../../web/src/stability/survey';
import { watch } from '../../../web/src/state/observable';

/** The model's only eigenvalue is its parameter v; it fails at v = 3. An answer has at most two values. */
function survey() {
  const documents: string[] = [];
  const engine = {
    async spectra(text: string, sets: Record<string, number>[]): Promise<Spectrum[]> {
      documents.push(text);
      return sets.slice(0, 2).map(({ v }) => (v === 3 ? { problem: 'singular' } : { eigenvalues: [{ real: v, imaginary: 0 }] }));
    },
  } as unknown as Engine;
  return { survey: new Survey(async () => engine, 2), documents };
}

const odd = (last: number) => Array.from({ length: (last + 1) / 2 }, (_, i) => 2 * i + 1);

const document = { title: 'x', sensors: [{ name: 's' }], display: {}, objects: [{ visualization: {} }], analysis: [] };

test('A survey keeps the order of its values, and continues after a failed one', async () => {
  const { survey: found } = survey();
  await found.start({ document, parameter: 'v', values: [1, 2, 3, 4, 5, 6], parameters: { w: 1 } });
  expect(found.spectra.map((spectrum) => spectrum?.[0].real ?? null)).toEqual([1, 2, null, 4, 5, 6]);
  expect(found.problem).toBe('singular');
  expect(found.running).toBe(false);
});

test('A survey is coarse first: its results are always ordered and span the whole range', async () => {
  expect(coarseFirst(40)).toEqual([0, 39, 16, 32, 8, 24, 4, 12, 20, 28, 36, ...[2, 6, 10, 14, 18, 22, 26, 30, 34, 38], ...odd(37)]);
  expect([0, 1, 2].map(coarseFirst)).toEqual([[], [0], [0, 1]]);
  const { survey: found } = survey();
  const values = Array.from({ length: 40 }, (_, i) => i + 10);
  const seen: (readonly number[])[] = [];
  watch(
    () => [found.values, found.spectra] as const,
    ([known, spectra]) => {
      expect(spectra.map((spectrum) => spectrum?.[0].real)).toEqual(known);
      seen.push(known);
    },
  );
  // Every answer is shown immediately.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1000 * seen.length + 1000 * clock.mock.calls.length);
  await found.start({ document, parameter: 'v', values, parameters: {} });
  clock.mockRestore();
  const early = seen.find((known) => known.length >= 4) ?? [];
  expect([early[0], early[early.length - 1]]).toEqual([10, 49]);
  expect(seen[seen.length - 1]).toEqual(values);
});

test('A survey requests only eigenvalues, and sensors only if a formula needs one', async () => {
  const { survey: found, documents } = survey();
  await found.start({ document, parameter: 'v', values: [1], parameters: {} });
  expect(JSON.parse(documents[0])).toEqual({ title: 'x', objects: [{}], analysis: [{ type: 'eigenvalues', computeModes: false }] });
  const loads = [{ loadUserFunction: 'sensor("s")' }];
  await found.start({ document: { ...document, loads }, parameter: 'v', values: [1], parameters: {} });
  expect(JSON.parse(documents[1]).sensors).toEqual(document.sensors);
});

test('The same survey is not repeated, unless it was cancelled', async () => {
  const { survey: found, documents } = survey();
  const task = { document, parameter: 'v', values: [1, 2], parameters: {} };
  await found.start(task);
  await found.start({ ...task });
  expect(documents).toHaveLength(2);
  found.cancel();
  await found.start(task);
  expect(documents).toHaveLength(4);
});

test('Another survey replaces a running one', async () => {
  const { survey: found } = survey();
  const first = found.start({ document, parameter: 'v', values: [1, 2, 4], parameters: {} });
  await Promise.all([first, found.start({ document, parameter: 'v', values: [5, 6], parameters: {} })]);
  expect(found.spectra.map((spectrum) => spectrum?.[0].real)).toEqual([5, 6]);
});
