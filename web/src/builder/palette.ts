import type { ModelDocument } from '../state/document';
import { bodiesAt, type Drawing, distance, localOf, type Point, pairAt, rounded, tidy } from './drawing';
import { type Entry, freshName, itemsOf, type ListKey } from './outline';

/** What a person has drawn with a tool: a line, or a point twice; with the bodies that it touches, null for the ground. */
interface Stroke {
  from: Point;
  to: Point;
  bodies: readonly (string | null)[];
  /** The points on those bodies, in their frames. */
  places: readonly Point[];
  /** Bodies that are there already, so that the next one is drawn in front of them. */
  before: number;
}

/** Something to add. */
export interface Tool {
  label: string;
  /** How it is drawn. */
  says: string;
  list: ListKey;
  type: string;
  stem: string;
  /** By a line from point to point, or by a point. */
  line: boolean;
  /** What it stands on: nothing, two bodies that meet, two that are joined, the bodies at both ends of its line, or one. */
  on: 'nothing' | 'meeting' | 'joint' | 'ends' | 'body';
  /** Whether a body must be able to turn. */
  turns: boolean;
  /** What it says, or what the stroke lacks. */
  values(stroke: Stroke): Entry | string;
}

const bodyTypes = ['RigidBody2D', 'RigidBody', 'MassPoint'];
const inSpace = ([x, y]: Point, z = 0): number[] => [x, y, z];
const gravity = [0, -9.81, 0];

type Kind = Partial<Pick<Tool, 'list' | 'turns' | 'line'>>;
const tool = (label: string, type: string, stem: string, on: Tool['on'], says: string, values: Tool['values'], kind: Kind = {}): Tool => ({
  label,
  type,
  stem,
  on,
  says,
  values,
  list: 'create',
  turns: false,
  line: false,
  ...kind,
});
const turns = { turns: true };
const line = { line: true };

/** A planar body with its shape, which gives its mass. `size`: along x, along y, and through the plane. */
function block(centre: Point, angle: number, size: readonly number[], density: number, before: number): Entry {
  const depth = ((before % 3) + 1) * size[2];
  return {
    referencePosition: inSpace(centre),
    ...(angle === 0 ? {} : { referenceRotationMatrix: `rotZ(radians(${angle}))` }),
    inertia: { shape: 'cuboid', sideLengths: size, density },
    gravity,
    visualization: { graphics: [{ type: 'box', center: [0, 0, depth], size }] },
  };
}

