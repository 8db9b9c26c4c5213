import { Vector3 } from 'three';
import { findProfile } from '../../../wasm/engine/profiles';
import type { ModelInfo, ObjectInfo, ProfileInfo, Solid } from '../../../wasm/engine/types';
import { shapeRadius } from './extent';

export type Point = [number, number, number];

/** A solid in the frame of its body, lengths in metres. */
export type Shape = Solid;
type Without<S> = S extends unknown ? Omit<S, 'color' | 'opacity' | 'position' | 'rotation'> : never;

export interface SceneBody {
  name: string;
  /** Number of its pose in the history; null for what does not move. */
  pose: number | null;
  /** Position of what does not move. */
  position: Point;
  color: string | null;
  shapes: Shape[];
}

/** A vector drawn at a point. `at`, `vector` and `frame` are names of sensors. */
export interface SceneArrow {
  label: string;
  at: string;
  vector: string;
  /** Rotation matrix (9 numbers, by rows) from the frame in which the vector is given; null: it is global. */
  frame: string | null;
  /** Which components of the vector are shown. */
  components: number[];
  /** Metres for one unit of the vector; null: found from the data. */
  scale: number | null;
  color: string;
  unit: string;
}

/** A cable element. Lengths in metres. */
export interface SceneCable {
  pose: number;
  /** Number of its object. */
  object: number;
  length: number;
  /** In the plane of the cable, and across it. */
  height: number | null;
  width: number | null;
  /** Drawn as a tube of that height. */
  round: boolean;
  color: string | null;
}

/** A cable of a known cross section. */
export type SizedCable = SceneCable & { height: number; width: number };

/** A quantity that colours the cables of a line. */
export interface SceneContour {
  label: string;
  unit: string;
  /** Number of the profile. */
  profile: number;
  /** Ends of the scale, where the document sets them. */
  min: number | null;
  max: number | null;
  /** Arc length at which each element begins, by its object. */
  starts: Record<number, number>;
}

/** The contact forces along a line, which are drawn beside it. */
export interface SceneBand {
  /** Numbers of the profiles of normal and tangential force; -1: there is none. */
  normal: number;
  tangential: number;
  friction: number;
  /** The last point has the first one beside it. */
  closed: boolean;
  /** For each point of the profiles its element, and the part of it that the point stands for. */
  points: { pose: number; cable: SceneCable; from: number; to: number }[];
}

/** A place that moves with a body, or stands still. */
export interface AnchorPoint {
  pose: number | null;
  /** In the frame of the body; on a cable along it, and off it in its plane. */
  point: Point;
  /** Length of the cable element that it is on. */
  cable: number | null;
}

/** A spring, or a rod of fixed length, between two places. */
export interface SceneLink {
  kind: 'spring' | 'rod';
  ends: [AnchorPoint, AnchorPoint];
  radius: number | null;
  color: string | null;
  /** What a rope passes there. */
  sheaves?: [Sheave, Sheave];
}

/** A circle about an axis in the frame of a marker that a rope passes in the sense of a turn about it. */
export interface Sheave {
  axis: Point;
  radius: number;
}

export interface SceneDescription {
  bodies: SceneBody[];
  cables: SceneCable[];
  contours: SceneContour[];
  bands: SceneBand[];
  links: SceneLink[];
  arrows: SceneArrow[];
  /** Names of sensors with three components whose path is drawn. */
  trails: string[];
  /** `cell`: metres between two of its lines; null: it suits the scene. */
  ground: { origin: Point; normal: Point; cell: number | null } | null;
  background: string | null;
  /** What is too large to be drawn, as sentences. */
  problems: string[];
  /** `zoom`: how much nearer than usual it is looked at first. */
  camera: { follow: string | null; direction: Point | null; up: Point; zoom: number };
}

const arrowColors = ['#D55E00', '#0072B2', '#009E73', '#CC79A7'];

