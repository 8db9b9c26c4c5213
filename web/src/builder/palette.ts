import { msg } from '@lit/localize';
import { common, listTitles } from '../format/texts';
import type { ModelDocument } from '../state/document';
import { factsOf, isMovingBody } from '../state/type-facts';
import {
  bodiesAt,
  type Drawing,
  discOf,
  distance,
  emptyDrawing,
  localAt,
  type Point,
  pairAt,
  rounded,
  same,
  tidy,
  type Vector,
} from './drawing';
import { frictionAt } from './friction';
import { hanging } from './move';
import { inDrawingPlane } from './orient';
import { type Entry, freshName, itemsOf } from './outline';
import { belt, cableEnds, cableLine, rope, ropeParts } from './paths';
import { ball, bar, bearing, box, disc, groundLine, groundPoint, inSpace, rolling, wheel } from './shapes';
import { apart } from './space';
import { texts } from './texts';
import type { Made, Stop, Stroke, Tool } from './tool';

type Kind = Partial<Pick<Tool, 'list' | 'turns' | 'line' | 'beside' | 'inSpace' | 'at'>>;
const tool = (
  label: () => string,
  type: string,
  stem: string,
  on: Tool['on'],
  hint: () => string,
  values: Tool['values'],
  kind: Kind = {},
): Tool => ({
  label,
  type,
  stem,
  on,
  hint,
  values,
  list: 'create',
  turns: false,
  line: false,
  beside: () => [],
  ...kind,
});
const turns = { turns: true };
const line = { line: true };

const direction = ({ from, to }: Stroke, otherwise: Point): Point => {
  const length = distance(from, to);
  return length > 0 ? rounded([(to[0] - from[0]) / length, (to[1] - from[1]) / length]) : otherwise;
};
const joint =
  (rest: Entry) =>
  ({ bodies, from }: Stroke): Entry => ({ bodies, position: inSpace(from), ...rest });
const between =
  (rest: Entry) =>
  ({ bodies, places }: Stroke): Entry => ({ bodies, localPosition0: places[0], localPosition1: places[1], ...rest });
const load =
  (size: number) =>
  (stroke: Stroke): Entry => ({
    body: stroke.bodies[0],
    localPosition: stroke.places[0],
    loadVector: inSpace(direction(stroke, [0, -1])).map((value) => tidy(size * value)),
  });
/** N·m, to one digit: a tenth of the weight of a body and of all that joints connect to it, at an arm of the body's length. */
function torqueFor(drawing: Drawing, name: string | null): number {
  const body = drawing.bodies.find((each) => each.name === name);
  if (!body) return 1;
  const mass = hanging(drawing, body.name).reduce((sum, each) => sum + each.mass, 0);
  const length = Math.max(
    0,
    ...body.outlines.map((outline) =>
      'half' in outline ? 2 * Math.hypot(...outline.half) : 2 * outline.radius + apart(outline.from, outline.to),
    ),
  );
  return Number((0.1 * 9.81 * mass * length).toPrecision(1)) || 1;
}
// Instructions of several tools.
const onBody = () => msg('Press on a body.');
const onHinge = () => msg('Press on a hinge.');
const whereItIs = () => msg('Press where it is.');
const whereBodiesMeet = () => msg('Press where bodies meet, or on one that turns on the ground.');
const fromBodyToBody = () => msg('Drag from body to body, or to the ground.');
const fromCentreToRim = () => msg('Press on its centre, or drag from there to its rim.');

const sensor = (label: () => string, stem: string, output: string) =>
  tool(
    label,
    'Body',
    stem,
    'body',
    onBody,
    ({ bodies, places }) => ({ bodyNumber: bodies[0], localPosition: places[0], outputVariableType: output }),
    { list: 'sensors', turns: output === 'Rotation' },
  );

