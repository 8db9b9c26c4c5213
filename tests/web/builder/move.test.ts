import { describe, expect, test } from 'vitest';
import type { AssembledInfo } from '../../../wasm/engine/types';
import { xy } from '../../../web/src/builder/axes';
import { bodiesAt, distance, globalOf, localOf, meetings, type Point, pairAt, poseIn, snap } from '../../../web/src/builder/drawing';
import { assembledPoses, carried, isGrounded, type Pose, placed, pulled } from '../../../web/src/builder/move';
import { drawn } from '../../../web/src/builder/palette';
import { placeOf } from '../../../web/src/builder/space';
import type { ModelDocument } from '../../../web/src/state/document';
import { testEngine } from '../../support/engine';
import { expandedIn, drawingIn as inEngine, sketch as sketchIn, tool } from '../../support/sketch';

const engine = await testEngine();

const drawingIn = (document: ModelDocument) => inEngine(engine, document);
const sketch = (...strokes: Parameters<typeof sketchIn>[1]) => sketchIn(engine, strokes);

type Turned = Pick<Pose, 'position' | 'angle'>;
/** The angle between two poses, rad. */
const turn = (a: Turned, b: Turned) => Math.abs(Math.atan2(Math.sin(a.angle - b.angle), Math.cos(a.angle - b.angle)));

const fourBar: Parameters<typeof sketchIn>[1] = [
  ['Bar', [0, 0], [0, 0.1]],
  ['Bar', [0, 0.1], [0.3, 0.2]],
  ['Bar', [0.3, 0.2], [0.3, 0]],
  ['Hinge', [0, 0]],
  ['Hinge', [0, 0.1]],
  ['Hinge', [0.3, 0.2]],
  ['Hinge', [0.3, 0]],
];

describe('A drawing', () => {
  test('knows bodies, their connections and their crossings', async () => {
    const document = await sketch(['Bar', [0, 0], [0.4, 0]], ['Disc', [0.4, 0], [0.5, 0]], ['Box', [1, 1]], ['Ground point', [0, 0]]);
    const drawing = await drawingIn(document);
    expect(bodiesAt(drawing, [0.4, 0]).map(({ name }) => name)).toEqual(['disc', 'bar']);
    expect(bodiesAt(drawing, [0.47, 0.05]).map(({ name }) => name)).toEqual(['disc']);
    expect(pairAt(drawing, [0, 0], false)).toEqual(['ground point', 'bar']);
    expect(meetings(drawing, 'bar')).toEqual([
      { at: [0.4, 0], depth: 0, bodies: ['disc', 'bar'] },
      { at: [0, 0], depth: 0, bodies: ['ground point', 'bar'] },
    ]);
    const joined = await sketch(['Bar', [0, 0], [0.4, 0]], ['Disc', [0.4, 0], [0.5, 0]], ['Hinge', [0.4, 0]]);
    expect(meetings(await drawingIn(joined), 'bar')).toEqual([]);
    const marks = drawing.bodies.flatMap((body) => body.marks);
    expect(snap(marks, [0.39, 0.01], 0.02, 0.05)).toEqual({ at: [0.4, 0], label: 'end of bar' });
    expect(snap(marks, [0.21, 0.13], 0.01, 0.05)).toEqual({ at: [0.2, 0.15], label: '' });
  });

  test('puts a slide between a body and the ground where a body that is hinged to it overlaps', async () => {
    const document = await sketch(['Bar', [0, 0], [0.4, 0]], ['Box', [0.41, 0]], ['Hinge', [0.4, 0]]);
    const drawing = await drawingIn(document);
    expect(bodiesAt(drawing, [0.39, 0.005]).map(({ name }) => name)).toEqual(['box', 'bar']);
    expect(pairAt(drawing, [0.39, 0.005], false)).toEqual([null, 'box']);
    expect(pairAt(drawing, [0.4, 0], true)).toEqual(['bar', 'box']);
  });

  test('reports what a stroke lacks', async () => {
    const document = await sketch(['Bar', [0, 0], [0.4, 0]]);
    const drawing = await drawingIn(document);
    for (const [label, from, to] of [
      ['Bar', [1, 1], [1, 1]],
      ['Hinge', [1, 1], [1, 1]],
      ['Spring', [1, 1], [2, 2]],
      ['Spring', [0.1, 0], [0.3, 0]],
      ['Force', [1, 1], [2, 2]],
    ] as const)
      expect(drawn(tool(label), document, drawing, [from, to]), label).toBeTypeOf('string');
  });
});

