import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../../wasm/engine/direct';
import { galleryEntry } from '../../../web/src/gallery/entries';
import { plotSpecs } from '../../../web/src/plots/spec';
import { describeScene } from '../../../web/src/scene/description';

const folder = new URL('../../../web/models/', import.meta.url);
const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));

test.each(readdirSync(folder).filter((file) => file.endsWith('.json')))(
  '%s is without a remark, and all it shows is there',
  async (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const { entry } = galleryEntry(file, JSON.parse(text));
    for (const said of [entry.title, entry.teaser, entry.teaches, entry.tags.join()]) expect(said).not.toBe('');
    const { model, issues } = await engine.check(text);
    expect(issues).toEqual([]);
    expect(plotSpecs(model!).map(({ title, problem }) => `${title}: ${problem}`)).toEqual(
      plotSpecs(model!).map(({ title }) => `${title}: `),
    );
    const scene = describeScene(model!);
    expect(scene.problems).toEqual([]);
    expect(scene.bodies.length + scene.cables.length).toBeGreaterThan(0);
  },
);