function bar({ from, to, before }: Stroke): Entry | string {
  const length = tidy(distance(from, to));
  if (length === 0) return 'A bar needs two ends.';
  const angle = tidy((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI);
  const width = thickness(length);
  return block(middle(from, to), angle, [length, width, tidy(width / 2)], 7800, before);
}

function box({ from, to, before }: Stroke): Entry {
  const [x, y] = [tidy(Math.abs(to[0] - from[0])), tidy(Math.abs(to[1] - from[1]))];
  if (x === 0 || y === 0) return block(from, 0, [0.1, 0.1, 0.02], 7800, before);
  return block(middle(from, to), 0, [x, y, tidy(thickness(Math.max(x, y)) / 2)], 7800, before);
}

function disc({ from, to, before }: Stroke): Entry {
  const radius = tidy(distance(from, to)) || 0.1;
  const width = tidy(thickness(radius) / 2);
  return {
    referencePosition: inSpace(from),
    inertia: { shape: 'cylinder', length: width, outerRadius: radius, axis: 2, density: 7800 },
    gravity,
    visualization: { graphics: [{ type: 'disc', center: [0, 0, ((before % 3) + 1) * width], radius, width, axis: [0, 0, 1] }] },
  };
}

const middle = (a: Point, b: Point): Point => rounded([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
/** A tenth, to one digit. */
const thickness = (length: number) => Number((length / 10).toPrecision(1)) || 0.01;
const direction = ({ from, to }: Stroke, otherwise: Point): Point => {
  const length = distance(from, to);
  return length > 0 ? rounded([(to[0] - from[0]) / length, (to[1] - from[1]) / length]) : otherwise;
};
const joint =
  (rest: Entry) =>
  ({ bodies, from }: Stroke): Entry => ({ bodies, position: inSpace(from), ...rest });
const between =
  (rest: Entry) =>
  ({ bodies, places }: Stroke): Entry => ({ bodies, localPosition0: inSpace(places[0]), localPosition1: inSpace(places[1]), ...rest });
const load =
  (size: number) =>
  (stroke: Stroke): Entry => ({
    body: stroke.bodies[0],
    localPosition: inSpace(stroke.places[0]),
    loadVector: inSpace(direction(stroke, [0, -1])).map((value) => tidy(size * value)),
  });
const sensor = (label: string, output: string) =>
  tool(
    label,
    'Body',
    label.toLowerCase(),
    'body',
    'Press on a body.',
    ({ bodies, places }) => ({ bodyNumber: bodies[0], localPosition: inSpace(places[0]), outputVariableType: output }),
    { list: 'sensors', turns: output === 'Rotation' },
  );

export const tools: readonly { title: string; tools: readonly Tool[] }[] = [
  {
    title: 'Bodies',
    tools: [
      tool('Bar', 'RigidBody2D', 'bar', 'nothing', 'Drag from one end of the bar to the other.', bar, line),
      tool('Box', 'RigidBody2D', 'box', 'nothing', 'Press where its middle is, or drag from corner to corner.', box, line),
      tool('Disc', 'RigidBody2D', 'disc', 'nothing', 'Press on its centre, or drag from there to its rim.', disc, line),
      tool('Ball', 'MassPoint', 'ball', 'nothing', 'Press where it is.', ({ from }) => ({
        referencePosition: inSpace(from),
        physicsMass: 1,
        create2D: true,
        gravity,
      })),
      tool('Ground point', 'Ground', 'ground', 'nothing', 'Press where it is.', ({ from }) => ({
        referencePosition: inSpace(from),
        visualization: { graphics: [{ type: 'box', size: [0.04, 0.04, 0.004] }] },
      })),
    ],
  },
  {
    title: 'Joints',
    tools: [
      tool('Hinge', 'RevoluteJoint', 'hinge', 'meeting', 'Press where bodies meet, or on one that turns on the ground.', joint({}), turns),
      tool(
        'Slide',
        'PrismaticJoint',
        'slide',
        'meeting',
        'Press on a body, or drag along the way that it slides.',
        (stroke) => ({
          ...joint({})(stroke),
          axis: inSpace(direction(stroke, [1, 0])),
        }),
        { turns: true, line: true },
      ),
      tool('Fixed', 'GenericJoint', 'fixed', 'meeting', 'Press where bodies meet, or on one that the ground holds.', joint({}), turns),
      tool('Rod', 'DistanceConstraint', 'rod', 'ends', 'Drag from body to body, or to the ground.', between({}), line),
    ],
  },
  {
    title: 'Forces',
    tools: [
      tool(
        'Spring',
        'SpringDamper',
        'spring',
        'ends',
        'Drag from body to body, or to the ground.',
        between({ stiffness: 100, damping: 1 }),
        line,
      ),
      tool(
        'Torsional spring',
        'TorsionalSpringDamper',
        'torsional spring',
        'joint',
        'Press on a hinge.',
        joint({ stiffness: 10, damping: 0.1 }),
        turns,
      ),
      tool('Motor', 'TorsionalSpringDamper', 'motor', 'joint', 'Press on a hinge.', joint({ damping: 10, velocityOffset: 6 }), turns),
      tool('Force', 'Force', 'force', 'body', 'Drag from a body in the direction of the force.', load(10), line),
      tool('Torque', 'Torque', 'torque', 'body', 'Press on a body.', ({ bodies }) => ({ body: bodies[0], loadVector: [0, 0, 1] }), turns),
    ],
  },
  {
    title: 'Sensors',
    tools: [sensor('Position', 'Position'), sensor('Velocity', 'Velocity'), sensor('Angle', 'Rotation')],
  },
];

/** Names of the bodies that creators make, in their order; those on which a tool can stand. */
export const bodiesFor = ({ turns }: Pick<Tool, 'turns'>, document: ModelDocument): string[] =>
  itemsOf(document, 'create')
    .filter(({ type, entry }) => bodyTypes.includes(type) && !(turns && type === 'MassPoint') && typeof entry.name === 'string')
    .map(({ name }) => name);

function entryOf({ type, stem, values }: Tool, document: ModelDocument, stroke: Omit<Stroke, 'before'>): Entry | string {
  const rest = values({ ...stroke, before: bodiesFor({ turns: false }, document).length });
  return typeof rest === 'string' ? rest : { type, name: freshName(document, stem), ...rest };
}

/** The entry of a tool with usual sizes, between the last two bodies or the last and the ground; for who does not draw. */
export function usual(tool: Tool, document: ModelDocument): Entry | string {
  const last = bodiesFor(tool, document).slice(-2);
  const bodies = tool.on === 'body' ? [last.at(-1)!] : last.length > 1 ? last : [null, last[0]];
  const places: Point[] = [last.length > 1 || tool.on === 'body' ? [0, 0] : [0, 0.5], [0, 0]];
  return entryOf(tool, document, { from: [0, 0], to: [0.4, 0], bodies, places });
}

/** The entry of a tool as it was drawn, or what it lacks. */
export function drawn(tool: Tool, document: ModelDocument, drawing: Drawing, from: Point, to: Point): Entry | string {
  const { on } = tool;
  if (on === 'nothing') return entryOf(tool, document, { from, to, bodies: [], places: [] });
  const able: Drawing = { ...drawing, bodies: drawing.bodies.filter(({ turns, fixed }) => fixed || turns || !tool.turns) };
  if (on === 'meeting' || on === 'joint') {
    const bodies = pairAt(able, from, on === 'joint');
    return bodies ? entryOf(tool, document, { from, to, bodies, places: [] }) : 'No body is there that it could hold.';
  }
  const ends = [from, to].map((point) => bodiesAt(able, point).find(({ fixed }) => !fixed || on === 'ends') ?? null);
  if (ends[0] === null && (on === 'body' || ends[1] === null)) return 'No body is there.';
  if (on === 'ends' && ends[0] === ends[1]) return 'It needs two bodies, or a body and the ground.';
  const places = ends.map((body, i) => rounded(body ? localOf(body, [from, to][i]) : [from, to][i]));
  return entryOf(tool, document, { from, to, bodies: ends.map((body) => body?.name || null), places });
}
