import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../../wasm/engine/direct';
import { galleryEntry } from '../../../web/src/gallery/entries';
import { describeScene } from '../../../web/src/scene/description';

const folder = new URL('../../../web/models/', import.meta.url);
const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));

test.each(readdirSync(folder).filter((file) => file.endsWith('.json')))(
  '%s is without a remark, and all it shows is there',
  async (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const { model, issues } = await engine.check(text);
    expect(issues).toEqual([]);
    const entry = galleryEntry(file, model);
    for (const text of [entry.title, entry.teaser, entry.teaches, entry.tags.join()]) expect(text).not.toBe('');
    const scene = describeScene(model!);
    expect(scene.bodies.length + scene.cables.length).toBeGreaterThan(0);
  },
);