export const tools: readonly { title: () => string; tools: readonly Tool[] }[] = [
  {
    title: () => msg('Bodies'),
    tools: [
      tool(
        () => msg('Bar'),
        'RigidBody2D',
        'bar',
        'nothing',
        () => msg('Drag from one end of the bar to the other.'),
        bar,
        line,
      ),
      tool(
        () => msg('Box'),
        'RigidBody2D',
        'box',
        'nothing',
        () => msg('Press where its middle is, or drag from corner to corner.'),
        box,
        line,
      ),
      tool(() => msg('Disc'), 'RigidBody2D', 'disc', 'nothing', fromCentreToRim, disc, line),
      tool(
        () => msg('Wheel'),
        'RigidBody2D',
        'wheel',
        'nothing',
        () => msg('Drag from its centre to its rim; a line of the ground may be there.'),
        wheel,
        {
          ...line,
          beside: rolling,
        },
      ),
      tool(() => msg('Ball'), 'MassPoint', 'ball', 'nothing', whereItIs, ball),
      tool(() => msg('Ground point'), 'Ground', 'ground point', 'nothing', whereItIs, groundPoint),
      tool(
        () => msg('Ground line'),
        'Ground',
        'ground line',
        'nothing',
        () => msg('Drag from one end to the other: level, or a slope.'),
        groundLine,
        line,
      ),
    ],
  },
  {
    title: () => msg('Belts and ropes'),
    tools: [
      tool(() => msg('Pulley'), 'RigidBody2D', 'pulley', 'nothing', fromCentreToRim, disc, {
        ...line,
        beside: bearing,
      }),
      tool(
        () => msg('Belt'),
        'Belt',
        'belt',
        'loop',
        () => msg('Press on one disc after the other, and on the first again.'),
        belt,
        turns,
      ),
      tool(
        () => msg('Cable'),
        'Cable2D',
        'cable',
        'path',
        () => msg('Drag from one end to the other.'),
        cableLine,
        { ...line, beside: cableEnds },
      ),
      tool(
        () => msg('Rope'),
        'ConnectorReevingSystemSprings',
        'rope',
        'path',
        () => msg('Press on its start, on the discs on its way, and twice on its end.'),
        rope,
        {
          list: 'objects',
          beside: ropeParts,
        },
      ),
    ],
  },
  {
    title: () => msg('Joints'),
    tools: [
      tool(texts.hinge, 'RevoluteJoint', 'hinge', 'meeting', whereBodiesMeet, joint({}), turns),
      tool(
        () => msg('Slide'),
        'PrismaticJoint',
        'slide',
        'meeting',
        () => msg('Press on a body, or drag along the way that it slides.'),
        (stroke) => ({
          ...joint({})(stroke),
          axis: inSpace(direction(stroke, [1, 0])),
        }),
        { turns: true, line: true },
      ),
      tool(
        () => msg('Fixed'),
        'GenericJoint',
        'fixed',
        'meeting',
        () => msg('Press where bodies meet, or on one that the ground holds.'),
        joint({}),
        turns,
      ),
      tool(() => msg('Ball joint'), 'SphericalJoint', 'ball joint', 'meeting', whereBodiesMeet, joint({}), {
        ...turns,
        inSpace: true,
      }),
      tool(() => msg('Rod'), 'DistanceConstraint', 'rod', 'ends', fromBodyToBody, between({}), line),
    ],
  },
  {
    title: common.forces,
    tools: [
      tool(() => msg('Spring'), 'SpringDamper', 'spring', 'ends', fromBodyToBody, between({ stiffness: 100, damping: 1 }), line),
      tool(() => msg('Damper'), 'SpringDamper', 'damper', 'ends', fromBodyToBody, between({ damping: 10 }), line),
      tool(
        () => msg('Torsional spring'),
        'TorsionalSpringDamper',
        'torsional spring',
        'joint',
        onHinge,
        joint({ stiffness: 10, damping: 0.1 }),
        turns,
      ),
      tool(() => msg('Motor'), 'TorsionalSpringDamper', 'motor', 'joint', onHinge, joint({ damping: 10, velocityOffset: 6 }), turns),
      tool(texts.friction, 'TorsionalSpringDamper', 'friction', 'joint', () => msg('Press on a hinge or a slide.'), joint({}), {
        turns: true,
        at: frictionAt,
      }),
      tool(
        () => msg('Force'),
        'Force',
        'force',
        'body',
        () => msg('Drag from a body in the direction of the force.'),
        load(10),
        line,
      ),
      tool(
        () => msg('Torque'),
        'Torque',
        'torque',
        'body',
        onBody,
        ({ bodies, drawing }) => ({ body: bodies[0], loadVector: [0, 0, torqueFor(drawing, bodies[0])] }),
        turns,
      ),
    ],
  },
  {
    title: listTitles.sensors,
    tools: [
      sensor(() => msg('Position'), 'position', 'Position'),
      sensor(() => msg('Velocity'), 'velocity', 'Velocity'),
      sensor(() => msg('Angle'), 'angle', 'Rotation'),
    ],
  },
];

/** Names of the bodies made by creators, in their order, that can carry the item of a tool. */
export const bodiesFor = ({ turns }: Pick<Tool, 'turns'>, document: ModelDocument): string[] =>
  itemsOf(document, 'create')
    .filter(({ list, type, entry }) => isMovingBody(list, type) && (!turns || factsOf(list, type)?.turns) && typeof entry.name === 'string')
    .map(({ name }) => name);

/** The default bodies of a tool: the last two, or the last one and the ground. */
const usualBodies = ({ on }: Tool, last: readonly string[]) => (on === 'body' ? [last.at(-1)!] : last.length > 1 ? last : [null, last[0]]);

