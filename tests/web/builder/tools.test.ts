import { describe, expect, test } from 'vitest';
import { planes, viewOf } from '../../../web/src/builder/axes';
import type { Point } from '../../../web/src/builder/drawing';
import { carried, placed } from '../../../web/src/builder/move';
import { drawn, usual } from '../../../web/src/builder/palette';
import { lengthAround } from '../../../web/src/builder/paths';
import type { ModelDocument } from '../../../web/src/state/document';
import { testEngine } from '../../support/engine';
import { drawingIn, sketch, tool } from '../../support/sketch';

const engine = await testEngine();

/** The values of sensor formulas at the end of a run; sensors are measured on bodies, by their names. */
async function measured(document: ModelDocument, endTime: number, formulas: Record<string, string>, bodies: Record<string, string>) {
  const sensors = Object.entries(bodies).map(([name, outputVariableType]) => ({
    type: 'Body',
    name,
    bodyNumber: name,
    outputVariableType,
  }));
  const measures = Object.fromEntries(Object.entries(formulas).map(([name, formula]) => [name, { formula }]));
  const analysis = { type: 'dynamic', endTime, stepSize: 0.001, sensorsWritePeriod: 0.005 };
  const run = engine.start(JSON.stringify({ ...document, sensors, measures, analysis }));
  for await (const _ of run);
  return Object.fromEntries((await run.measures()).map(({ name, value }) => [name, value ?? Number.NaN]));
}

const entries = (document: ModelDocument, list: 'create' | 'objects' | 'markers' = 'create') =>
  document[list] as (Record<string, unknown> & { name: string })[];

describe('A wheel', () => {
  test('rolls down the slope that it is drawn on', async () => {
    const document = await sketch(engine, [
      ['Ground line', [-1, 0.5], [1, -0.5]],
      ['Wheel', [0, 0.12], [0.1, 0.12]],
    ]);
    const wheel = entries(document).find(({ name }) => name === 'wheel')!;
    const slope = Math.atan2(0.5, 1);
    const [x, y] = wheel.referencePosition as number[];
    // Its rim touches the line; its radius is as drawn.
    expect(x * Math.sin(slope) + y * Math.cos(slope)).toBeCloseTo(0.1, 8);
    expect(entries(document).at(-1)).toMatchObject({ type: 'RollingDiscPenalty', bodies: ['ground line', 'wheel'], discRadius: 0.1 });
    const { vx, turn } = await measured(
      document,
      0.3,
      { vx: 'final(sensor("wheel")[0])', turn: 'final(sensor("wheel")[1])' },
      { wheel: 'Velocity' },
    );
    const speed = (2 / 3) * 9.81 * Math.sin(slope) * 0.3;
    expect(Math.hypot(vx, turn)).toBeCloseTo(speed, 1);
  });

  test('rests on the level below if there is no line', async () => {
    const document = await sketch(engine, [['Wheel', [0.3, 0.2], [0.3, 0.05]]]);
    expect(entries(document)[1]).toMatchObject({ bodies: [null, 'wheel'], planePosition: [0.3, 0.05, 0], planeNormal: [0, 1, 0] });
    const { y } = await measured(document, 0.5, { y: 'final(sensor("wheel")[1])' }, { wheel: 'Position' });
    expect(y).toBeGreaterThan(0.199);
    expect(y).toBeLessThan(0.2);
  });

  test('has a hinge on the bar above it', async () => {
    const document = await sketch(engine, [
      ['Wheel', [-0.3, 0.1], [-0.3, 0]],
      ['Wheel', [0, 0.1], [0, 0]],
      ['Bar', [-0.3, 0.1], [0.3, 0.1]],
      ['Hinge', [0, 0.1]],
    ]);
    expect(entries(document).at(-1)).toMatchObject({ type: 'RevoluteJoint', bodies: ['wheel 2', 'bar'] });
  });
});

const twoPulleys = [
  ['Pulley', [0, 0], [0.1, 0]],
  ['Pulley', [0.4, 0], [0.45, 0]],
] as const;

