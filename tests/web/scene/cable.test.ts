import { type BufferAttribute, Mesh, TubeGeometry } from 'three';
import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../wasm/engine/types';
import { boundsOf, motionBalls } from '../../../web/src/scene/bounds';
import { CableMesh, cablePoint } from '../../../web/src/scene/cable';
import { contourRange } from '../../../web/src/scene/cables';
import { contactState } from '../../../web/src/scene/contact-band';
import { Content } from '../../../web/src/scene/content';
import { describeScene } from '../../../web/src/scene/description';
import { lineValue } from '../../../web/src/scene/line-value';
import { itemOf, plainDisplay } from '../../support/recording';
import { belt, beltRecording } from './fake_belt';

describe('A cable element', () => {
  const length = Math.PI / 20;
  // An arc of radius 1 from the right, turning left.
  const ends = [1, 0, 0, 1, Math.cos(length), Math.sin(length), -Math.sin(length), Math.cos(length)];

  test('passes through its ends along their slopes', () => {
    const [first, last] = [cablePoint(ends, length, 0), cablePoint(ends, length, 1)];
    expect([first.x, first.y]).toEqual([1, 0]);
    expect(first.dx / length).toBeCloseTo(0, 12);
    expect(first.dy / length).toBeCloseTo(1, 12);
    expect(last.x).toBeCloseTo(Math.cos(length), 12);
    expect(last.dx / length).toBeCloseTo(-Math.sin(length), 12);
  });

  test('in space passes through its ends, with a tube around it', () => {
    // A rope of 2 m that hangs straight down from (1, 2, 3); the frame of its first section is arbitrary.
    const rope = [1, 2, 3, 0, 0, -1, 1, 2, 1, 0, 0, -1];
    const { x, y, z, dx, dy, dz } = cablePoint(rope, 2, 0.25);
    expect([x, y, z]).toEqual([1, 2, 2.5]);
    expect([dx, dy, dz]).toEqual([0, 0, -2]);
    const model = {
      ...belt,
      loads: [],
      rays: [],
      objects: [itemOf({ name: 'rope', drawnAs: { as: 'cable', length: 2 }, visualization: { drawSize: 0.1 } })],
      markers: [],
      poses: [{ kind: 'cable', object: 0, name: 'rope', column: 0, size: 12 }],
      profiles: [],
      display: plainDisplay,
    } as unknown as ModelInfo;
    const [cable] = describeScene(model).cables;
    expect(cable).toMatchObject({ inSpace: true, round: true, height: 0.1 });
    const columns = rope.map((value) => Float64Array.of(value));
    const recording = { model, history: { poseColumns: () => columns, samples: 1, time: Float64Array.of(0) } };
    const mesh = new CableMesh([{ ...cable, height: 0.1, width: 0.1 }], '#000000', false);
    mesh.pose(recording as unknown as Parameters<CableMesh['pose']>[0], { index: 0, fraction: 0 }, null);
    const position = mesh.mesh.geometry.getAttribute('position') as BufferAttribute;
    for (let i = 0; i < position.count; i++) {
      expect(Math.hypot(position.getX(i) - 1, position.getY(i) - 2)).toBeCloseTo(0.05, 6);
      expect(position.getZ(i)).toBeCloseTo(3 - (2 * Math.floor(i / 8)) / 8, 6);
    }
  });

  test('follows an arc, with its curvature', () => {
    const { x, y, curvature } = cablePoint(ends, length, 0.5);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 5);
    expect(curvature).toBeCloseTo(1, 2);
  });
});

describe('The value along a line', () => {
  const info = { positions: [1, 3], length: 4 };
  test('is interpolated linearly between points, across the closure too', () => {
    const closed = { info: { ...info, closed: true } } as Parameters<typeof lineValue>[0];
    expect([1, 2, 3, 3.5, 0, 0.5].map((s) => lineValue(closed, [10, 20], s))).toEqual([10, 15, 20, 17.5, 15, 12.5]);
  });

  test('stays constant beyond the ends of an open line', () => {
    const open = { info: { ...info, closed: false } } as Parameters<typeof lineValue>[0];
    expect([0, 2, 4].map((s) => lineValue(open, [10, 20], s))).toEqual([10, 15, 20]);
  });
});

test('A contact slips if friction has reached its limit', () => {
  expect(contactState(0, 0, 0.3)).toBe('none');
  expect(contactState(10, 2.9, 0.3)).toBe('stick');
  expect(contactState(10, -3, 0.3)).toBe('slip');
});

