import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { glbOf } from '../../../web/src/scene';
import { testEngine } from '../../support/engine';

const gltf = '../../support/gltf.mjs'; // without types

/** The browser functions that the exporter uses. */
class Reader {
  result: ArrayBuffer | null = null;
  onloadend = () => {};
  readAsArrayBuffer(blob: Blob): void {
    void blob.arrayBuffer().then((bytes) => {
      this.result = bytes;
      this.onloadend();
    });
  }
}
vi.stubGlobal('FileReader', Reader);

async function recorded(name: string, steps: number) {
  const document = JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8'));
  for (const step of [document.analysis].flat()) if (step.stepSize) step.endTime = Math.min(step.endTime, steps * step.stepSize);
  const run = (await testEngine()).start(JSON.stringify(document));
  for await (const _ of run);
  return { model: await run.model, history: run.history };
}

test('A glTF file names the authors of its model', async () => {
  const { model, history } = await recorded('rolling-coin', 10);
  const bytes = Buffer.from(await glbOf({ model: { ...model, credits: 'by Ada; licence MIT' }, history }));
  const { validated, jsonOf } = await import(gltf);
  expect((await validated(bytes)).found).toEqual([]);
  expect((jsonOf(bytes) as { asset: object }).asset).toMatchObject({ copyright: 'by Ada; licence MIT' });
});

test.each([
  ['rolling-coin', 'translation'],
  ['belt-two-pulleys', 'weights'],
])('The drawing of %s is an animated glTF file', async (name, path) => {
  const recording = await recorded(name, 100);
  const bytes = Buffer.from(await glbOf(recording));
  const { validated, jsonOf } = await import(gltf);
  expect((await validated(bytes)).found).toEqual([]);
  const { animations, accessors } = jsonOf(bytes) as {
    animations: { channels: { sampler: number; target: { path: string } }[]; samplers: { input: number }[] }[];
    accessors: { max: number[] }[];
  };
  const channel = animations[0].channels.find(({ target }) => target.path === path);
  const { time } = recording.history;
  expect(accessors[animations[0].samplers[channel!.sampler].input].max[0]).toBeCloseTo(time[time.length - 1] - time[0], 6);
});