describe('A moved body', () => {
  test('takes connected items along, and stays where a formula places it', async () => {
    const document = await sketch(...fourBar);
    const drawing = await drawingIn(document);
    const poses = carried(drawing, 'bar 2', [0.1, 0]);
    expect([...poses.keys()].sort()).toEqual(['bar', 'bar 2', 'bar 3']);
    const changes = placed(document, drawing, poses);
    expect(changes).toHaveLength(7);
    expect(changes).toContainEqual({ path: ['create', 3, 'position'], value: [0.1, 0, 0] });
    const fixed = structuredClone(document);
    (fixed.create as Record<string, unknown>[])[1].referencePosition = ['a', 0, 0];
    expect(placed(fixed, drawing, poses)).toBe('A formula defines the position of bar 2; change it in the form.');
    const turned = structuredClone(document);
    (turned.create as Record<string, unknown>[])[0].referenceRotationMatrix = 'rotZ(phi)';
    const place = placeOf('RigidBody2D', [0, 0.05, 1]);
    const pose = new Map([['bar', { ...poseIn(xy, place), place, coordinates: [] }]]);
    expect(placed(turned, drawing, pose)).toBe('A formula defines the rotation of bar; change it in the form.');
    expect(placed(document, drawing, pose)).toContainEqual({
      path: ['create', 0, 'referenceRotationMatrix'],
      value: 'rotZ(radians(57.29577951308232))',
    });
  });

  test('moves as its joints permit: a four-bar turned by hand, without a gap or a jump', async () => {
    const document = await sketch(...fourBar);
    const drawing = await drawingIn(document);
    expect(isGrounded(drawing, 'bar 2')).toBe(true);
    expect(isGrounded(await drawingIn(await sketch(['Bar', [0, 0], [0.4, 0]])), 'bar')).toBe(false);
    const expanded = await expandedIn(engine, document);
    const local = localOf(drawing.bodies.find(({ name }) => name === 'bar')!, [0, 0.1]);
    let nodes: AssembledInfo['nodes'] = [];
    let poses: ReadonlyMap<string, Turned> = new Map();
    let before: ReadonlyMap<string, Turned> = new Map(drawing.bodies.map((body) => [body.name, body]));
    const gaps: number[] = [];
    const steps = 180;
    for (let i = 1; i <= steps; i++) {
      const angle = Math.PI / 2 - (2 * Math.PI * i) / steps;
      // The hand leaves the circle; the joints keep the crank on it.
      const to: Point = [0.13 * Math.cos(angle), 0.13 * Math.sin(angle)];
      const pull = { body: 'bar', local: [...local, 0], to: [...to, 0] } as const;
      const found = await engine.assemble(JSON.stringify(pulled(expanded, drawing, nodes, pull)));
      expect(found, `${i}: ${found.message}`).toMatchObject({ closed: true });
      nodes = found.nodes;
      poses = assembledPoses(drawing, found.nodes);
      const crank = poses.get('bar')!;
      const tip = globalOf(crank, local);
      expect(distance(tip, [0.1 * Math.cos(angle), 0.1 * Math.sin(angle)]), `${i}`).toBeLessThan(1e-5);
      for (const { bodies, at } of drawing.joints) {
        const places = bodies.map((body) => globalOf(poses.get(body.name) ?? body, localOf(body, at)));
        gaps.push(distance(places[0], places[1]));
      }
      for (const [name, pose] of poses) expect(turn(pose, before.get(name)!), `${name} at ${i}`).toBeLessThan(0.2);
      before = poses;
    }
    expect(Math.max(...gaps)).toBeLessThan(1e-9);
    // After a whole turn it is back at its start.
    for (const name of ['bar 2', 'bar 3'])
      expect(distance(poses.get(name)!.position, drawing.bodies.find((body) => body.name === name)!.position), name).toBeLessThan(1e-5);
  });
});
