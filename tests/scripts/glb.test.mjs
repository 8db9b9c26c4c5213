import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../support/folder.ts';
import { jsonOf, validated } from '../support/gltf.mjs';

const program = 'build/native-release/slipstick';
const folder = folderWith();

/** A run of the program as GLB; the run is shortened, which does not affect the test. */
function glb(name, models = 'web/models') {
  const document = JSON.parse(readFileSync(join(models, `${name}.json`), 'utf8'));
  for (const step of [document.analysis].flat()) {
    if (step.endTime !== undefined && step.stepSize !== undefined)
      step.endTime = Math.min(step.endTime, (step.startTime ?? 0) + 50 * step.stepSize);
    if (step.numberOfSteps > 50) Object.assign(step, { endTime: (50 * step.endTime) / step.numberOfSteps, numberOfSteps: 50 });
  }
  const file = join(folder, `${name}.glb`);
  execFileSync(program, ['run', '-', '--output', file], { input: JSON.stringify(document) });
  return readFileSync(file);
}

const names = readdirSync('web/models')
  .filter((name) => name.endsWith('.json') && !name.startsWith('index'))
  .map((name) => name.slice(0, -5));
const some = ['rolling-coin', 'belt-two-pulleys', 'bicycle', 'robot-axis', 'double-pendulum', 'slider-crank'].filter((name) =>
  names.includes(name),
);

test.each(some)('The program writes a run of %s as a glTF file that the validator accepts', async (name) => {
  const { found, animations, triangles } = await validated(glb(name));
  expect(found).toEqual([]);
  expect(animations).toBe(1);
  expect(triangles).toBeGreaterThan(10);
});

// 48 points around the axis; along the profile, 24 of a tube and 27 of a roll.
test.each([
  ['ContactSphereTorus', 'ball', 'ground', 2 * 48 * 24],
  ['ContactConvexRoll', 'plane', 'barrel', 2 * 48 * 26],
])('The program draws what touches by %s', async (name, other, around, triangles) => {
  const bytes = glb(name, 'tests/data/items/objects');
  expect((await validated(bytes)).found).toEqual([]);
  const { nodes, meshes, accessors } = jsonOf(bytes);
  const count = (body) => {
    const { mesh } = nodes.find((node) => node.name === body) ?? {};
    return mesh === undefined ? 0 : accessors[meshes[mesh].primitives[0].indices].count / 3;
  };
  expect(count(around)).toBe(triangles);
  expect(count(other)).toBe(other === 'ball' ? 2 * 24 * 11 : 0);
});

test('The poses of a coin equal its recorded frame', async () => {
  const bytes = glb('rolling-coin');
  const { nodes, animations, accessors, bufferViews } = jsonOf(bytes);
  const coin = nodes.findIndex(({ name }) => name === 'coin');
  expect(coin).toBeGreaterThan(0);
  const { channels, samplers } = animations[0];
  const moved = channels.find(({ target }) => target.node === coin && target.path === 'translation');
  const { bufferView, count } = accessors[samplers[moved.sampler].output];
  const start = 20 + bytes.readUInt32LE(12) + 8 + bufferViews[bufferView].byteOffset;
  const last = [0, 1, 2].map((i) => bytes.readFloatLE(start + 4 * (3 * (count - 1) + i)));
  expect(Math.hypot(...last.map((value, i) => value - nodes[coin].translation[i]))).toBeGreaterThan(1e-3);
  expect(last[2]).toBeGreaterThan(0);
});