function make(tool: Tool, document: ModelDocument, stroke: Omit<Stroke, 'layer'>, depth: number): readonly Made[] | string {
  const { type, stem, list } = tool;
  const { axes } = stroke.drawing;
  const count = bodiesFor({ turns: false }, document).length % 3;
  const layer = axes.inSpace ? 0.04 * count : count + 1;
  const whole = { ...stroke, layer };
  const rest = tool.values(whole);
  if (typeof rest === 'string') return rest;
  const entry = { type, name: freshName(document, stem), ...rest };
  return inDrawingPlane(axes, [{ list, entry }, ...tool.beside(entry, whole, document)], depth, gravityOf(document));
}

/** The gravity that existing bodies have. */
const gravityOf = (document: ModelDocument): unknown =>
  itemsOf(document, 'create').findLast(({ entry }) => 'gravity' in entry)?.entry.gravity;

/** The items of a tool with default sizes, between the last bodies; for people who do not draw. */
export function usual(tool: Tool, document: ModelDocument, drawing: Drawing = emptyDrawing, depth = 0): readonly Made[] | string {
  const joint = drawing.joints.findLast(({ holds }) => holds);
  if (tool.at) return tool.at(document, drawing, joint?.at ?? [0, 0]);
  const last = bodiesFor(tool, document).slice(-2);
  const places: Vector[] = [
    [0, last.length > 1 || tool.on === 'body' ? 0 : 0.5, 0],
    [0, 0, 0],
  ];
  const from: Point = [0, 0];
  const to: Point = [0.4, 0];
  const discs = discsApart(drawing);
  const path = tool.on === 'loop' ? discs : [from, ...(tool.line ? [] : discs.map(({ at }) => at)), to].map((at) => stopAt(drawing, at));
  return make(tool, document, { from, to, bodies: usualBodies(tool, last), places, path, drawing }, depth);
}

/** Discs of a drawing, without duplicates at the same centre. */
function discsApart({ bodies }: Drawing): Stop[] {
  const stops = bodies.flatMap((body): Stop[] => {
    const disc = discOf(body);
    return disc ? [{ at: disc.centre, body }] : [];
  });
  return stops.filter(({ at }, i) => stops.findIndex((other) => distance(other.at, at) < same) === i);
}

/** The items of a tool as drawn, or a sentence on what is missing. `depth`: height of its bodies above the plane. */
export function drawn(
  tool: Tool,
  document: ModelDocument,
  drawing: Drawing,
  points: readonly Point[],
  depth = 0,
): readonly Made[] | string {
  const { on } = tool;
  const [from, to] = [points[0], points[points.length - 1]];
  if (tool.at) return tool.at(document, drawing, to);
  const stroke = { from, to, bodies: [], places: [], path: points.map((at) => stopAt(drawing, at)), drawing };
  if (on === 'nothing' || on === 'path' || on === 'loop') return make(tool, document, stroke, depth);
  const able: Drawing = { ...drawing, bodies: drawing.bodies.filter(({ turns, fixed }) => fixed || turns || !tool.turns) };
  if (on === 'meeting' || on === 'joint') {
    const bodies = pairAt(able, from, on === 'joint', depth);
    return bodies ? make(tool, document, { ...stroke, bodies }, depth) : msg('No body is there that it could hold.');
  }
  const ends = [from, to].map((point) => bodiesAt(able, point, depth).find(({ fixed }) => !fixed || on === 'ends') ?? null);
  if (ends[0] === null && (on === 'body' || ends[1] === null)) return texts.noBodyIsThere();
  if (on === 'ends' && ends[0] === ends[1]) return msg('It needs two bodies, or a body and the ground.');
  const places = ends.map((body, i): Vector => (body ? localAt(drawing, body, [from, to][i], depth) : [...rounded([from, to][i]), 0]));
  return make(tool, document, { ...stroke, bodies: ends.map((body) => body?.name || null), places }, depth);
}

/** Whether a path is complete: it returns to its first disc, or repeats its last point. */
export function isWhole({ on, line }: Tool, drawing: Drawing, path: readonly Point[]): boolean {
  if (line || (on !== 'path' && on !== 'loop')) return path.length > (line ? 1 : 0);
  const [first, last] = [path[0], path[path.length - 1]];
  const body = stopAt(drawing, last).body;
  if (on === 'loop' && path.length > 2 && body && body === stopAt(drawing, first).body) return true;
  return path.length > 1 && distance(path[path.length - 2], last) < same;
}

function stopAt(drawing: Drawing, at: Point): Stop {
  const there = bodiesAt(drawing, at).filter(({ name }) => name !== '');
  return { at, body: there.find(discOf) ?? there[0] ?? null };
}
