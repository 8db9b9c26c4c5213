import { msg } from '@lit/localize';
/** Belts and ropes: items drawn along a path from body to body. */
import type { ModelDocument } from '../state/document';
import { factsOf } from '../state/type-facts';
import { isPoint } from './axes';
import { type DrawnBody, discOf, distance, localOf, type Point, rounded, tidy } from './drawing';
import { type Entry, freshName, itemsOf } from './outline';
import { inSpace } from './shapes';
import type { Made, Stop, Stroke } from './tool';

const cable = { physicsMassPerLength: 0.1, physicsAxialStiffness: 8000, physicsBendingStiffness: 0.001 };

/** A belt around discs, in their order; at a left turn, the disc is on the left of the belt. */
export function belt({ path }: Stroke): Entry | string {
  const stops = closed(path);
  const discs = stops.map(({ body }) => body && discOf(body));
  if (discs.some((disc) => disc === null)) return msg('A belt goes around discs: press on one after the other.');
  if (discs.length < 2) return msg('A belt needs two discs that lie apart.');
  const side = (i: number) => (senseAt(stops, i, true) > 0 ? 'right' : 'left');
  const circles = stops.map(({ body }, i) => {
    const { centre, radius } = discs[i]!;
    return { center: rounded(centre), radius, side: side(i), body: body!.name };
  });
  return { circles, thickness: 0.002, ...cable, physicsReferenceAxialStrain: -0.02, frictionCoefficient: 0.5 };
}

/** A line of cable elements; each end is attached to the body there, or free. */
export function cableLine({ from, to, path }: Stroke): Entry | string {
  const length = distance(from, to);
  if (length === 0) return msg('A cable needs two ends.');
  return {
    startPosition: [...from],
    endPosition: [...to],
    numberOfElements: 16,
    ...cable,
    physicsAxialDamping: 16,
    physicsBendingDamping: 0.0001,
    gravity: [0, -9.81, 0],
    ...(path[0].body ? {} : { fixedStart: [1, 1, 0, 0] }),
  };
}

/** The constraints between a cable and the bodies at its ends. */
export function cableEnds(entry: Entry, { path }: Stroke): Made[] {
  const { name } = entry as { name: string };
  return ends.flatMap((node, i): Made[] => {
    const { at, body } = path[i];
    return body ? endJoint({ cable: name, node, at }, body) : [];
  });
}

const ends = ['0', 'end'] as const;
/** An end of a cable, by its node. */
export interface CableEnd {
  cable: string;
  node: (typeof ends)[number];
  at: Point;
}

/** The constraint between an end of a cable and a body there. */
export function endJoint({ cable, node, at }: CableEnd, body: DrawnBody): Made[] {
  const [own, other] = [`${cable} at ${node}`, `${body.name} at ${cable}.${node}`]; // no text: for the document
  return [
    { list: 'markers', entry: { type: 'NodePosition', name: own, nodeNumber: `${cable}.${node}` } },
    { list: 'markers', entry: markerOn(body, other, at) },
    {
      list: 'objects',
      entry: { type: 'JointSpherical', name: `${own} joint`, markerNumbers: [other, own], constrainedAxes: [1, 1, 0] }, // no text
    },
  ];
}

/** The ends of cables in the plane that no marker holds. */
export function looseEnds(document: ModelDocument): CableEnd[] {
  const held = new Set(itemsOf(document, 'markers').map(({ entry }) => entry.nodeNumber));
  return itemsOf(document, 'create').flatMap(({ list, type, name, entry }) => {
    const facts = factsOf(list, type);
    if (!facts?.line || facts.dimensions === 3) return [];
    return [entry.startPosition, entry.endPosition].flatMap((at, i): CableEnd[] =>
      isPoint(at) && !held.has(`${name}.${ends[i]}`) ? [{ cable: name, node: ends[i], at }] : [],
    );
  });
}

/** A massless rope over discs, without friction. */
export function rope({ path }: Stroke): Entry | string {
  if (path.length < 2) return msg('A rope needs two ends.');
  const radii = path.map(({ body }, i) => (isEnd(path, i) || !body ? 0 : (discOf(body)?.radius ?? 0)));
  const senses = path.map((_, i) => (isEnd(path, i) ? 1 : senseAt(path, i, false)));
  const centres = path.map(({ at, body }, i) => (radii[i] > 0 ? discOf(body!)!.centre : at));
  const referenceLength = tidy(lengthAround(centres, radii, senses));
  if (!(referenceLength > 0)) return msg('The rope has no way around these discs.');
  return {
    markerNumbers: [],
    stiffnessPerLength: 1e5,
    dampingPerLength: 1e3,
    referenceLength,
    sheavesAxes: senses.map((sense) => [0, 0, sense]),
    sheavesRadii: radii,
  };
}

/** The markers of a rope, and a ground for ends without a body; these items precede the rope. */
export function ropeParts(entry: Entry, { path }: Stroke, document: ModelDocument): Made[] {
  const { name, sheavesRadii } = entry as { name: string; sheavesRadii: number[] };
  const names = path.map((_, i) => `${name}.${i}`);
  entry.markerNumbers = names;
  const anchors = path.map(({ body }, i) => (body ? null : freshName(document, `${name} anchor ${i + 1}`)));
  return path.flatMap(({ at, body }, i): Made[] => {
    const point = sheavesRadii[i] > 0 ? discOf(body!)!.centre : at;
    if (body) return [{ list: 'markers', entry: markerOn(body, names[i], point) }];
    return [
      { list: 'create', entry: { type: 'Ground', name: anchors[i], referencePosition: inSpace(at) } },
      { list: 'markers', entry: { type: 'BodyRigid', name: names[i], bodyNumber: anchors[i] } },
    ];
  });
}

const markerOn = (body: DrawnBody, name: string, at: Point): Entry => ({
  type: body.turns ? 'BodyRigid' : 'BodyPosition',
  name,
  bodyNumber: body.name,
  localPosition: inSpace(rounded(localOf(body, at))),
});

const isEnd = (path: readonly Stop[], i: number) => i === 0 || i === path.length - 1;

/** The path without consecutive stops on the same body; the first follows the last. */
const closed = (path: readonly Stop[]): readonly Stop[] =>
  path.filter(({ body }, i) => body === null || path.length < 2 || body !== path[(i + 1) % path.length].body);

/** 1 if the path turns left at a stop, so that a belt passes on the right of the disc; otherwise −1. */
function senseAt(path: readonly Stop[], i: number, around: boolean): 1 | -1 {
  const n = path.length;
  const centre = ({ at, body }: Stop) => (body && discOf(body)?.centre) || at;
  const [a, b, c] = [around ? (i + n - 1) % n : i - 1, i, around ? (i + 1) % n : i + 1].map((k) => centre(path[k]));
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) >= -1e-12 ? 1 : -1;
}

/** Length of a path along common tangents of circles and around the circles, anticlockwise if the sense is 1. */
export function lengthAround(centres: readonly Point[], radii: readonly number[], senses: readonly number[]): number {
  let [length, before] = [0, 0];
  for (let i = 0; i + 1 < centres.length; i++) {
    const [a, b] = [centres[i], centres[i + 1]];
    const far = distance(a, b);
    const lean = Math.asin((senses[i] * radii[i] - senses[i + 1] * radii[i + 1]) / far);
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) + lean;
    if (i > 0) length += radii[i] * around(senses[i] * (angle - before));
    length += far * Math.cos(lean);
    before = angle;
  }
  return length;
}

const whole = 2 * Math.PI;
const around = (angle: number) => (((angle % whole) + whole + 1e-9) % whole) - 1e-9;
