import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeScene, type SceneDescription } from '../../../web/src/scene/description';
import { testEngine } from '../../support/engine';

const engine = await testEngine();

async function sceneOf(document: object): Promise<SceneDescription> {
  const { model, issues } = await engine.check(JSON.stringify({ slipstick: 1, ...document }));
  expect(issues).toEqual([]);
  return describeScene(model!);
}

/** The gallery's slider-crank without its graphics and camera, and without the rotors on its shaft. */
function sliderCrank(): { objects: { name: string; type: string; visualization?: object }[] } {
  const document = JSON.parse(readFileSync('web/models/slider-crank.json', 'utf8'));
  for (const list of ['nodes', 'objects', 'markers', 'loads', 'sensors'])
    document[list] = document[list].filter(({ name }: { name: string }) => !/^(flywheel|fan)\b/.test(name));
  for (const object of document.objects) delete object.visualization;
  delete document.display.camera;
  return document;
}

/** The kinds of solids of each body. */
const kinds = ({ bodies }: SceneDescription) =>
  Object.fromEntries(bodies.map(({ name, shapes }) => [name, shapes.map(({ type }) => type)]));

test('A planar mechanism without graphics shows bars, pins, a block on a rail and a support, from the front', async () => {
  const scene = await sceneOf(sliderCrank());
  const [ground, crank, rod, slider] = scene.bodies;
  expect(ground.shapes.map(({ type }) => type).sort()).toEqual(['cylinder', 'cylinder', 'polyline', 'polyline']);
  for (const [body, length] of [
    [crank, 0.1],
    [rod, 0.25],
  ] as const) {
    const bar = body.shapes.find(({ type }) => type === 'box');
    expect(bar?.type === 'box' && bar.size[0]).toBeCloseTo(length, 12);
  }
  expect(slider.shapes.some(({ type }) => type === 'disc')).toBe(false);
  expect(slider.shapes.some(({ type }) => type === 'box')).toBe(true);
  expect(scene.camera).toMatchObject({ direction: [0, 0, 1], up: [0, 1, 0] });
  expect(scene.ground === null || scene.ground.normal[2] === 1).toBe(true);
});

test('A bar swings in front of the rail of a plane, which runs through its block', async () => {
  const [ground, , rod, slider] = (await sceneOf(sliderCrank())).bodies;
  const rail = ground.shapes.find((shape) => shape.type === 'cylinder' && shape.from[2] === shape.to[2]);
  const [bar, block] = [rod, slider].map(({ shapes }) => shapes.find(({ type }) => type === 'box'));
  if (rail?.type !== 'cylinder' || bar?.type !== 'box' || block?.type !== 'box') throw new Error('not drawn');
  expect(rail.from[2] + (rail.radius ?? 0)).toBeLessThan(-bar.size[2] / 2);
  expect(rail.from[2] - (rail.radius ?? 0)).toBeGreaterThan(-block.size[2] / 2);
});

test('Joints are drawn by default, but not on bodies with graphics', async () => {
  const shown = kinds(await sceneOf(sliderCrank()));
  const hidden = sliderCrank();
  for (const object of hidden.objects) if (object.type.startsWith('Joint')) object.visualization = { show: false };
  expect(kinds(await sceneOf(hidden))).not.toHaveProperty('ground');
  const drawn = sliderCrank();
  for (const object of drawn.objects)
    if (object.type === 'RigidBody2D') object.visualization = { graphics: [{ type: 'sphere', radius: 0.01 }] };
  const own = kinds(await sceneOf(drawn));
  expect(Object.values(own)).toEqual([['sphere'], ['sphere'], ['sphere']]);
  expect(Object.keys(shown).length).toBe(4);
});

test('The inertia of a ball is drawn as that ball, any other as a box, with rods to markers outside', async () => {
  const body = (name: string, inertia6D: number[]) => ({ type: 'RigidBody', name, inertia: { mass: 2, inertia6D } });
  const create = [body('ball', [0.2, 0.2, 0.2, 0, 0, 0]), body('brick', [0.1, 0.2, 0.25, 0, 0, 0])];
  const markers = ['ball', 'brick'].map((name) => ({ type: 'BodyRigid', name: `${name} tip`, bodyNumber: name, localPosition: [3, 0, 0] }));
  const { bodies } = await sceneOf({ create, markers });
  expect(bodies[0].shapes.map(({ type }) => type)).toEqual(['sphere', 'cylinder']);
  expect(bodies[0].shapes[0]).toMatchObject({ radius: Math.sqrt(0.25) }); // 2/5 m r² = 0.2
  expect(bodies[1].shapes.map(({ type }) => type)).toEqual(['box', 'cylinder']);
});

test('Mass points are balls, the heaviest the largest', async () => {
  const create = [1, 8, 27].map((physicsMass) => ({ type: 'MassPoint', name: `m${physicsMass}`, physicsMass }));
  const { bodies } = await sceneOf({ create });
  const shares = bodies.map(({ shapes: [ball] }) => (ball.share ?? 0) * 3);
  expect(shares[0]).toBeCloseTo(1.2, 12); // large enough to be visible
  expect(shares[1]).toBeCloseTo(2, 12);
  expect(shares[2]).toBeCloseTo(3, 12);
});