describe('A belt', () => {
  const recording = beltRecording();
  const scene = describeScene(recording.model);

  test('is described with its pulleys, its colours and its contact', () => {
    expect(scene.cables).toHaveLength(belt.elements);
    expect(scene.cables[0]).toMatchObject({ pose: 0, height: 0.004, round: false });
    expect(scene.bodies.map(({ shapes }) => shapes[0])).toMatchObject([{ type: 'disc', radius: 0.1, mark: true }, { type: 'disc' }]);
    expect(scene.contours).toMatchObject([{ label: 'tension', unit: 'N', profile: 0 }]);
    expect(scene.bands).toMatchObject([{ normal: 1, tangential: 2, friction: 0.3 }]);
    expect(contourRange(scene, recording)?.[1]).toBe(100);
  });

  test('is drawn at its position, half its thickness off its line, and in other colours where it is slack', () => {
    const content = new Content(scene, 0.6);
    content.measure(recording, contourRange(scene, recording));
    content.pose(recording, 0.3);
    const ribbon = content.group.children.find((child) => (child as Mesh).geometry?.attributes.color) as Mesh;
    const { position, color } = ribbon.geometry.attributes as Record<string, BufferAttribute>;
    const vertices = Array.from({ length: position.count }, (_, i) => [position.getX(i), position.getY(i), position.getZ(i)]);
    const above = vertices.filter(([x, y]) => x > 0.1 && x < 0.3 && y > 0).map(([, y]) => y);
    expect(Math.max(...above)).toBeCloseTo(0.102, 6);
    expect(Math.min(...above)).toBeCloseTo(0.098, 6);
    const tight = vertices.findIndex(([x, y]) => x > 0.15 && x < 0.25 && y > 0);
    const slack = vertices.findIndex(([x, y]) => x > 0.15 && x < 0.25 && y < 0);
    expect(color.getX(tight)).toBeGreaterThan(0.9); // yellow
    expect(color.getX(slack)).toBeLessThan(0.2); // violet
    content.dispose();
  });

  test('is entirely visible', () => {
    const { min, max } = boundsOf(motionBalls(scene, recording));
    expect(min[0]).toBeLessThan(-0.1);
    expect(max[0]).toBeGreaterThan(0.5);
  });

  test('shows its contact forces in one piece around each pulley, within the visible region', () => {
    const content = new Content(scene, 0.6);
    content.measure(recording);
    content.pose(recording, 0.3);
    const band = content.group.children[content.group.children.length - 1] as Mesh;
    const { position } = band.geometry.attributes as Record<string, BufferAttribute>;
    const corner = (i: number) => [position.getX(i), position.getY(i)];
    const height = (i: number) => Math.hypot(corner(i)[0] - corner(i + 1)[0], corner(i)[1] - corner(i + 1)[1]);
    const points = Array.from({ length: belt.elements }, (_, i) => 4 * i);
    const high = points.filter((at) => height(at) > 0 && height((at + 4) % position.count) > 0);
    expect(high.length).toBeGreaterThan(10);
    for (const at of high) {
      const next = (at + 4) % position.count;
      expect(corner(next)).toEqual(corner(at + 3).map((value) => expect.closeTo(value, 9)));
      expect(corner(next + 1)).toEqual(corner(at + 2).map((value) => expect.closeTo(value, 9)));
    }
    const { min, max } = boundsOf(content.bandBalls(recording, [0.3]));
    for (let i = 0; i < position.count; i++) {
      if (height(i - (i % 4)) === 0) continue;
      expect(position.getX(i)).toBeGreaterThan(min[0] - 1e-3);
      expect(position.getX(i)).toBeLessThan(max[0] + 1e-3);
    }
    expect(min[0]).toBeLessThan(-0.13);
    content.dispose();
  });
});

