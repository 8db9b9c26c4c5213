import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AssembledInfo } from '../../../wasm/engine/types';
import { planes, planeThrough, type Vector, xyInSpace } from '../../../web/src/builder/axes';
import { drawingOf, meetings } from '../../../web/src/builder/drawing';
import { assembledPoses, carried, isGrounded, placed, pulled, started } from '../../../web/src/builder/move';
import { apart, localIn, placeOf, pointOf, times, withAxis } from '../../../web/src/builder/space';
import { type Path, withValue } from '../../../web/src/builder/text';
import type { ModelDocument } from '../../../web/src/state/document';
import { testEngine } from '../../support/engine';
import { drawingIn, expandedIn, sketch } from '../../support/sketch';

const engine = await testEngine();

const modelOf = (name: string) => JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8')) as ModelDocument;
const named = (name: string) => planes.find((plane) => plane.name === name)!;

/** Bricard's mechanism, drawn plane by plane. */
async function bricard(): Promise<ModelDocument> {
  const bars = await sketch(
    engine,
    [
      ['Bar', [0, 0], [1, 0]],
      ['Bar', [1, 0], [1, -1]],
      ['Hinge', [1, 0]],
    ],
    {},
    0,
    xyInSpace,
  ); // prettier-ignore
  const upright = await sketch(
    engine,
    [
      ['Bar', [1, 0], [1, 1]],
      ['Bar', [1, 1], [0, 1]],
      ['Hinge', [1, 1]],
    ],
    bars,
    1,
    named('xz'),
  ); // prettier-ignore
  const hung = await sketch(engine, [['Hinge', [0, 0]]], upright, 0, named('xz'));
  const across = await sketch(engine, [['Hinge', [-1, 0]]], hung, 1, named('yz'));
  const closing = await sketch(
    engine,
    [
      ['Bar', [-1, 1], [0, 1]],
      ['Hinge', [0, 1]],
    ],
    across,
    0,
    named('yz'),
  );
  return sketch(engine, [['Hinge', [0, -1]]], closing, 1, xyInSpace);
}

/** Drags a point of a body along a path and records the gaps of all joints and the largest jump of a body. */
async function drag(document: ModelDocument, name: string, from: Vector, path: readonly Vector[]) {
  const expanded = await expandedIn(engine, document);
  const drawing = drawingOf(expanded, xyInSpace);
  const local = localIn(drawing.bodies.find((body) => body.name === name)!.place, from);
  let nodes: AssembledInfo['nodes'] = [];
  let poses = new Map(
    drawing.bodies.map((body) => [body.name, body as ReturnType<typeof assembledPoses> extends Map<string, infer P> ? P : never]),
  );
  let [gap, jump, reached] = [0, 0, from];
  const markers = expanded.markers as { bodyNumber: number; localPosition?: Vector }[];
  for (const to of path) {
    const found = await engine.assemble(JSON.stringify(pulled(expanded, drawing, nodes, { body: name, local, to })));
    expect(found, found.message).toMatchObject({ closed: true });
    nodes = found.nodes;
    const now = assembledPoses(drawing, nodes);
    for (const [key, { place }] of now) jump = Math.max(jump, apart(place.position, poses.get(key)!.place.position));
    poses = now;
    reached = pointOf(now.get(name)!.place, local);
    for (const { type, markerNumbers } of expanded.objects as { type: string; markerNumbers?: number[] }[]) {
      if (!/^JointRevolute/.test(type)) continue;
      const [a, b] = markerNumbers!.map((key) => {
        const { bodyNumber, localPosition = [0, 0, 0] } = markers[key];
        const body = drawing.bodies.find(({ object }) => object === bodyNumber)!;
        return pointOf((poses.get(body.name) ?? body).place, localPosition);
      });
      gap = Math.max(gap, apart(a, b));
    }
  }
  return { drawing, poses, gap, jump, reached };
}

const circle = (centre: Vector, radius: number, steps: number): Vector[] =>
  Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps;
    return [centre[0] + radius * Math.sin(angle), centre[1], centre[2] + radius * (1 - Math.cos(angle))];
  });

const withChanges = (document: ModelDocument, changes: readonly { path: Path; value: unknown }[]): ModelDocument =>
  JSON.parse(
    changes.reduce((text, { path, value }) => withValue(text, path, value, (each) => JSON.stringify(each)), JSON.stringify(document)),
  );

