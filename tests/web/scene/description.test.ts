import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../wasm/engine/types';
import { arrowVector } from '../../../web/src/scene/arrow';
import { boundsOf, motionBalls } from '../../../web/src/scene/bounds';
import { describeScene } from '../../../web/src/scene/description';
import { viewDirection } from '../../../web/src/scene/framing';
import { testEngine } from '../../support/engine';
import { shortCoin } from '../../support/models';

const coin = shortCoin(0.02);

async function coinModel(change: (model: ModelInfo) => void = () => {}): Promise<ModelInfo> {
  const { model } = await (await testEngine()).check(coin);
  change(model!);
  return model!;
}

function bodyOf(model: ModelInfo, name: string) {
  return describeScene(model).bodies.find((body) => body.name === name);
}

/** Two forces and two torques on a plain body; one force changes with time. */
const loaded = (visualization: object) => ({
  slipstick: 1,
  create: [
    {
      type: 'RigidBody2D',
      name: 'bar',
      inertia: {
        mass: 1,
        inertiaTensor: [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 1],
        ],
      },
      visualization,
    },
    { type: 'Force', body: 'bar', localPosition: [1, 0, 0], loadVector: [3, 4, 0], bodyFixed: true },
    { type: 'Force', body: 'bar', loadVector: [1, 0, 0], loadVectorUserFunction: ['t', 0, 0] },
    { type: 'Torque', body: 'bar', loadVector: [0, 0, 2] },
    { type: 'Torque', body: 'bar', loadVector: [0, 0, 0] },
  ],
}); // prettier-ignore

