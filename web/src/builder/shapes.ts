import { msg } from '@lit/localize';
import type { ModelDocument } from '../state/document';
import { distance, localOf, type Point, rounded, surfaces, tidy } from './drawing';
import { type Entry, freshName } from './outline';
import type { Made, Stroke } from './tool';

export const inSpace = ([x, y]: Point): number[] => [x, y, 0];
export const gravity = [0, -9.81, 0];
const steel = 7800; // kg/m³

/** A planar body whose shape determines its mass. `size`: along x, along y, and through the plane. */
function block(centre: Point, angle: number, size: readonly number[], density: number, layer: number): Entry {
  const depth = layer * size[2];
  return {
    referencePosition: inSpace(centre),
    ...turn(angle),
    inertia: { shape: 'cuboid', sideLengths: size, density },
    gravity,
    visualization: { graphics: [{ type: 'box', center: [0, 0, depth], size }] },
  };
}

export function bar({ from, to, layer }: Stroke): Entry | string {
  const length = tidy(distance(from, to));
  if (length === 0) return msg('A bar needs two ends.');
  const width = thickness(length);
  return block(middle(from, to), degrees(from, to), [length, width, tidy(width / 2)], steel, layer);
}

export function box({ from, to, layer }: Stroke): Entry {
  const [x, y] = [tidy(Math.abs(to[0] - from[0])), tidy(Math.abs(to[1] - from[1]))];
  if (x === 0 || y === 0) return block(from, 0, [0.1, 0.1, 0.02], steel, layer);
  return block(middle(from, to), 0, [x, y, tidy(thickness(Math.max(x, y)) / 2)], steel, layer);
}

export function disc({ from, to, layer }: Stroke): Entry {
  const radius = tidy(distance(from, to)) || 0.1;
  const width = tidy(thickness(radius) / 2);
  return {
    referencePosition: inSpace(from),
    inertia: { shape: 'cylinder', length: width, outerRadius: radius, axis: 2, density: steel },
    gravity,
    visualization: {
      graphics: [{ type: 'disc', center: [0, 0, layer * width], radius, width, axis: [0, 0, 1], mark: true }],
    },
  };
}

/** A hinge on the ground. */
export const bearing = ({ name }: Entry, { from }: Stroke, document: ModelDocument): Made[] => [
  {
    list: 'create',
    entry: {
      type: 'RevoluteJoint',
      name: freshName(document, `bearing of ${name}`),
      bodies: [null, name],
      position: inSpace(from),
    },
  },
];

export const ball = ({ from }: Stroke): Entry => ({ referencePosition: inSpace(from), physicsMass: 1, create2D: true, gravity });

export const groundPoint = ({ from }: Stroke): Entry => ({
  referencePosition: inSpace(from),
  visualization: { graphics: [{ type: 'box', size: [0.04, 0.04, 0.004] }] },
});

/** A fixed bar whose upper side passes through both points. */
export function groundLine({ from, to }: Stroke): Entry | string {
  const [left, right] = from[0] <= to[0] ? [from, to] : [to, from];
  const length = tidy(distance(left, right));
  if (length === 0) return msg('A line needs two ends.');
  const width = tidy(thickness(length) / 5);
  return {
    referencePosition: inSpace(middle(left, right)),
    ...turn(degrees(left, right)),
    visualization: { graphics: [{ type: 'box', center: [0, -width / 2, 0], size: [length, width, width] }] },
  };
}

/** A disc that touches the ground line close to its rim, or otherwise the horizontal line below it. */
export function wheel(stroke: Stroke): Entry {
  const { centre, radius } = discOnGround(stroke);
  return disc({ ...stroke, from: centre, to: [centre[0], centre[1] - radius] });
}

/**
 * The contact of a wheel with its ground: it rolls, slips and lifts off. Ten times its weight causes a penetration of one hundredth of its
 * radius.
 */
export function rolling({ name }: Entry, stroke: Stroke, document: ModelDocument): Made[] {
  const { body, local, normal, radius } = discOnGround(stroke);
  const mass = steel * Math.PI * radius ** 2 * tidy(thickness(radius) / 2);
  const contactStiffness = twoDigits((1e3 * 9.81 * mass) / radius);
  const entry = {
    type: 'RollingDiscPenalty',
    name: freshName(document, `rolling of ${name}`),
    bodies: [body, name],
    discRadius: radius,
    axisVector: [0, 0, 1],
    planePosition: inSpace(local),
    planeNormal: inSpace(normal),
    contactStiffness,
    contactDamping: twoDigits(Math.sqrt(10 * contactStiffness * mass)),
    dryFriction: [0.8, 0.8],
    dryFrictionProportionalZone: 0.01,
  };
  return [{ list: 'create', entry }];
}

/** The pose of a wheel drawn from its centre to its rim. The point and the normal are in the frame of the ground. */
function discOnGround({ from, to, drawing }: Stroke): { body: string | null; centre: Point; local: Point; normal: Point; radius: number } {
  const radius = tidy(distance(from, to)) || 0.1;
  for (const { body, at, normal, half } of surfaces(drawing)) {
    const offset: Point = [from[0] - at[0], from[1] - at[1]];
    const [height, along] = [offset[0] * normal[0] + offset[1] * normal[1], Math.abs(offset[0] * normal[1] - offset[1] * normal[0])];
    if (Math.abs(height - radius) > radius / 2 || along > half || body.name === '') continue;
    const lift = radius - height;
    const centre = rounded([from[0] + lift * normal[0], from[1] + lift * normal[1]]);
    const upwards = localOf({ position: [0, 0], angle: body.angle }, normal);
    return { body: body.name, centre, local: rounded(localOf(body, at)), normal: rounded(upwards), radius };
  }
  return { body: null, centre: from, local: [from[0], tidy(from[1] - radius)], normal: [0, 1], radius };
}

export const middle = (a: Point, b: Point): Point => rounded([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
const degrees = (from: Point, to: Point) => tidy((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI);
const turn = (angle: number) => (angle === 0 ? {} : { referenceRotationMatrix: `rotZ(radians(${angle}))` });
/** One tenth of the length; above 0.2 m it grows only with the root of the length, so that long bars are slender. To one digit. */
const thickness = (length: number) => Number(Math.min(length / 10, Math.sqrt(length / 500)).toPrecision(1)) || 0.01;
const twoDigits = (value: number) => Number(value.toPrecision(2));