/** What there is to draw of a model: what its items say under `visualization`, otherwise what they are. */
export function describeScene(model: ModelInfo): SceneDescription {
  const problems: string[] = [];
  const sets = setsOfSpheres(model);
  const bodies = model.objects.flatMap((object, index) => describeBody(model, object, index, sets)).map((body) => drawable(body, problems));
  const { display } = model;
  const cables = describeCables(model);
  const { follow, position, up, zoom } = display.camera;
  return {
    bodies,
    cables,
    contours: describeContours(model),
    bands: describeBands(model, cables),
    links: model.objects.flatMap((object) => describeLink(model, object)),
    arrows: display.arrows.map((arrow, i) => ({ ...arrow, color: arrow.color ?? arrowColors[i % arrowColors.length] })),
    trails: display.trails,
    ground: display.ground && { ...findGround(model), cell: display.ground.checker },
    background: display.background,
    camera: { follow, direction: position, up, zoom: Math.max(0.1, zoom) },
    problems,
  };
}

/** What sets of spheres show on bodies, by the number of the body; many spheres are found at once. */
interface SetsOfSpheres {
  spheres: Map<number, { shape: Shape; color: string | null }>;
  /** Their outlines. */
  triangles: Map<number, Shape[]>;
  /** By the number of the object. */
  poses: Map<number, number>;
}

const fewSpheres = 300; // of which each shows how it turns

function setsOfSpheres(model: ModelInfo): SetsOfSpheres {
  const spheres: SetsOfSpheres['spheres'] = new Map();
  const triangles = new Map<number, Point[][]>();
  const placeOf = (marker: number) => point(model.markers[marker]?.drawnAs?.position) ?? [0, 0, 0];
  for (const { drawnAs, markers, visualization } of model.objects) {
    if (drawnAs?.as !== 'sphereSet') continue;
    const { radii = [], points = [], triangleMarkers = [] } = drawnAs;
    const count = markers.length - triangleMarkers.length;
    const color = visualization.color ?? null;
    for (let i = 0; i < count; ++i) {
      const body = model.markers[markers[i]]?.objects[0];
      const radius = radii.length === 1 ? radii[0] : radii[i];
      if (body === undefined || !(radius > 0) || spheres.has(body)) continue;
      spheres.set(body, { shape: plain({ type: 'sphere', center: placeOf(markers[i]), radius, mark: count <= fewSpheres }), color });
    }
    for (let t = 0; 3 * t + 2 < points.length; ++t) {
      const marker = markers[count + (triangleMarkers.length === 1 ? 0 : t)];
      const body = model.markers[marker]?.objects[0];
      if (body === undefined) continue;
      const origin = placeOf(marker);
      const corners = points.slice(3 * t, 3 * t + 3).map((corner) => corner.map((value, k) => value + origin[k]) as Point);
      triangles.set(body, [...(triangles.get(body) ?? []), corners]);
    }
  }
  const poses = new Map(model.poses.flatMap(({ kind, object }, number) => (kind === 'cable' ? [] : [[object, number] as const])).reverse());
  return { spheres, triangles: new Map([...triangles].map(([body, all]) => [body, outlines(all)])), poses };
}

/** The edges of triangles, without those at which two lie in one plane. */
function outlines(triangles: Point[][]): Shape[] {
  const edges = new Map<string, { ends: Point[]; normal: Vector3; inPlane: boolean }>();
  for (const corners of triangles) {
    const [a, b, c] = corners.map((corner) => new Vector3(...corner));
    const normal = b.clone().sub(a).cross(c.sub(a)).normalize();
    corners.forEach((corner, i) => {
      const ends = [corner, corners[(i + 1) % 3]];
      const key = ends.map(String).sort().join(' ');
      const other = edges.get(key);
      if (other) other.inPlane ||= Math.abs(other.normal.dot(normal)) > 1 - 1e-9;
      else edges.set(key, { ends, normal, inPlane: false });
    });
  }
  return [...edges.values()]
    .filter(({ inPlane }) => !inPlane)
    .map(({ ends }) => plain({ type: 'polyline', points: ends, closed: false, radius: null }));
}