describe('A scene', () => {
  test('shows given constant loads if the model does not specify its look', async () => {
    const loadsOf = async (visualization: object) => {
      const { model, issues } = await (await testEngine()).check(JSON.stringify(loaded(visualization)));
      expect(issues).toEqual([]);
      return describeScene(model!).loads;
    };
    expect(await loadsOf({})).toMatchObject([
      { kind: 'force', vector: [3, 4, 0], fixed: true, at: { pose: 0, point: [1, 0, 0] } },
      { kind: 'torque', vector: [0, 0, 2], fixed: false, at: { pose: 0, point: [0, 0, 0] } },
    ]);
    expect(await loadsOf({ graphics: [{ type: 'box', size: [1, 1, 1] }] })).toEqual([]);
  });

  test('puts a load on a beam at positions measured from its middle, as the beam does', async () => {
    const beam = readFileSync(new URL('../../data/items/objects/BeamGeometricallyExact2D.json', import.meta.url), 'utf8');
    const { model } = await (await testEngine()).check(beam);
    const [torque] = describeScene(model!).loads.filter(({ kind }) => kind === 'torque');
    expect(torque.at).toMatchObject({ point: [expect.closeTo(0.2 + 0.54 / 2, 12), 0.04, 0], cable: 0.54 });
  });

  test('shows the solids of a body, in its colour', async () => {
    const body = bodyOf(await coinModel(), 'coin');
    expect(body).toMatchObject({ pose: 0, color: '#d8b46c' });
    expect(body?.shapes).toMatchObject([{ type: 'disc', radius: 0.01, mark: true, opacity: 1 }]);
  });

  test('shows the balls of a set in their sizes and colours, and the outlines of its walls', async () => {
    const square = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ];
    const balls = {
      type: 'Spheres',
      name: 'balls',
      positions: [
        [0, 0, 1],
        [1, 0, 1],
      ],
      spheresRadii: [0.1, 0.2],
      colors: ['red', 'blue'],
    }; // prettier-ignore
    const create = [{ ...balls, contactStiffness: 1, walls: [{ quadPoints: square }] }];
    const { model } = await (await testEngine()).check(JSON.stringify({ slipstick: 1, create }));
    const { bodies } = describeScene(model!);
    expect(bodies.map(({ color, pose, shapes }) => [color, pose, shapes.length])).toEqual([
      ['#ff0000', 0, 1],
      ['#0000ff', 1, 1],
      [null, null, 4],
    ]);
    expect(bodies[1].shapes[0]).toMatchObject({ type: 'sphere', center: [0, 0, 0], radius: 0.2, mark: true });
    const lengths = bodies[2].shapes.map((shape) => shape.type === 'polyline' && shape.points[0].map((x, i) => x - shape.points[1][i]));
    expect(lengths.map((edge) => edge && Math.hypot(...edge))).toEqual([1, 1, 1, 1]); // no diagonal
  });

  test('draws a body without graphics as the disc that it rolls on', async () => {
    const model = await coinModel(({ objects, markers }) => {
      objects[1].visualization = {};
      objects[2].drawnAs!.radius = 0.3;
      markers[1].drawnAs!.position = [0, 0, 0.1];
    });
    expect(bodyOf(model, 'coin')?.shapes).toMatchObject([{ type: 'disc', radius: 0.3, axis: [1, 0, 0], center: [0, 0, 0.1], mark: true }]);
  });

  test('draws a body without any shape as the box of its inertia', async () => {
    const model = await coinModel(({ objects }) => {
      objects.pop();
      // A box of 12 kg with edges of 1, 2 and 3 m.
      objects[1] = { ...objects[1], visualization: {}, drawnAs: { as: 'box', mass: 12, inertia: [13, 10, 5, 0, 0, 0] } };
    });
    const [shape] = bodyOf(model, 'coin')?.shapes ?? [];
    expect(shape.type).toBe('box');
    if (shape.type === 'box') for (const [i, edge] of [1, 2, 3].entries()) expect(shape.size[i]).toBeCloseTo(edge, 12);
  });

  test('draws the ground in its frame, with the plane on which a disc rolls', async () => {
    const box = { type: 'box', center: [0, -0.1, 0], size: [2, 0.2, 1] };
    const create = [
      {
        type: 'Ground',
        name: 'slope',
        referencePosition: [0, 1, 0],
        referenceRotationMatrix: 'rotZ(radians(30))',
        visualization: { graphics: [box] },
      },
      { type: 'RigidBody2D', name: 'wheel', referencePosition: [0, 2, 0], inertia: { shape: 'sphere', mass: 1, radius: 1 } },
      {
        type: 'RollingDisc',
        bodies: ['slope', 'wheel'],
        planePosition: [1, 0, 0],
        planeNormal: [0, 1, 0],
        axisVector: [0, 0, 1],
        discRadius: 1,
      },
    ];
    const { model } = await (await testEngine()).check(JSON.stringify({ slipstick: 1, create, display: { camera: { up: [0, 0, 1] } } }));
    const [x, y] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const [shape] = bodyOf(model!, 'slope')!.shapes;
    expect(shape.rotation?.flat()).toEqual([x, -y, 0, y, x, 0, 0, 0, 1].map((value) => expect.closeTo(value, 12)));
    const { ground } = describeScene({
      ...model!,
      display: { ...model!.display, camera: { ...model!.display.camera, position: [1, 1, 1] } },
    });
    expect(ground).toMatchObject({
      origin: [expect.closeTo(x, 12), expect.closeTo(1 + y, 12), 0],
      normal: [expect.closeTo(-y, 12), expect.closeTo(x, 12), 0],
    });
  });

  test('leaves out hidden items', async () => {
    const model = await coinModel(({ objects }) => {
      objects[1].visualization.show = false;
    });
    expect(bodyOf(model, 'coin')).toBeUndefined();
  });

  test('puts the ground at the rolling disc', async () => {
    const model = await coinModel(({ objects, markers }) => {
      objects[0].drawnAs!.position = [0, 0, 1];
      markers[0].drawnAs!.position = [0, 0, 0.5];
      objects[2].drawnAs!.normal = [0, 1, 0];
    });
    expect(describeScene(model).ground).toEqual({ origin: [0, 0, 1.5], normal: [0, 1, 0], cell: null });
  });

  test('has the trails and arrows of the display, each arrow in a colour', async () => {
    const scene = describeScene(await coinModel());
    expect(scene.trails).toEqual(['contact point']);
    expect(scene.arrows.map(({ vector, unit }) => [vector, unit])).toEqual([
      ['contact force', 'N'],
      ['contact force', 'N'],
    ]);
    expect(new Set(scene.arrows.map(({ color }) => color)).size).toBe(2);
  });
});

