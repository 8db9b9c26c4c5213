import type { ModelDocument } from '../state/document';
import { type Entry, freshName, itemsOf, type ListKey } from './outline';

/** Something to add: with values that make it work at once where there is a body to put it on. */
export interface Tool {
  label: string;
  list: ListKey;
  /** Bodies that it needs. */
  bodies: number;
  /** Whether these must be able to turn. */
  turns: boolean;
  make(document: ModelDocument): Entry;
}

const bodyTypes = ['RigidBody2D', 'RigidBody', 'MassPoint'];

/** Names of the bodies that creators make, in their order; those on which a tool can stand. */
export const bodiesFor = (tool: Tool, document: ModelDocument): string[] =>
  itemsOf(document, 'create')
    .filter(({ type, entry }) => bodyTypes.includes(type) && !(tool.turns && type === 'MassPoint') && typeof entry.name === 'string')
    .map(({ name }) => name);

const turning = ['Hinge', 'Slider', 'Fixed', 'Torsional spring', 'Torque', 'Angle'];

function part(label: string, bodies: number, stem: string, rest: (bodies: readonly string[]) => Entry, list: ListKey = 'create'): Tool {
  const tool: Tool = {
    label,
    list,
    bodies,
    turns: turning.includes(label),
    make: (document) => {
      const { type, ...values } = rest(bodiesFor(tool, document));
      return { type, name: freshName(document, stem), ...values };
    },
  };
  return tool;
}

const body = (label: string, stem: string, inertia: Entry, graphic: Entry): Tool =>
  part(label, 0, stem, () => ({
    type: 'RigidBody2D',
    referencePosition: [0, 0, 0],
    inertia,
    gravity: [0, -9.81, 0],
    visualization: { graphics: [graphic] },
  }));

/** Joints and springs between the ground and the last body, or the last two. */
const pair = (bodies: readonly string[]): (string | null)[] => (bodies.length > 1 ? bodies.slice(-2) : [null, bodies[0]]);

export const tools: readonly { title: string; tools: readonly Tool[] }[] = [
  {
    title: 'Bodies',
    tools: [
      body('Bar', 'bar', { shape: 'cuboid', sideLengths: [0.4, 0.04, 0.02], density: 7800 }, { type: 'box', size: [0.4, 0.04, 0.02] }),
      body('Box', 'box', { shape: 'cuboid', sideLengths: [0.2, 0.2, 0.2], density: 1000 }, { type: 'box', size: [0.2, 0.2, 0.2] }),
      body(
        'Disc',
        'disc',
        { shape: 'cylinder', length: 0.04, outerRadius: 0.15, axis: 2, density: 7800 },
        { type: 'disc', radius: 0.15, width: 0.04, axis: [0, 0, 1] },
      ),
      part('Ball', 0, 'ball', () => ({ type: 'MassPoint', referencePosition: [0, 0, 0], physicsMass: 1, gravity: [0, -9.81, 0] })),
      part('Ground', 0, 'ground', () => ({ type: 'Ground', referencePosition: [0, 0, 0] })),
    ],
  },
  {
    title: 'Joints',
    tools: [
      part('Hinge', 1, 'hinge', (bodies) => ({ type: 'RevoluteJoint', bodies: pair(bodies), position: [0, 0, 0], axis: [0, 0, 1] })),
      part('Slider', 1, 'slide', (bodies) => ({ type: 'PrismaticJoint', bodies: pair(bodies), position: [0, 0, 0], axis: [1, 0, 0] })),
      part('Fixed', 1, 'fixed', (bodies) => ({ type: 'GenericJoint', bodies: pair(bodies), position: [0, 0, 0] })),
      part('Ball joint', 1, 'ball joint', (bodies) => ({ type: 'SphericalJoint', bodies: pair(bodies), position: [0, 0, 0] })),
      part('Rod', 1, 'rod', (bodies) => ({ type: 'DistanceConstraint', bodies: pair(bodies), distance: 0.5 })),
    ],
  },
  {
    title: 'Forces',
    tools: [
      part('Spring', 1, 'spring', (bodies) => ({
        type: 'SpringDamper',
        bodies: pair(bodies),
        stiffness: 100,
        damping: 1,
        referenceLength: 0.5,
      })),
      part('Torsional spring', 1, 'torsional spring', (bodies) => ({
        type: 'TorsionalSpringDamper',
        bodies: pair(bodies),
        stiffness: 10,
        damping: 0.1,
      })),
      part('Force', 1, 'force', (bodies) => ({ type: 'Force', body: bodies.at(-1), loadVector: [1, 0, 0] })),
      part('Torque', 1, 'torque', (bodies) => ({ type: 'Torque', body: bodies.at(-1), loadVector: [0, 0, 1] })),
    ],
  },
  {
    title: 'Sensors',
    tools: (
      [
        ['Position', 'Position'],
        ['Velocity', 'Velocity'],
        ['Angle', 'Rotation'],
      ] as const
    ).map(([label, output]) =>
      part(label, 1, label.toLowerCase(), (bodies) => ({ type: 'Body', bodyNumber: bodies.at(-1), outputVariableType: output }), 'sensors'),
    ),
  },
];