describe('A position in space', () => {
  test('agrees with the engine for each kind of node', async () => {
    const nodes = {
      RigidBodyEP: [0.1, 0.2, 0.3, 0.5, 0.5, 0.1, Math.sqrt(0.49)],
      RigidBodyRxyz: [0.1, 0.2, 0.3, 0.4, -0.7, 1.1],
      RigidBodyRotVecLG: [0.1, 0.2, 0.3, 0.4, -0.7, 1.1],
      RigidBody2D: [0.1, 0.2, 0.8],
    };
    for (const [type, referenceCoordinates] of Object.entries(nodes)) {
      const flat = type.endsWith('2D');
      const body = {
        type: flat ? 'RigidBody2D' : 'RigidBody',
        name: 'b',
        nodeNumber: 0,
        physicsMass: 1,
        physicsInertia: flat ? 1 : [1, 1, 1, 0, 0, 0],
      };
      const localPosition: Vector = [1, 2, flat ? 0 : 3];
      const document = {
        slipstick: 1,
        nodes: [{ type, referenceCoordinates }],
        objects: [body],
        sensors: [{ type: 'Body', name: 'p', bodyNumber: 'b', localPosition, outputVariableType: 'Position' }],
        analysis: { endTime: 1e-9, numberOfSteps: 1 },
      };
      const run = engine.start(JSON.stringify(document));
      for await (const _ of run);
      const known = [0, 1, 2].map((i) => run.history.sensorColumn(0, i)[0]);
      pointOf(placeOf(type, referenceCoordinates), localPosition).forEach((value, i) =>
        expect(value, `${type} ${i}`).toBeCloseTo(known[i], 12),
      );
    }
  });

  test('has a plane, also across the axis of a joint', () => {
    for (const plane of planes) {
      const rotation = withAxis(plane.normal);
      const { axes, depth } = planeThrough('own', 'of it', { position: [1, 2, 3], rotation });
      expect(axes).toMatchObject({ right: plane.right, up: plane.up, normal: plane.normal });
      expect(depth).toBeCloseTo(times([plane.normal, plane.normal, plane.normal], [1, 2, 3])[0], 12);
    }
  });
});

describe("Bricard's mechanism", () => {
  test('is drawn by hand in three planes, and moves', async () => {
    const document = await bricard();
    const create = document.create as { type: string; bodies: unknown; position: number[]; axis: number[] }[];
    const hinges = create.filter(({ type }) => type === 'RevoluteJoint').map(({ bodies, position, axis }) => ({ bodies, position, axis }));
    expect(hinges).toEqual([
      { bodies: ['bar', 'bar 2'], position: [1, 0, 0], axis: [0, 0, 1] },
      { bodies: ['bar 3', 'bar 4'], position: [1, -1, 1], axis: [0, -1, 0] },
      { bodies: [null, 'bar'], position: [0, 0, 0], axis: [0, -1, 0] },
      { bodies: ['bar 2', 'bar 3'], position: [1, -1, 0], axis: [1, 0, 0] },
      { bodies: [null, 'bar 5'], position: [0, 0, 1], axis: [1, 0, 0] },
      { bodies: ['bar 4', 'bar 5'], position: [0, -1, 1], axis: [0, 0, 1] },
    ]);
    const { mobility, closed } = await engine.assemble(JSON.stringify({ ...document, analysis: {} }), {}, { mayJump: true });
    expect(closed).toBe(true);
    expect(mobility).toMatch(/^1 degree of freedom/);
  });

  for (const [where, make] of [
    ['drawn by hand', bricard],
    ['of the gallery', async () => modelOf('bricard')],
  ] as const) // prettier-ignore
    test(`follows a hand without a gap or a jump, ${where}`, async () => {
      const document = await make();
      const bar = where === 'of the gallery' ? 'rod3' : 'bar 3';
      // The hand leads a corner around; where the corner cannot follow, it stays.
      const { drawing, poses, gap, jump, reached } = await drag(document, bar, [1, -1, 1], circle([1, -1, 1], 0.5, 200));
      expect(gap).toBeLessThan(1e-9);
      expect(jump).toBeLessThan(0.05);
      expect(apart(reached, [1, -1, 1])).toBeLessThan(1e-3); // back at its start
      const half = await drag(document, bar, [1, -1, 1], circle([1, -1, 1], 0.5, 200).slice(0, 60));
      expect(apart(half.reached, [1, -1, 1])).toBeGreaterThan(0.2);
      expect(poses.size).toBe(5);
      // The stored model closes as it was left, with hinges in the right places.
      const changes = placed(document, half.drawing, half.poses);
      if (typeof changes === 'string') expect.fail(changes);
      const kept = withChanges(document, changes);
      const again = await drawingIn(engine, kept, xyInSpace);
      for (const [name, { place }] of half.poses) {
        const body = again.bodies.find((each) => each.name === name)!;
        expect(apart(pointOf(body.place, [1, 1, 1]), pointOf(place, [1, 1, 1])), name).toBeLessThan(1e-8);
      }
      const joint = (name: string) => again.joints.find((each) => each.name === name)!;
      for (const { name } of drawing.joints)
        expect(
          joint(name).bodies.map((body) => body.name),
          name,
        ).toEqual(drawing.joints.find((each) => each.name === name)!.bodies.map((body) => body.name)); // prettier-ignore
      const { closed, mobility } = await engine.assemble(JSON.stringify({ ...kept, analysis: {} }), {}, { mayJump: true });
      expect(closed).toBe(true);
      expect(mobility).toMatch(/^1 degree of freedom/);
      // It has a redundant equation and still runs.
      const sensors = [{ type: 'Body', name: 'corner', bodyNumber: bar, outputVariableType: 'Position' }];
      const run = engine.start(JSON.stringify({ ...kept, sensors, analysis: { endTime: 2, numberOfSteps: 400 } }));
      for await (const _ of run);
      expect(run.status).toBe('finished');
      const path = [0, 1, 2].map((i) => run.history.sensorColumn(0, i));
      expect(Math.hypot(...path.map((values) => Math.max(...values) - Math.min(...values)))).toBeGreaterThan(0.3);
      expect(meetings(again, bar)).toEqual([]); // hinges are there already
    });
});

