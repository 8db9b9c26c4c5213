import { expect, test } from 'vitest';
import type { Engine, Spectrum } from '../../../wasm/engine/types';
import { Survey } from '../../../web/src/stability/survey';

/** The only eigenvalue of the model is its parameter v; it fails at v = 3. An answer has two values at most. */
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

const document = { title: 'x', sensors: [{ name: 's' }], display: {}, objects: [{ visualization: {} }], analysis: [] };

test('A survey keeps the order of its values, and goes on after one that fails', async () => {
  const { survey: found } = survey();
  await found.start({ document, parameter: 'v', values: [1, 2, 3, 4, 5, 6], parameters: { w: 1 } });
  expect(found.spectra.map((spectrum) => spectrum?.[0].real ?? null)).toEqual([1, 2, null, 4, 5, 6]);
  expect(found.problem).toBe('singular');
  expect(found.running).toBe(false);
});

test('A survey asks for eigenvalues alone, and for sensors only where a formula asks one', async () => {
  const { survey: found, documents } = survey();
  await found.start({ document, parameter: 'v', values: [1], parameters: {} });
  expect(JSON.parse(documents[0])).toEqual({ title: 'x', objects: [{}], analysis: [{ type: 'eigenvalues', computeModes: false }] });
  const loads = [{ loadUserFunction: 'sensor("s")' }];
  await found.start({ document: { ...document, loads }, parameter: 'v', values: [1], parameters: {} });
  expect(JSON.parse(documents[1]).sensors).toEqual(document.sensors);
});

test('The same survey is not repeated, unless it was given up', async () => {
  const { survey: found, documents } = survey();
  const task = { document, parameter: 'v', values: [1, 2], parameters: {} };
  await found.start(task);
  await found.start({ ...task });
  expect(documents).toHaveLength(2);
  found.cancel();
  await found.start(task);
  expect(documents).toHaveLength(4);
});

test('Another survey takes the place of one that goes on', async () => {
  const { survey: found } = survey();
  const first = found.start({ document, parameter: 'v', values: [1, 2, 4], parameters: {} });
  await Promise.all([first, found.start({ document, parameter: 'v', values: [5, 6], parameters: {} })]);
  expect(found.spectra.map((spectrum) => spectrum?.[0].real)).toEqual([5, 6]);
});