describe('Connections that move with bodies', () => {
  const model = {
    sensors: [],
    profiles: [],
    nodes: [itemOf({}), itemOf({}), itemOf({ drawnAs: { as: 'ground', position: [0, 0, 3] } })],
    loads: [],
    rays: [],
    objects: [
      itemOf({ drawnAs: { as: 'ground', position: [0, 0, 1] } }),
      itemOf({ name: 'ball', nodes: [0] }),
      itemOf({ drawnAs: { as: 'spring' }, markers: [0, 1], visualization: { drawSize: 0.02 } }),
      itemOf({ drawnAs: { as: 'rod' }, markers: [2, 3] }),
      itemOf({ drawnAs: { as: 'coordinateSpring' }, markers: [4, 4] }),
      itemOf({ drawnAs: { as: 'spheres', radii: [0.1, 0.5], hollow: true }, markers: [1, 0] }),
      itemOf({
        name: 'tree',
        drawnAs: {
          as: 'tree',
          parents: [-1, 0],
          offsets: [
            [0, 0, 0],
            [0.5, 0, 0],
          ],
          centers: [
            [0.25, 0, 0],
            [0, 0.2, 0],
          ],
        },
      }),
      itemOf({ drawnAs: { as: 'spring', stiffness: [0, 0, 0], force: false }, markers: [0, 1] }),
      itemOf({ drawnAs: { as: 'slider' }, nodes: [1] }),
      itemOf({ drawnAs: { as: 'coordinateSpring' }, markers: [5, 6] }),
      itemOf({ drawnAs: { as: 'spring', stiffness: [0, 0, 0], force: true }, markers: [3, 7] }),
    ],
    markers: [
      itemOf({ drawnAs: { as: 'marker', position: [1, 0, 0] }, objects: [0] }),
      itemOf({ drawnAs: { as: 'marker', position: [0, 2, 0] }, objects: [1] }),
      itemOf({ nodes: [0] }),
      itemOf({ drawnAs: { as: 'marker', position: [0, 0, 0] }, objects: [0] }),
      ...[0, 1, 2].map((node) => itemOf({ nodes: [node] })),
      itemOf({ drawnAs: { as: 'marker', position: [0, 0, 4], link: 1 }, objects: [6] }),
    ],
    poses: [
      { kind: 'frame', object: 1, name: 'body' },
      { kind: 'frame', object: 6, name: 'tree' },
      { kind: 'frame', object: 6, name: 'tree' },
      { kind: 'point', object: 8, name: 'mass' },
    ],
    display: plainDisplay,
  } as unknown as ModelInfo;
  const scene = describeScene(model);

  test('are springs and rods between their markers, also on links, and of coordinates between masses on a line; a damper on its own is not drawn', () => {
    expect(scene.links).toMatchObject([
      {
        kind: 'spring',
        radius: 0.01,
        ends: [
          { pose: null, point: [1, 0, 1] },
          { pose: 0, point: [0, 2, 0] },
        ],
      },
      {
        kind: 'rod',
        ends: [
          { pose: 0, point: [0, 0, 0] },
          { pose: null, point: [0, 0, 1] },
        ],
      },
      {
        kind: 'spring',
        ends: [
          { pose: 3, point: [0, 0, 0] },
          { pose: null, point: [0, 0, 3] },
        ],
      },
      {
        kind: 'spring',
        ends: [
          { pose: null, point: [0, 0, 1] },
          { pose: 2, point: [0, 0, 4] },
        ],
      },
    ]);
  });

  test('are springs that hold a cable', () => {
    const recording = beltRecording(({ objects, markers }) => {
      markers.push(itemOf({ drawnAs: { as: 'marker', position: [0, 0.01, 0] }, objects: [0] }), itemOf({ objects: [objects.length] }));
      objects.push(itemOf({ drawnAs: { as: 'ground', position: [0, 0.3, 0] } }), itemOf({ drawnAs: { as: 'spring' }, markers: [3, 4] }));
    });
    const held = describeScene(recording.model);
    const content = new Content(held, 0.6);
    content.pose(recording, 0);
    const spring = content.group.children.find(({ children: [part] }) => part instanceof Mesh && part.geometry instanceof TubeGeometry)!;
    expect(spring.position.toArray()).toEqual([0, expect.closeTo(0.11, 12), 0]); // off the belt to its left
    expect(spring.scale.y).toBeCloseTo(0.19, 12);
    content.dispose();
  });

  test('are the spheres of a contact, marked so that their rotation is visible', () => {
    const body = scene.bodies.find(({ name }) => name === 'ball');
    expect(body?.shapes).toMatchObject([{ type: 'sphere', radius: 0.1, mark: true, center: [0, 2, 0], opacity: 1 }]);
  });

  test('are the triangles on a body, each once, and the sphere against them', () => {
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const contact = itemOf({ drawnAs: { as: 'triangle', radius: 0.1, points: corners }, markers: [1, 0] });
    const touched = describeScene({ ...model, objects: model.objects.with(5, contact).concat(contact) } as unknown as ModelInfo);
    expect(touched.bodies.find(({ name }) => name === 'ball')?.shapes).toMatchObject([{ type: 'sphere', radius: 0.1 }]);
    const raised = corners.map(([x, y]) => [x + 1, y, 0]);
    expect(touched.bodies.find(({ pose }) => pose === null)?.shapes).toMatchObject([{ type: 'polyline', points: raised, closed: true }]);
  });

  test('are the tori on a body, each once, and the sphere inside', () => {
    const contact = itemOf({ drawnAs: { as: 'torus', radius: 0.1, majorRadius: 1, minorRadius: 0.2, axis: [0, 1, 0] }, markers: [1, 0] });
    const touched = describeScene({ ...model, objects: model.objects.with(5, contact).concat(contact) } as unknown as ModelInfo);
    expect(touched.bodies.find(({ name }) => name === 'ball')?.shapes).toMatchObject([{ type: 'sphere', radius: 0.1 }]);
    const [tube, ...others] = touched.bodies.find(({ pose }) => pose === null)!.shapes;
    expect(others).toEqual([]);
    expect(tube).toMatchObject({ type: 'mesh', opacity: 0.25 });
    if (tube.type !== 'mesh') return;
    for (const [x, y, z] of tube.points) expect(Math.hypot(Math.hypot(x - 1, z) - 1, y)).toBeCloseTo(0.2, 12); // marker 0 is at (1, 0, 0)
    expect(Math.max(...tube.points.map(([x]) => x - 1))).toBeCloseTo(1.2, 12);
    // A closed surface: every edge belongs to two triangles, which traverse it in opposite directions.
    const edges = new Set(sides(tube.triangles));
    expect(edges.size).toBe(tube.triangles.length);
    expect([...edges].filter((edge) => !edges.has(edge.split(' ').reverse().join(' ')))).toEqual([]);
  });

  test('are convex rolls, each with a line along it', () => {
    const contact = itemOf({ drawnAs: { as: 'roll', length: 2, hull: [-0.25, 0, 0.5] }, markers: [0, 1] });
    const touched = describeScene({ ...model, objects: model.objects.with(5, contact) } as unknown as ModelInfo);
    const [body, line, ...others] = touched.bodies.find(({ name }) => name === 'ball')!.shapes;
    expect(others).toEqual([]);
    expect(body.type === 'mesh' && line.type === 'polyline').toBe(true);
    if (body.type !== 'mesh' || line.type !== 'polyline') return;
    const radii = body.points.map(([x, y, z]) => [x, Math.hypot(y - 2, z)]); // about the x axis of its marker at (0, 2, 0)
    for (const [x, radius] of radii) expect([0, expect.closeTo(0.5 - 0.25 * x * x, 12)]).toContainEqual(radius);
    expect(radii.filter(([, radius]) => radius === 0).every(([x]) => Math.abs(x) === 1)).toBe(true);
    for (const [x, y, z] of line.points) expect(Math.hypot(y - 2, z)).toBeCloseTo(0.5 - 0.25 * x * x, 12);
    expect([line.points[0][0], line.points.at(-1)?.[0]]).toEqual([-1, 1]);
  });

  test('are the segments of a curve and the circles that touch it, each once', () => {
    const segments = [
      [0, 0, 1, 0],
      [1, 0, 1, 2],
    ];
    const contact = itemOf({ drawnAs: { as: 'curve', radii: [0.1], points: segments }, markers: [0, 1] });
    const touched = describeScene({ ...model, objects: model.objects.with(5, contact).concat(contact) } as unknown as ModelInfo);
    const ball = touched.bodies.find(({ name }) => name === 'ball');
    expect(ball?.shapes).toMatchObject([{ type: 'disc', center: [0, 2, 0], axis: [0, 0, 1], radius: 0.1 }]);
    expect(touched.bodies.find(({ pose }) => pose === null)?.shapes).toMatchObject([
      { type: 'polyline', points: [[1, 0, 0], [2, 0, 0]] }, // biome-ignore format: two ends
      { type: 'polyline', points: [[2, 0, 0], [2, 2, 0]] }, // biome-ignore format: two ends
    ]);
  });

  test('is a rope from sheave to sheave, which are discs', () => {
    const rope = itemOf({
      drawnAs: { as: 'rope', radii: [0, 0.5], axes: [[0, 0, 1], [0, 0, -1]], coordinates: true }, // biome-ignore format: two axes
      markers: [0, 1, 4, 4],
    });
    const roped = describeScene({ ...model, objects: model.objects.with(5, rope) } as unknown as ModelInfo);
    const [span] = roped.links.filter(({ sheaves }) => sheaves);
    expect(span).toMatchObject({ kind: 'rod', ends: [{ pose: null }, { pose: 0 }] });
    expect(span.sheaves).toEqual([
      { axis: [0, 0, 1], radius: 0 },
      { axis: [0, 0, -1], radius: 0.5 },
    ]);
    const ball = roped.bodies.find(({ name }) => name === 'ball');
    expect(ball?.shapes).toMatchObject([{ type: 'disc', center: [0, 2, 0], axis: [0, 0, -1], radius: 0.5 }]);
  });

  test('are the links of a tree, each with its pose', () => {
    const links = scene.bodies.filter(({ name }) => name.startsWith('tree'));
    expect(links.map(({ pose }) => pose)).toEqual([1, 2]);
    expect(links[0].shapes[1]).toMatchObject({ type: 'cylinder', from: [0, 0, 0], to: [0.5, 0, 0] });
    expect(links[1].shapes[1]).toMatchObject({ to: [0, 0.4, 0] });
  });
});

/** The edges of triangles from corner to corner. */
function sides(triangles: number[]): string[] {
  return triangles.map((corner, i) => `${corner} ${triangles[i % 3 === 2 ? i - 2 : i + 1]}`);
}