function describeBody(model: ModelInfo, object: ObjectInfo, index: number, sets: SetsOfSpheres): SceneBody[] {
  if (object.visualization.show === false) return [];
  const drawn = object.drawnAs;
  if (drawn?.as === 'tree') return describeTree(model, object, index);
  const pose = sets.poses.get(index) ?? -1;
  if (pose < 0 && drawn?.as !== 'ground') return [];
  const sphere = sets.spheres.get(index);
  const { graphics = [], color: own = null } = object.visualization;
  const color = own ?? sphere?.color ?? null;
  const ofSet = sphere ? [sphere.shape] : sets.triangles.get(index);
  const shapes = graphics.length > 0 ? graphics : (ofSet ?? shapesOf(model, object, index));
  if (shapes.length === 0) return [];
  const position = (pose < 0 ? point(drawn?.position) : null) ?? [0, 0, 0];
  return [{ name: object.name, pose: pose < 0 ? null : pose, position, color, shapes }];
}

/** The links of a tree, each with a pose of its own: its graphics in `links`, otherwise rods from joint to joint. */
function describeTree(model: ModelInfo, object: ObjectInfo, index: number): SceneBody[] {
  const poses = model.poses.flatMap((pose, number) => (pose.object === index && pose.kind === 'frame' ? [number] : []));
  const { links = [], color = null } = object.visualization;
  const parents = object.drawnAs?.parents ?? [];
  const offsets = object.drawnAs?.offsets?.map(point) ?? [];
  const centres = object.drawnAs?.centers?.map(point) ?? [];
  return poses.flatMap((pose, link): SceneBody[] => {
    const own = links[link] ?? { graphics: [], color: null };
    const tips = offsets.filter((offset, i): offset is Point => parents[i] === link && offset !== null && Math.hypot(...offset) > 0);
    const centre = centres[link];
    if (tips.length === 0 && centre && Math.hypot(...centre) > 0) tips.push(centre.map((value) => 2 * value) as Point);
    const rods = tips.map((to) => plain({ type: 'cylinder', from: [0, 0, 0], to, radius: null }));
    const shapes =
      own.graphics.length > 0 ? own.graphics : [plain({ type: 'sphere', center: [0, 0, 0], radius: null, mark: false }), ...rods];
    return [
      {
        name: `${object.name} link ${link}`,
        pose,
        position: [0, 0, 0],
        color: own.color ?? color,
        shapes,
      },
    ];
  });
}

function describeCables(model: ModelInfo): SceneCable[] {
  const aroundCircles = model.objects.some(({ drawnAs }) => drawnAs?.as === 'circle'); // belts, not ropes
  return model.poses.flatMap(({ kind, object }, pose): SceneCable[] => {
    const { drawnAs, visualization } = model.objects[object];
    if (kind !== 'cable' || visualization.show === false) return [];
    const { drawHeight: height = null, width = null, color = null } = visualization;
    return [
      {
        pose,
        object,
        length: drawnAs?.length ?? 1,
        height,
        width,
        round: width === null && !aroundCircles,
        color,
      },
    ];
  });
}

/** Without the solids that reach farther than a graphics card can compute; its numbers have 32 bits. */
function drawable(body: SceneBody, problems: string[]): SceneBody {
  const shapes = body.shapes.filter((shape) => shapeRadius(shape) < 1e15);
  if (shapes.length < body.shapes.length) problems.push(`“${body.name}” is larger than 1e15 m, too large to be drawn.`);
  return { ...body, shapes };
}

/** The quantities of `display.contour`, one for each line. */
function describeContours(model: ModelInfo): SceneContour[] {
  const { contour } = model.display;
  if (!contour) return [];
  const { label, min, max } = contour;
  return contour.profiles.map((profile) => {
    const info = model.profiles[profile];
    return { label, unit: info.unit, profile, min, max, starts: elementStarts(model, info) };
  });
}

