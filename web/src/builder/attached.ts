/** Updates of belts, cables and ropes when bodies are moved. */
import type { ModelDocument } from '../state/document';
import { isPoint } from './axes';
import { type Drawing, globalOf, localOf, type Point, rounded, tidy } from './drawing';
import { type Entry, type Item, itemsOf } from './outline';
import { lengthAround } from './paths';
import type { ValueChange } from './text';

type Poses = ReadonlyMap<string, { position: Point; angle: number }>;
/** The current position of a point of a body, and whether the body has moved. */
type Places = (body: unknown, local: unknown) => { at: Point; moved: boolean } | null;

export function attachedChanges(document: ModelDocument, drawing: Drawing, poses: Poses): ValueChange[] {
  const places: Places = (name, local) => {
    const body = drawing.bodies.find((each) => each.name === name && each.name !== '');
    const [x, y] = Array.isArray(local) ? (local as unknown[]) : [0, 0];
    if (!body || typeof x !== 'number' || typeof y !== 'number') return null;
    const pose = poses.get(body.name);
    return { at: globalOf(pose ?? body, [x, y]), moved: pose !== undefined };
  };
  const markers = new Map(itemsOf(document, 'markers').map(({ name, entry }) => [name, entry]));
  return [
    ...itemsOf(document, 'create').flatMap((item) => {
      if (item.type === 'Belt') return circles(item, drawing, poses);
      return item.type === 'Cable2D' ? ends(item, document, markers, places) : [];
    }),
    ...itemsOf(document, 'objects').flatMap((item) => (item.type === 'ConnectorReevingSystemSprings' ? length(item, markers, places) : [])),
  ];
}

/** Moves circles of a belt with the bodies that carry them. */
function circles({ entry, path }: Item, { bodies }: Drawing, poses: Poses): ValueChange[] {
  const list = Array.isArray(entry.circles) ? (entry.circles as Entry[]) : [];
  return list.flatMap(({ body: name, center }, i) => {
    const [body, pose] = [bodies.find((each) => each.name === name), poses.get(String(name))];
    if (!body || !pose || !isPoint(center)) return [];
    return [{ path: [...path, 'circles', i, 'center'], value: rounded(globalOf(pose, localOf(body, center))) }];
  });
}

/** Moves the ends of a cable with the bodies that joints connect them to. */
function ends({ name, path }: Item, document: ModelDocument, markers: Map<string, Entry>, places: Places): ValueChange[] {
  return itemsOf(document, 'objects').flatMap(({ entry }) => {
    const [other, own] = ((entry.markerNumbers ?? []) as unknown[]).map((marker) => markers.get(String(marker)));
    const node = String(own?.nodeNumber);
    const key = node === `${name}.0` ? 'startPosition' : node === `${name}.end` ? 'endPosition' : null;
    const place = key && other ? places(other.bodyNumber, other.localPosition) : null;
    return place?.moved ? [{ path: [...path, key!], value: rounded(place.at) }] : [];
  });
}

/** Sets the length of a rope so that it is unstressed in its drawn position. */
function length({ entry, path }: Item, markers: Map<string, Entry>, places: Places): ValueChange[] {
  const stops = ((entry.markerNumbers ?? []) as unknown[]).map((name) => {
    const marker = markers.get(String(name));
    return marker ? places(marker.bodyNumber, marker.localPosition) : null;
  });
  const [radii, axes] = [entry.sheavesRadii, entry.sheavesAxes] as [number[] | undefined, number[][] | undefined];
  const known = stops.every((stop) => stop !== null) && radii?.length === stops.length && axes?.length === stops.length;
  if (!known || !stops.some((stop) => stop?.moved) || typeof entry.referenceLength !== 'number') return [];
  const found = lengthAround(
    stops.map((stop) => stop!.at),
    radii,
    axes.map(([, , z]) => Math.sign(z) || 1),
  );
  return found > 0 ? [{ path: [...path, 'referenceLength'], value: tidy(found) }] : [];
}