test('A hand grabs a body in each model of the gallery that has one', async () => {
  let taken = 0;
  for (const file of readdirSync('web/models')) {
    const expanded = await expandedIn(engine, modelOf(file.replace('.json', '')));
    const drawing = drawingOf(expanded, xyInSpace);
    const body = drawing.bodies.find(({ fixed }) => !fixed);
    if (!body) continue;
    const pull = { body: body.name, local: [0, 0, 0], to: body.place.position } as const;
    const { closed, message } = await engine.assemble(JSON.stringify(pulled(expanded, drawing, [], pull)));
    expect(closed, `${file}: ${message}`).toBe(true);
    taken++;
  }
  expect(taken).toBeGreaterThan(20);
}, 120_000);

describe('A body that lists or formulas place', () => {
  test('is moved by its start values: the wheel of a bicycle, whose joints hold', async () => {
    const document = modelOf('bicycle');
    const before = await drawingIn(engine, document, xyInSpace);
    expect(isGrounded(before, 'frame')).toBe(true);
    const frame = before.bodies.find(({ name }) => name === 'frame')!;
    const { poses, reached } = await drag(document, 'frame', frame.place.position, [
      plusX(frame.place.position, 0.1),
      plusX(frame.place.position, 0.2),
    ]);
    expect(reached[0] - frame.place.position[0]).toBeCloseTo(0.2, 3);
    expect(placed(document, before, poses)).toMatch(/^Only bodies made by/);
    const changes = started(document, before, poses);
    if (typeof changes === 'string') expect.fail(changes);
    const kept = withChanges(document, changes);
    expect((kept.analysis as { assemble?: boolean }[])[0].assemble).toBe(true);
    const { issues } = await engine.check(JSON.stringify(kept));
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    const after = await drawingIn(engine, kept, xyInSpace);
    for (const [name, { place }] of poses)
      expect(apart(after.bodies.find((body) => body.name === name)!.place.position, place.position), name).toBeLessThan(1e-9);
    // The formulas are kept.
    expect((kept.nodes as { referenceCoordinates: unknown[] }[])[0].referenceCoordinates).toContain('rearRadius');
  });

  test('moves as a whole if nothing holds it: a car', async () => {
    const document = modelOf('car');
    const drawing = await drawingIn(engine, document, xyInSpace);
    expect(isGrounded(drawing, 'car')).toBe(false);
    const poses = carried(drawing, 'front left', [0.3, 0], 0.1);
    expect(poses.size).toBe(5);
    const changes = started(document, drawing, poses);
    if (typeof changes === 'string') expect.fail(changes);
    const after = await drawingIn(engine, withChanges(document, changes), xyInSpace);
    for (const { name, place } of drawing.bodies) {
      const now = after.bodies.find((body) => body.name === name)!.place.position;
      const moved = poses.has(name) ? [0.3, 0, 0.1] : [0, 0, 0];
      now.forEach((value, i) => expect(value - place.position[i], `${name} ${i}`).toBeCloseTo(moved[i], 9));
    }
  });

  test('starts from a creator with formulas, planar and spatial', async () => {
    for (const type of ['RigidBody', 'RigidBody2D']) {
      const turn = type === 'RigidBody' ? 'rotX(a)' : 'rotZ(a)';
      const document: ModelDocument = {
        slipstick: 1,
        parameters: { a: 0.3 },
        create: [
          {
            type,
            name: 'bar',
            referencePosition: ['a', 0, 0],
            referenceRotationMatrix: turn,
            inertia: { shape: 'cuboid', mass: 1, sideLengths: [1, 0.1, 0.1] },
          },
        ],
      };
      const drawing = await drawingIn(engine, document, xyInSpace);
      const place = placeOf(
        type === 'RigidBody' ? 'RigidBodyRxyz' : 'RigidBody2D',
        type === 'RigidBody' ? [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] : [0.1, 0.2, 0.7],
      );
      const poses = new Map([['bar', { position: [0, 0] as const, angle: 0, place, coordinates: [] }]]);
      expect(placed(document, drawing, poses)).toBe('A formula defines the position of bar; change it in the form.');
      const changes = started(document, drawing, poses);
      if (typeof changes === 'string') expect.fail(changes);
      const [bar] = (await drawingIn(engine, withChanges(document, changes), xyInSpace)).bodies;
      expect(apart(pointOf(bar.place, [1, 2, 0]), pointOf(place, [1, 2, 0])), type).toBeLessThan(1e-8);
    }
  });
});

const plusX = ([x, y, z]: Vector, by: number): Vector => [x + by, y, z];