test('An arrow is rotated to the global frame and shows only its components', async () => {
  const run = (await testEngine()).start(coin);
  for await (const _ of run);
  const recording = { model: await run.model, history: run.history };
  const [normal, friction] = describeScene(recording.model).arrows;
  const place = { index: 15, fraction: 0 };
  const [lateral, longitudinal, up] = [0, 1, 2].map((i) => run.history.sensorColumn(0, i)[15]);
  expect(arrowVector(recording, normal, place)).toEqual([0, 0, up]);
  expect(Math.hypot(...arrowVector(recording, friction, place))).toBeCloseTo(Math.hypot(lateral, longitudinal), 12);
});

test('The camera sees the whole motion: bounds contain the coin at every sample', async () => {
  const run = (await testEngine()).start(coin);
  for await (const _ of run);
  const recording = { model: await run.model, history: run.history };
  const { min, max } = boundsOf(motionBalls(describeScene(recording.model), recording));
  const y = run.history.poseColumns(0)[1];
  expect(min[1]).toBeLessThan(Math.min(...y) - 0.0099);
  expect(max[1]).toBeGreaterThan(Math.max(...y) + 0.0099);
  expect(max[2]).toBeLessThan(0.025);
});

test('The camera sees a rope from end to end', async () => {
  const document = {
    slipstick: 1,
    nodes: [
      { type: 'PointSlope1', referenceCoordinates: [0, 0, 1, 1, 0, 0] },
      { type: 'PointSlope1', referenceCoordinates: [3, 0, 1, 1, 0, 0] },
    ],
    objects: [{ type: 'ANCFCable', nodeNumbers: [0, 1], physicsLength: 3, physicsMassPerLength: 1, physicsAxialStiffness: 100 }],
    analysis: { endTime: 0.1, stepSize: 0.01 },
  };
  const run = (await testEngine()).start(JSON.stringify(document));
  for await (const _ of run);
  const model = await run.model;
  const { min, max } = boundsOf(motionBalls(describeScene(model), { model, history: run.history }));
  expect([min[0], max[0]]).toEqual([expect.closeTo(0, 12), expect.closeTo(3, 12)]);
  expect(max[2] - min[2]).toBeLessThan(0.1);
});

test('The views from above and from the side respect the upward direction', async () => {
  const seen = async (up: number[], view: string) => {
    const model = await coinModel(({ display }) => Object.assign(display.camera, { position: null, up }));
    return viewDirection(describeScene(model), view).toArray();
  };
  const near = (direction: number[]) => direction.map((value) => expect.closeTo(value, 0.5));
  expect(await seen([0, 0, 1], 'top')).toEqual(near([0, 0, 1]));
  expect(await seen([0, 0, 1], 'side')).toEqual(near([0, -1, 0]));
  expect(await seen([0, 1, 0], 'top')).toEqual(near([0, 1, 0]));
  expect(await seen([0, 1, 0], 'side')).toEqual(near([0, 0, 1]));
});

test('The camera sees springs if nothing else is drawn', async () => {
  const hidden = { show: false };
  const create = [
    { type: 'MassPoint', name: 'mass', referencePosition: [2, 0, 0], physicsMass: 1, visualization: hidden },
    { type: 'SpringDamper', bodies: [null, 'mass'], stiffness: 1 },
  ];
  const run = (await testEngine()).start(JSON.stringify({ slipstick: 1, create, analysis: { endTime: 0.1, stepSize: 0.01 } }));
  for await (const _ of run);
  const model = await run.model;
  const scene = describeScene(model);
  expect(scene.bodies).toEqual([]);
  expect(boundsOf(motionBalls(scene, { model, history: run.history }))).toEqual({ min: [0, 0, 0], max: [2, 0, 0] });
});