/** Where the elements of a line begin, by their objects. */
function elementStarts(model: ModelInfo, { objects }: ProfileInfo): Record<number, number> {
  const starts: Record<number, number> = {};
  let length = 0;
  for (const object of new Set(objects)) {
    starts[object] = length;
    length += model.objects[object]?.drawnAs?.length ?? 0;
  }
  return starts;
}

/** Contact forces of every line where they are recorded. */
function describeBands(model: ModelInfo, cables: SceneCable[]): SceneBand[] {
  const asked = { of: 'contact', outputVariableType: 'ForceLocal' };
  return [...new Set(model.profiles.map((profile) => profile.over))].flatMap((over): SceneBand[] => {
    const normal = findProfile(model, over, { ...asked, component: 1 });
    if (normal < 0) return [];
    const { positions, objects, closed } = model.profiles[normal];
    const starts = elementStarts(model, model.profiles[normal]);
    const points = positions.flatMap((position, i) => {
      const cable = cables.find((candidate) => candidate.object === objects[i]);
      if (!cable) return [];
      const share = (length: number) => Math.min(1, Math.max(0, (length - starts[objects[i]]) / cable.length));
      const before = objects[i - 1] === objects[i] ? (positions[i - 1] + position) / 2 : starts[objects[i]];
      const after = objects[i + 1] === objects[i] ? (positions[i + 1] + position) / 2 : starts[objects[i]] + cable.length;
      return [{ pose: cable.pose, cable, from: share(before), to: share(after) }];
    });
    if (points.length < positions.length) return [];
    const onLine = new Set(objects);
    const frictions = model.objects
      .filter(({ drawnAs, markers }) => drawnAs?.as === 'circle' && onLine.has(model.markers[markers[1]]?.objects[0] ?? -1))
      .map(({ drawnAs }) => drawnAs?.friction ?? 0);
    const tangential = findProfile(model, over, { ...asked, component: 0 });
    return [{ normal, tangential, friction: Math.max(0, ...frictions), closed, points }];
  });
}

function describeLink(model: ModelInfo, object: ObjectInfo): SceneLink[] {
  const drawn = object.drawnAs;
  if (drawn?.as === 'rope') return describeRope(model, object);
  const kind = drawn?.as === 'coordinateSpring' ? 'spring' : drawn?.as;
  if ((kind !== 'spring' && kind !== 'rod') || object.visualization.show === false || isDamper(object)) return [];
  const [from, to] = object.markers.map((marker) => anchorOf(model, marker));
  if (!from || !to) return [];
  if (drawn?.as === 'coordinateSpring' && !object.markers.every((marker) => isAlongLine(model, marker))) return [];
  const { drawSize = null, color = null } = object.visualization;
  return [{ kind, ends: [from, to], radius: drawSize && drawSize / 2, color }];
}

/** The spans of a rope. */
function describeRope(model: ModelInfo, object: ObjectInfo): SceneLink[] {
  if (object.visualization.show === false) return [];
  const { drawSize = null, color = null } = object.visualization;
  const anchors = sheavesOf(object).map(({ marker, ...sheave }) => ({ end: anchorOf(model, marker), sheave }));
  return anchors.slice(1).flatMap(({ end, sheave }, i): SceneLink[] => {
    const from = anchors[i].end;
    const sheaves: [Sheave, Sheave] = [anchors[i].sheave, sheave];
    return from && end ? [{ kind: 'rod', ends: [from, end], radius: drawSize && drawSize / 2, color, sheaves }] : [];
  });
}

/** What a rope passes, with the number of its marker. */
function sheavesOf({ drawnAs, markers }: ObjectInfo): (Sheave & { marker: number })[] {
  if (drawnAs?.as !== 'rope') return [];
  return (drawnAs.coordinates ? markers.slice(0, -2) : markers).map((marker, i) => ({
    marker,
    axis: point(drawnAs.axes?.[i]) ?? [0, 0, 1],
    radius: drawnAs.radii?.[i] ?? 0,
  }));
}