describe('A belt', () => {
  test('drives the other pulley, and follows when that is moved', async () => {
    const document = await sketch(engine, [...twoPulleys, ['Belt', [0, 0], [0.4, 0], [0.05, 0.05]], ['Motor', [0, 0]]]);
    const belt = entries(document).find(({ type }) => type === 'Belt')!;
    expect(belt.circles).toEqual([
      { center: [0, 0], radius: 0.1, side: 'right', body: 'pulley' },
      { center: [0.4, 0], radius: 0.05, side: 'right', body: 'pulley 2' },
    ]);
    const { first, second } = await measured(
      document,
      0.6,
      { first: 'final(sensor("pulley")[2])', second: 'final(sensor("pulley 2")[2])' },
      { pulley: 'AngularVelocity', 'pulley 2': 'AngularVelocity' },
    );
    expect(first).toBeCloseTo(6, 0);
    expect(second / first).toBeGreaterThan(1.9);
    expect(second / first).toBeLessThan(2.05);
    const drawing = await drawingIn(engine, document);
    const changes = placed(document, drawing, carried(drawing, 'pulley 2', [0.1, 0.2]));
    expect(changes).toContainEqual({ path: ['create', 4, 'circles', 1, 'center'], value: [0.5, 0.2] });
  });

  test('reports what it needs', async () => {
    const document = await sketch(engine, [...twoPulleys, ['Bar', [1, 1], [2, 1]]]);
    const drawing = await drawingIn(engine, document);
    const belt = (...points: Point[]) => drawn(tool('Belt'), document, drawing, points);
    expect(belt([0, 0], [1.5, 1])).toContain('press on one after the other');
    expect(belt([0, 0], [0.01, 0])).toBe('A belt needs two discs that lie apart.');
    expect(usual(tool('Belt'), document, drawing)).toMatchObject([{ list: 'create', entry: { type: 'Belt' } }]);
  });
});

describe('A rope', () => {
  test('over a disc lets the heavier weight down, as in Atwood’s machine', async () => {
    const document = await sketch(engine, [
      ['Pulley', [0, 0], [0.1, 0]],
      ['Ball', [-0.1, -0.5]],
      ['Ball', [0.1, -0.5]],
      ['Rope', [-0.1, -0.5], [0, 0], [0.1, -0.5]],
    ]);
    entries(document).find(({ name }) => name === 'ball 2')!.physicsMass = 2;
    const rope = entries(document, 'objects')[0];
    expect(rope).toMatchObject({ sheavesRadii: [0, 0.1, 0] });
    expect(rope.referenceLength).toBeCloseTo(1 + 0.1 * Math.PI, 8);
    const { y, v } = await measured(
      document,
      0.3,
      { y: 'final(sensor("ball 2")[1])', v: 'final(sensor("ball")[1])' },
      { 'ball 2': 'Velocity', ball: 'Velocity' },
    );
    expect(y).toBeCloseTo((-9.81 / 3) * 0.3, 2);
    expect(v).toBeCloseTo(-y, 2);
    const drawing = await drawingIn(engine, document);
    const changes = placed(document, drawing, carried(drawing, 'ball', [0, -0.25]));
    expect(changes).toContainEqual({ path: ['objects', 0, 'referenceLength'], value: expect.closeTo(1.25 + 0.1 * Math.PI, 8) });
  });

  test('has the length of its tangents and arcs', () => {
    expect(
      lengthAround(
        [
          [-1, -1],
          [0, 0],
          [1, -1],
        ],
        [0, 0, 0],
        [1, 1, 1],
      ),
    ).toBeCloseTo(2 * Math.SQRT2, 12);
    // Crossed around two equal circles: it continues straight from one to the other.
    const crossed = lengthAround(
      [
        [-2, 0.5],
        [0, 0],
        [2, 0],
        [4, 0.5],
      ],
      [0, 0.5, 0.5, 0],
      [1, 1, -1, 1],
    );
    expect(crossed).toBeGreaterThan(6);
    expect(crossed).toBeLessThan(7);
  });

  test('attaches to the ground if there is no body', async () => {
    const document = await sketch(engine, [
      ['Ball', [0, -1]],
      ['Rope', [0, 0], [0, -1]],
    ]);
    expect(entries(document).map(({ type }) => type)).toEqual(['MassPoint', 'Ground']);
    const { y } = await measured(document, 0.5, { y: 'final(sensor("ball")[1])' }, { ball: 'Position' });
    expect(y).toBeCloseTo(-1, 3);
  });
});

describe('A cable', () => {
  test('hangs between a body and the ground, and follows', async () => {
    const document = await sketch(engine, [
      ['Box', [0.5, 0]],
      ['Fixed', [0.5, 0]],
      ['Cable', [-0.5, 0], [0.5, 0]],
    ]);
    const cable = entries(document)[2];
    expect(cable).toMatchObject({ type: 'Cable2D', startPosition: [-0.5, 0], endPosition: [0.5, 0], fixedStart: [1, 1, 0, 0] });
    expect(entries(document, 'objects')).toMatchObject([{ type: 'JointSpherical', constrainedAxes: [1, 1, 0] }]);
    const run = engine.start(JSON.stringify({ ...document, analysis: { endTime: 0.3, stepSize: 0.001 } }));
    for await (const _ of run);
    expect(run.status).toBe('finished');
    const drawing = await drawingIn(engine, document);
    const changes = placed(document, drawing, carried(drawing, 'box', [0.2, 0]));
    expect(changes).toContainEqual({ path: ['create', 2, 'endPosition'], value: [0.7, 0] });
  });
});

