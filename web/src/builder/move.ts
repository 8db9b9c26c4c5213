import type { ModelDocument } from '../state/document';
import { type Drawing, type DrawnBody, distance, globalOf, localOf, type Point, tidy } from './drawing';
import { type Item, itemsOf } from './outline';
import type { Path } from './text';

/** Where a body lies. */
export type Pose = Pick<DrawnBody, 'position' | 'angle'>;
type Change = { path: Path; value: unknown };

/** Where a body goes, and with it all that joints hold to it. */
export function carried(drawing: Drawing, name: string, [dx, dy]: Point): Map<string, Pose> {
  const moved = hanging(drawing, name).map(({ name: each, position, angle }): [string, Pose] => [
    each,
    { position: [position[0] + dx, position[1] + dy], angle },
  ]);
  return new Map(moved);
}

/** A body with those that joints hold to it, in any number of steps; the ground holds nothing. */
function hanging({ bodies, joints }: Drawing, name: string): DrawnBody[] {
  const found = bodies.filter((body) => body.name === name);
  for (const body of found)
    for (const { bodies: pair, holds } of joints) {
      const other = pair[0] === body ? pair[1] : pair[1] === body ? pair[0] : null;
      if (holds && other && !other.fixed && (!body.fixed || body.name === name) && !found.includes(other)) found.push(other);
    }
  return found;
}

/** m and rad by which nothing has moved. */
const nothing = 1e-9;

/** Changes that put bodies elsewhere, with the joints between them. What a formula places stays, and so do all. */
export function placed(document: ModelDocument, drawing: Drawing, poses: ReadonlyMap<string, Pose>): Change[] | string {
  const items = itemsOf(document, 'create');
  const changes: Change[] = [];
  for (const [name, pose] of poses) {
    const item = items.find((each) => each.name === name);
    const before = drawing.bodies.find((body) => body.name === name);
    if (!item || !before) return `Only bodies made by “create” can be moved here; change the numbers of ${name}.`;
    const { referencePosition = [0, 0, 0] } = item.entry;
    if (!isPlace(referencePosition)) return `A formula says where ${name} is; change it in the form.`;
    const [x, y] = pose.position.map(tidy);
    if (distance(pose.position, before.position) < nothing && Math.abs(pose.angle - before.angle) < nothing) continue;
    changes.push({ path: [...item.path, 'referencePosition'], value: [x, y, referencePosition[2]] });
    if (Math.abs(pose.angle - before.angle) < nothing) continue;
    if (!isTurn(item.entry.referenceRotationMatrix)) return `A formula says how ${name} is turned; change it in the form.`;
    changes.push({ path: [...item.path, 'referenceRotationMatrix'], value: `rotZ(radians(${tidy((pose.angle * 180) / Math.PI)}))` });
  }
  for (const { name, bodies, at } of drawing.joints) {
    const item = items.find((each) => each.name === name);
    const body = bodies.find((each) => poses.has(each.name));
    if (item && body && isPlace(item.entry.position) && item.entry.useGlobalFrame !== false)
      changes.push(...jointChange(item, body, at, poses));
  }
  return changes;
}

/** A joint goes along with a body. */
function jointChange(item: Item, body: DrawnBody, at: Point, poses: ReadonlyMap<string, Pose>): Change[] {
  const [x, y] = globalOf(poses.get(body.name)!, localOf(body, at));
  const [, , z] = item.entry.position as number[];
  return [{ path: [...item.path, 'position'], value: [tidy(x), tidy(y), z] }];
}

/** A rotation with numbers only. */
const isTurn = (value: unknown) => !/[a-z]/i.test(JSON.stringify(value ?? '').replace(/rotZ|radians|(?<=\d)e-?\d/g, ''));
const isPlace = (value: unknown): value is [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((entry) => typeof entry === 'number');