/** Whether the coordinate of a marker is that of a mass on a line, or none because its point stands. */
function isAlongLine(model: ModelInfo, marker: number): boolean {
  const node = model.markers[marker]?.nodes[0] ?? -1;
  return (
    model.nodes[node]?.drawnAs?.as === 'ground' || model.objects.some(({ drawnAs, nodes }) => drawnAs?.as === 'slider' && nodes[0] === node)
  );
}

/** A damper along the axes alone, as of what slides: there is nothing to stretch. */
function isDamper({ drawnAs }: ObjectInfo): boolean {
  return drawnAs?.stiffness?.every((entry) => entry === 0) === true && !drawnAs.force;
}

/** Where a marker is; null for one that has no place, or on what is not drawn. */
function anchorOf(model: ModelInfo, index: number): AnchorPoint | null {
  const marker = model.markers[index];
  if (!marker) return null;
  const node = marker.nodes[0] ?? -1;
  const body = marker.objects[0] ?? model.objects.findIndex(({ nodes }) => nodes.length === 1 && nodes[0] === node);
  const local = point(marker.drawnAs?.position) ?? [0, 0, 0];
  const ground = (model.objects[body] ?? model.nodes[node])?.drawnAs;
  if (ground?.as === 'ground') {
    const base = point(ground.position) ?? [0, 0, 0];
    return { pose: null, point: base.map((value, i) => value + local[i]) as Point, cable: null };
  }
  const poses = model.poses.flatMap((pose, number) => (pose.object === body ? [number] : []));
  const pose = poses[marker.drawnAs?.link ?? 0];
  if (pose === undefined) return null;
  return { pose, point: local, cable: model.poses[pose].kind === 'cable' ? (model.objects[body].drawnAs?.length ?? 1) : null };
}

/** A body without graphics: discs it rolls on, otherwise what its mass and inertia look like. */
function shapesOf(model: ModelInfo, object: ObjectInfo, index: number): Shape[] {
  const discs = rollingConnectors(model).flatMap(({ connector, drawn, disc }): Shape[] => {
    const radius = drawn.radius ?? 0;
    if (disc?.objects[0] !== index || !(radius > 0)) return [];
    const center = point(disc.drawnAs?.position) ?? [0, 0, 0];
    const axis = point(drawn.axis) ?? [1, 0, 0];
    const width = connector.visualization.discWidth ?? 0.16 * radius;
    return [plain({ type: 'disc', center, axis, radius, width, mark: true, innerRadius: null })];
  });
  if (discs.length > 0) return discs;
  const circle = model.objects.find(({ drawnAs, markers }) => drawnAs?.as === 'circle' && model.markers[markers[0]]?.objects[0] === index);
  const radius = circle?.drawnAs?.radius ?? 0;
  if (radius > 0)
    return [plain({ type: 'disc', center: [0, 0, 0], axis: [0, 0, 1], radius, width: 0.15 * radius, mark: true, innerRadius: null })];
  const sheaves = model.objects.flatMap(sheavesOf).flatMap(({ marker, axis, radius }): Shape[] => {
    const { objects, drawnAs } = model.markers[marker];
    if (objects[0] !== index || !(radius > 0)) return [];
    const center = point(drawnAs?.position) ?? [0, 0, 0];
    return [plain({ type: 'disc', center, axis, radius, width: 0.15 * radius, mark: false, innerRadius: null })];
  });
  if (sheaves.length > 0) return sheaves;
  const spheres = spheresOf(model, index);
  if (spheres.length > 0) return spheres;
  const triangles = trianglesOf(model, index);
  if (triangles.length > 0) return triangles;
  const drawn = object.drawnAs;
  if (drawn?.as === 'point' || drawn?.as === 'slider' || drawn?.as === 'rotor')
    return [plain({ type: 'sphere', center: [0, 0, 0], radius: null, mark: drawn.as === 'rotor' })];
  const size = drawn?.as === 'box' ? boxOfInertia(drawn.mass ?? 0, drawn.inertia ?? []) : null;
  return size ? [plain({ type: 'box', center: point(drawn?.center) ?? [0, 0, 0], size })] : [];
}