describe('A drawing plane', () => {
  test('other than x, y has the same motion', async () => {
    const strokes = [
      ['Bar', [0, 0], [0.3, -0.1]],
      ['Bar', [0.3, -0.1], [0.5, 0.1]],
      ['Hinge', [0, 0]],
      ['Hinge', [0.3, -0.1]],
      ['Spring', [0.5, 0.1], [0.7, 0.3]],
      ['Torque', [0.15, -0.05]],
    ] as const;
    const ends = [];
    for (const plane of planes.filter(({ name }) => name !== 'space')) {
      const document = await sketch(engine, strokes, { display: { camera: viewOf(plane) } });
      const formulas = Object.fromEntries([0, 1, 2].map((i) => [`p${i}`, `final(sensor("bar 2")[${i}])`]));
      const { p0, p1, p2 } = await measured(document, 0.4, formulas, { 'bar 2': 'Position' });
      ends.push(plane.name === 'xy' ? [p0, p1] : plane.name === 'yz' ? [p1, p2] : [p0, p2]);
      const drawing = await drawingIn(engine, document);
      expect(drawing.bodies.find(({ name }) => name === 'bar 2')).toMatchObject({ position: [0.4, 0], flat: true });
      const changes = placed(document, drawing, carried(drawing, 'bar', [0.1, 0.2]));
      expect(changes).toHaveLength(4);
    }
    for (const end of ends) for (const i of [0, 1]) expect(end[i]).toBeCloseTo(ends[0][i], 4);
    expect(Math.hypot(ends[0][0] - 0.4, ends[0][1])).toBeGreaterThan(0.01);
  });

  test('has wheels side by side on an axle', async () => {
    let document = await sketch(engine, [['Bar', [0, 0.1], [0.5, 0.1]]], { display: { camera: viewOf(planes[2]) } });
    for (const depth of [0.2, -0.2])
      for (const x of [0, 0.5])
        document = await sketch(
          engine,
          [
            ['Wheel', [x, 0.1], [x, 0]],
            ['Hinge', [x, 0.1]],
          ],
          document,
          depth,
        ); // prettier-ignore
    document = await sketch(engine, [['Force', [0.25, 0.1], [0.35, 0.1]]], document);
    const wheels = entries(document)
      .filter(({ type }) => type === 'RigidBody')
      .slice(1);
    expect(wheels.map(({ referencePosition }) => referencePosition)).toEqual([
      [0, -0.2, 0.1],
      [0.5, -0.2, 0.1],
      [0, 0.2, 0.1],
      [0.5, 0.2, 0.1],
    ]); // prettier-ignore
    const hinges = entries(document).filter(({ type }) => type === 'RevoluteJoint');
    // Each wheel is connected to the bar, not to the wheel on the opposite side.
    expect(hinges.map(({ bodies }) => bodies)).toEqual(wheels.map(({ name }) => ['bar', name]));
    const drawing = await drawingIn(engine, document);
    expect(drawing.bodies.find(({ name }) => name === wheels[0].name)).toMatchObject({ position: [0, 0.1], depth: 0.2, flat: true });
    const formulas = { v: 'final(sensor("bar")[0])', beside: 'final(sensor("bar")[1])', up: 'final(sensor("bar")[2])' };
    const { v, beside, up } = await measured(document, 0.4, formulas, { bar: 'Velocity' });
    const masses = [0.5 * 0.03 * 0.015, ...wheels.map(() => Math.PI * 0.1 ** 2 * 0.005)].map((volume) => 7800 * volume);
    const inertia = masses[0] + 1.5 * 4 * masses[1];
    expect(v).toBeCloseTo((10 * 0.4) / inertia, 2);
    expect(Math.hypot(beside, up)).toBeLessThan(1e-3);
  });

  test('has ropes, but no belts and cables', async () => {
    const document = await sketch(engine, twoPulleys, { display: { camera: viewOf(planes[2]) } });
    const drawing = await drawingIn(engine, document);
    const path: Point[] = [
      [0, 0],
      [0.4, 0],
    ];
    expect(drawn(tool('Belt'), document, drawing, path)).toBe(
      'Belts and cables are planar: they lie in the plane “x, y”. Ropes go in every plane.',
    );
  });
});