function spheresOf(model: ModelInfo, body: number): Shape[] {
  return model.objects
    .flatMap(({ drawnAs, markers }): Shape[] => {
      const radii = drawnAs?.as === 'spheres' ? drawnAs.radii : drawnAs?.as === 'triangle' ? [drawnAs.radius ?? 0] : undefined;
      return (radii ?? []).flatMap((radius, side) => {
        const marker = model.markers[markers[side]];
        if (marker?.objects[0] !== body || !(radius > 0)) return [];
        const center = point(marker.drawnAs?.position) ?? [0, 0, 0];
        const hollow = side === 1 && drawnAs?.hollow === true;
        return [{ ...plain({ type: 'sphere', center, radius, mark: !hollow }), opacity: hollow ? 0.25 : 1 }];
      });
    })
    .slice(0, 1);
}

/** Outlines of the triangles on a body that touch spheres, each once. */
function trianglesOf(model: ModelInfo, body: number): Shape[] {
  const outlines = model.objects.flatMap(({ drawnAs, markers }): string[] => {
    const marker = model.markers[markers[1]];
    if (drawnAs?.as !== 'triangle' || marker?.objects[0] !== body) return [];
    const origin = point(marker.drawnAs?.position) ?? [0, 0, 0];
    return [JSON.stringify(drawnAs.points?.map((corner) => corner.map((value, i) => value + origin[i])))];
  });
  return [...new Set(outlines)].map((points) => plain({ type: 'polyline', points: JSON.parse(points), closed: true, radius: null }));
}

/** Edges of the homogeneous box with the mass and inertia of a rigid body. */
function boxOfInertia(mass: number, [xx, yy, zz]: number[]): Point | null {
  if (!(mass > 0) || zz === undefined) return null;
  const edge = (a: number, b: number, c: number) => Math.sqrt(Math.max(0, (6 * (a + b - c)) / mass));
  const size: Point = [edge(yy, zz, xx), edge(xx, zz, yy), edge(xx, yy, zz)];
  const largest = Math.max(...size);
  return largest > 0 ? (size.map((length) => Math.max(length, 0.02 * largest)) as Point) : null;
}

function rollingConnectors(model: ModelInfo) {
  return model.objects.flatMap((connector) => {
    const drawn = connector.drawnAs;
    const [plane, disc] = connector.markers.map((marker) => model.markers[marker]);
    return drawn?.as === 'disc' ? [{ connector, drawn, plane, disc }] : [];
  });
}

/** The plane that discs roll on; without one, z = 0. */
function findGround(model: ModelInfo): { origin: Point; normal: Point } {
  for (const { drawn, plane } of rollingConnectors(model)) {
    const body = model.objects[plane?.objects[0] ?? -1]?.drawnAs;
    if (body?.as !== 'ground') continue;
    const base = point(body.position) ?? [0, 0, 0];
    const local = point(plane.drawnAs?.position) ?? [0, 0, 0];
    return { origin: base.map((value, i) => value + local[i]) as Point, normal: point(drawn.normal) ?? [0, 0, 1] };
  }
  return { origin: [0, 0, 0], normal: model.display.camera.up };
}

function plain(geometry: Without<Shape>): Shape {
  return { ...geometry, color: null, opacity: 1, position: null, rotation: null } as Shape;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function numbers(value: unknown): number[] {
  return list(value).filter((entry): entry is number => typeof entry === 'number');
}

function point(value: unknown): Point | null {
  const entries = numbers(value);
  return entries.length === 3 && entries.every(Number.isFinite) ? (entries as Point) : null;
}
