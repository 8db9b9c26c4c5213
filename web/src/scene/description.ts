import { msg, str } from '@lit/localize';
import { findProfile } from '../../../wasm/engine/profiles';
import type { ModelInfo, ObjectInfo, ProfileInfo } from '../../../wasm/engine/types';
import { bodyBalls } from './balls';
import { shapeRadius } from './extent';
import { markerPlace } from './marker-place';
import { isPlanar, type PlainLook, plainLook } from './plain-look';
import { type Point, plain, point, type Shape } from './shape';
import { rollingConnectors, type Sheave, type Surface, sheavesOf, surfacesOf } from './surfaces';

export interface SceneBody {
  name: string;
  /** Name of its object, and its link in a tree. */
  object: string;
  link: number | null;
  /** Index of its pose in the history; null for fixed ones. */
  pose: number | null;
  /** Position of a body that does not move. */
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
  /** The components of the vector that are shown. */
  components: number[];
  /** Metres per unit of the vector; null: determined from the data. */
  scale: number | null;
  color: string;
  unit: string;
}

/** A given force or torque. */
export interface SceneLoad {
  kind: 'force' | 'torque';
  at: AnchorPoint;
  vector: Point;
  /** It rotates with its body. */
  fixed: boolean;
  color: string;
}

/** The ray of a distance sensor. */
export interface SceneRay {
  /** Index of the sensor. */
  sensor: number;
  from: AnchorPoint;
  direction: Point;
  /** The direction rotates with its body. */
  turns: boolean;
  /** The sensor does not detect anything at this distance or beyond. */
  most: number;
}

/** A cable element. Lengths in metres. */
export interface SceneCable {
  pose: number;
  /** Number and name of its object. */
  object: number;
  name: string;
  length: number;
  /** Distance from the start to the origin of the local coordinate. */
  origin: number;
  /** In the plane of the cable, and across it. */
  height: number | null;
  width: number | null;
  /** Drawn as a tube with this height as its diameter. */
  round: boolean;
  /** Not restricted to the xy plane: always round. */
  inSpace: boolean;
  color: string | null;
}

/** A mesh in a floating frame. */
export interface SceneFlexible {
  pose: number;
  /** Three numbers for each node, and the displacements of the nodes by mode, with a row for each of these numbers. */
  positions: number[];
  modes: number[][];
  /** Three node numbers for each triangle. */
  triangles: number[];
  /** The nine points of a plate: its modes are positions, relative to zero. */
  surface: boolean;
  color: string | null;
}

/** A cable with a known cross section. */
export type SizedCable = SceneCable & { height: number; width: number };

/** A quantity that colours the cables of a line. */
export interface SceneContour {
  label: string;
  unit: string;
  /** Index of the profile. */
  profile: number;
  /** Limits of the scale, if set by the document. */
  min: number | null;
  max: number | null;
  /** Arc length at the start of each element, by its object. */
  starts: Record<number, number>;
}

/** The contact forces along a line, drawn beside it. */
export interface SceneBand {
  /** Indices of the profiles of normal and tangential force; -1: there is none. */
  normal: number;
  tangential: number;
  friction: number;
  /** The first point follows the last one. */
  closed: boolean;
  /** For each point of the profiles, its element and the section that the point represents. */
  points: { pose: number; cable: SceneCable; from: number; to: number }[];
}

/** A point fixed to a moving body or to the ground. */
export interface AnchorPoint {
  pose: number | null;
  /** In the frame of the body; on a cable, along it from its start and normal to it in its plane. */
  point: Point;
  /** Length of the cable element that contains it. */
  cable: number | null;
}

/** A spring, or a rod of fixed length, between two places. */
export interface SceneLink {
  kind: 'spring' | 'rod';
  ends: [AnchorPoint, AnchorPoint];
  radius: number | null;
  color: string | null;
  /** The sheaves at both ends of a span of rope. */
  sheaves?: [Sheave, Sheave];
}

export interface SceneDescription {
  bodies: SceneBody[];
  cables: SceneCable[];
  flexibles: SceneFlexible[];
  contours: SceneContour[];
  bands: SceneBand[];
  links: SceneLink[];
  arrows: SceneArrow[];
  loads: SceneLoad[];
  rays: SceneRay[];
  /** Names of sensors with three components whose path is drawn. */
  trails: string[];
  /** `cell`: metres between two grid lines; null: chosen to suit the scene. */
  ground: { origin: Point; normal: Point; cell: number | null } | null;
  background: string | null;
  /** Sentences about objects that are too large to draw. */
  problems: string[];
  /** `zoom`: magnification of the first view relative to the default. */
  camera: { follow: string | null; direction: Point | null; up: Point; zoom: number };
}

/** Whether no item of the model is visible. */
export function showsNothing({ bodies, cables, flexibles, links }: SceneDescription): boolean {
  return [bodies, cables, flexibles, links].every((list) => list.length === 0);
}

const arrowColors = ['#D55E00', '#0072B2', '#009E73', '#CC79A7'];

/** The drawing of a model: from the `visualization` of its items, or from their types. */
export function describeScene(model: ModelInfo): SceneDescription {
  const problems: string[] = [];
  const index = indexOf(model);
  const bodies = model.objects.flatMap((object, i) => describeBody(model, object, i, index)).map((body) => drawable(body, problems));
  const { display } = model;
  const cables = describeCables(model);
  const { follow, zoom } = display.camera;
  const frontal = isPlanar(model) && display.camera.position === null;
  const { direction, up } = frontal ? frontView(display.camera.up) : { direction: display.camera.position, up: display.camera.up };
  return {
    bodies,
    cables,
    flexibles: describeFlexibles(model),
    contours: describeContours(model),
    bands: describeBands(model, cables),
    links: model.objects.flatMap((object) => describeLink(model, object, index)),
    arrows: display.arrows.map((arrow, i) => ({ ...arrow, color: arrow.color ?? arrowColors[i % arrowColors.length] })),
    loads: describeLoads(model, index),
    rays: describeRays(model, index),
    trails: display.trails,
    ground: display.ground && {
      ...(frontal && up !== display.camera.up ? behind(bodies) : findGround(model)),
      cell: display.ground.checker,
    },
    background: display.background,
    camera: { follow, direction, up, zoom: Math.max(0.1, zoom) },
    problems,
  };
}

/** Direct access to the parts of a model. */
interface Index {
  /** Indices of the poses of an object. */
  poses: Map<number, number[]>;
  /** The object that exclusively owns a node. */
  ofNode: Map<number, number>;
  /** Nodes of masses that move on a line. */
  onLines: Set<number>;
  surfaces: Map<number, Surface>;
  look: PlainLook;
}

export function indexOf(model: ModelInfo): Index {
  const index: Index = { poses: new Map(), ofNode: new Map(), onLines: new Set(), surfaces: surfacesOf(model), look: new Map() };
  model.poses.forEach(({ object }, pose) => {
    const poses = index.poses.get(object);
    if (poses) poses.push(pose);
    else index.poses.set(object, [pose]);
  });
  model.objects.forEach(({ nodes, drawnAs }, object) => {
    if (nodes.length === 1 && !index.ofNode.has(nodes[0])) index.ofNode.set(nodes[0], object);
    if (drawnAs?.as === 'slider') index.onLines.add(nodes[0]);
  });
  const isPlain = (body: number) => (model.objects[body].visualization.graphics ?? []).length === 0 && !index.surfaces.has(body);
  index.look = plainLook(model, isPlain, (marker) => bodyOf(model, marker, index));
  return index;
}

/** The body of a marker, including a marker on the node of that body. */
function bodyOf({ markers }: ModelInfo, number: number, { ofNode }: Pick<Index, 'ofNode'>): number | undefined {
  const marker = markers[number];
  return marker?.objects[0] ?? ofNode.get(marker?.nodes[0] ?? -1);
}

/** The view of a planar model: from the front, with y up unless the document specifies otherwise. */
function frontView(up: Point): { direction: Point; up: Point } {
  return { direction: [0, 0, 1], up: up[2] === 1 ? [0, 1, 0] : up };
}

/** The plane behind a mechanism in the xy plane. */
function behind(bodies: SceneBody[]): { origin: Point; normal: Point } {
  const depths = bodies.flatMap((body) => bodyBalls(body).map(({ centre, radius }) => centre[2] + body.position[2] - radius));
  return { origin: [0, 0, Math.min(0, ...depths)], normal: [0, 0, 1] };
}

function describeBody(model: ModelInfo, object: ObjectInfo, number: number, { poses, surfaces, look }: Index): SceneBody[] {
  if (object.visualization.show === false) return [];
  const drawn = object.drawnAs;
  const own = poses.get(number) ?? [];
  if (drawn?.as === 'tree') return describeTree(model, object, own);
  if (drawn?.as === 'flexible' || drawn?.as === 'surface') return [];
  const pose = own.find((pose) => model.poses[pose].kind !== 'cable') ?? null;
  if (pose === null && drawn?.as !== 'ground') return [];
  const surface = surfaces.get(number);
  const { graphics = [], color = null } = object.visualization;
  const solids = graphics.length > 0 ? graphics : (surface?.shapes ?? look.get(number) ?? []);
  if (solids.length === 0) return [];
  const shapes = pose === null ? solids.map((shape) => turnedBy(drawn?.rotation, shape)) : solids;
  const position = (pose === null ? point(drawn?.position) : null) ?? [0, 0, 0];
  return [{ name: object.name, object: object.name, link: null, pose, position, color: color ?? surface?.color ?? null, shapes }];
}

/** A solid in a rotated, fixed frame. */
function turnedBy(rotation: Rotation | undefined, shape: Shape): Shape {
  if (isUnturned(rotation)) return shape;
  const columns = [0, 1, 2].map((k) => turned(rotation, (shape.rotation ?? unturned).map((row) => row[k]) as Point));
  const position = shape.position && turned(rotation, shape.position);
  return { ...shape, position, rotation: [0, 1, 2].map((i) => columns.map((column) => column[i]) as Point) };
}

type Rotation = readonly (readonly number[])[];
const unturned: Rotation = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const isUnturned = (rotation: Rotation | undefined): rotation is undefined => !rotation || String(rotation) === String(unturned);

/** Rotates a point or a direction from the frame of the ground to the global one. */
const turned = (rotation: Rotation | undefined, [x, y, z]: Point): Point =>
  isUnturned(rotation) ? [x, y, z] : (rotation.map((row) => row[0] * x + row[1] * y + row[2] * z) as Point);

/** The links of a tree, each with its own pose: the graphics given in `links`, otherwise rods from joint to joint. */
function describeTree(model: ModelInfo, object: ObjectInfo, poses: number[]): SceneBody[] {
  const frames = poses.filter((pose) => model.poses[pose].kind === 'frame');
  const { links = [], color = null } = object.visualization;
  const parents = object.drawnAs?.parents ?? [];
  const offsets = object.drawnAs?.offsets?.map(point) ?? [];
  const centres = object.drawnAs?.centers?.map(point) ?? [];
  return frames.flatMap((pose, link): SceneBody[] => {
    const own = links[link] ?? { graphics: [], color: null };
    const tips = offsets.filter((offset, i): offset is Point => parents[i] === link && offset !== null && Math.hypot(...offset) > 0);
    const centre = centres[link];
    if (tips.length === 0 && centre && Math.hypot(...centre) > 0) tips.push(centre.map((value) => 2 * value) as Point);
    const rods = tips.map((to) => plain({ type: 'cylinder', from: [0, 0, 0], to, radius: null }));
    const shapes =
      own.graphics.length > 0 ? own.graphics : [plain({ type: 'sphere', center: [0, 0, 0], radius: null, mark: false }), ...rods];
    return [
      {
        name: msg(str`${object.name} link ${link}`),
        object: object.name,
        link,
        pose,
        position: [0, 0, 0],
        color: own.color ?? color,
        shapes,
      },
    ];
  });
}

function describeCables(model: ModelInfo): SceneCable[] {
  const aroundCircles = model.objects.some(({ drawnAs }) => drawnAs?.as === 'circle'); // belts, as opposed to ropes
  return model.poses.flatMap(({ kind, object }, pose): SceneCable[] => {
    const { drawnAs, visualization } = model.objects[object];
    if (kind !== 'cable' || visualization.show === false) return [];
    const { drawHeight = null, drawSize = null, width = null, color = null } = visualization;
    const inSpace = model.poses[pose].size === 12;
    return [
      {
        pose,
        object,
        name: model.objects[object].name,
        length: drawnAs?.length ?? 1,
        origin: originOf(drawnAs),
        height: inSpace ? drawSize : drawHeight,
        width,
        round: inSpace || (width === null && !aroundCircles),
        inSpace,
        color,
      },
    ];
  });
}

/** Distance from the start of a cable to the origin of its local coordinate: a beam counts from its middle. */
function originOf(drawnAs: ObjectInfo['drawnAs']): number {
  return drawnAs?.as === 'beam' ? (drawnAs.length ?? 1) / 2 : 0;
}

/** A mesh of three rows of three points. */
const surfaceMesh = {
  positions: Array<number>(27).fill(0),
  modes: Array.from({ length: 27 }, (_, i) => Array.from({ length: 27 }, (_, k) => (k === i ? 1 : 0))),
  triangles: [0, 1, 3, 4].flatMap((corner) => [corner, corner + 1, corner + 3, corner + 1, corner + 4, corner + 3]),
};

function describeFlexibles({ poses, objects }: ModelInfo): SceneFlexible[] {
  return poses.flatMap(({ kind, object }, pose): SceneFlexible[] => {
    const { drawnAs, visualization } = objects[object];
    if (kind !== 'flexible' || visualization.show === false) return [];
    const color = visualization.color ?? null;
    if (drawnAs?.as === 'surface') return [{ pose, ...surfaceMesh, color, surface: true }];
    const { positions = [], modes = [] } = drawnAs ?? {};
    const triangles = (visualization.triangleMesh ?? []).filter((corners) => corners.every((node) => 3 * node + 2 < positions.length));
    return [{ pose, positions, modes, triangles: triangles.flat(), color, surface: false }];
  });
}

/** Drops solids that exceed the 32-bit range of a graphics card. */
function drawable(body: SceneBody, problems: string[]): SceneBody {
  const shapes = body.shapes.filter((shape) => shapeRadius(shape) < 1e15);
  if (shapes.length < body.shapes.length) problems.push(msg(str`“${body.name}” is larger than 1e15 m, too large to draw.`));
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

/** Arc lengths at the starts of the elements of a line, by their objects. */
function elementStarts(model: ModelInfo, { objects }: ProfileInfo): Record<number, number> {
  const starts: Record<number, number> = {};
  let length = 0;
  for (const object of new Set(objects)) {
    starts[object] = length;
    length += model.objects[object]?.drawnAs?.length ?? 0;
  }
  return starts;
}

/** The contact forces of every line for which they are recorded. */
function describeBands(model: ModelInfo, cables: SceneCable[]): SceneBand[] {
  const query = { of: 'contact', outputVariableType: 'ForceLocal' };
  return [...new Set(model.profiles.map((profile) => profile.over))].flatMap((over): SceneBand[] => {
    const normal = findProfile(model, over, { ...query, component: 1 });
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
    const tangential = findProfile(model, over, { ...query, component: 0 });
    return [{ normal, tangential, friction: Math.max(0, ...frictions), closed, points }];
  });
}

function describeLink(model: ModelInfo, object: ObjectInfo, index: Index): SceneLink[] {
  const drawn = object.drawnAs;
  if (drawn?.as === 'rope') return describeRope(model, object, index);
  const kind = drawn?.as === 'coordinateSpring' ? 'spring' : drawn?.as;
  if ((kind !== 'spring' && kind !== 'rod') || object.visualization.show === false || isDamper(object)) return [];
  const [from, to] = object.markers.map((marker) => anchorOf(model, marker, index));
  if (!from || !to) return [];
  if (drawn?.as === 'coordinateSpring' && !object.markers.every((marker) => isAlongLine(model, marker, index))) return [];
  const { drawSize = null, color = null } = object.visualization;
  return [{ kind, ends: [from, to], radius: drawSize && drawSize / 2, color }];
}

/** The spans of a rope. */
function describeRope(model: ModelInfo, object: ObjectInfo, index: Index): SceneLink[] {
  if (object.visualization.show === false) return [];
  const { drawSize = null, color = null } = object.visualization;
  const anchors = sheavesOf(object).map(({ marker, ...sheave }) => ({ end: anchorOf(model, marker, index), sheave }));
  return anchors.slice(1).flatMap(({ end, sheave }, i): SceneLink[] => {
    const from = anchors[i].end;
    const sheaves: [Sheave, Sheave] = [anchors[i].sheave, sheave];
    return from && end ? [{ kind: 'rod', ends: [from, end], radius: drawSize && drawSize / 2, color, sheaves }] : [];
  });
}

/** Whether the coordinate of a marker belongs to a mass on a line, or to a fixed point. */
function isAlongLine(model: ModelInfo, marker: number, { onLines }: Index): boolean {
  const node = model.markers[marker]?.nodes[0] ?? -1;
  return model.nodes[node]?.drawnAs?.as === 'ground' || onLines.has(node);
}

/** A pure damper along the axes, such as for sliding: nothing stretches visibly. */
function isDamper({ drawnAs }: ObjectInfo): boolean {
  return drawnAs?.stiffness?.every((entry) => entry === 0) === true && !drawnAs.force;
}

/** The place of a marker; null if it has none, or if its object is not drawn. */
export function anchorOf(model: ModelInfo, number: number, index: Index): AnchorPoint | null {
  const marker = model.markers[number];
  if (!marker) return null;
  const { poses } = index;
  const node = marker.nodes[0] ?? -1;
  const body = bodyOf(model, number, index) ?? -1;
  const local = markerPlace(model, number);
  const ground = (model.objects[body] ?? model.nodes[node])?.drawnAs;
  if (ground?.as === 'ground') {
    const base = point(ground.position) ?? [0, 0, 0];
    const way = turned(ground.rotation, local);
    return { pose: null, point: base.map((value, i) => value + way[i]) as Point, cable: null };
  }
  const pose = poses.get(body)?.[marker.drawnAs?.link ?? 0];
  if (pose === undefined) return null;
  if (model.objects[body]?.drawnAs?.as === 'surface') return null; // its positions have no unit
  if (model.poses[pose].kind !== 'cable') return { pose, point: local, cable: null };
  const { drawnAs } = model.objects[body];
  return { pose, point: [local[0] + originOf(drawnAs), local[1], local[2]], cable: drawnAs?.length ?? 1 };
}

const loadColors = { force: '#D55E00', torque: '#CC79A7' };

/** Constant loads, in a model whose document does not specify its look. */
function describeLoads(model: ModelInfo, index: Index): SceneLoad[] {
  const { display, objects } = model;
  const hasLook = display.arrows.length > 0 || objects.some(({ visualization }) => (visualization.graphics ?? []).length > 0);
  return hasLook ? [] : loadsOf(model, index);
}

/** All constant loads. */
export function loadsOf(model: ModelInfo, index: Index): SceneLoad[] {
  return model.loads.flatMap(({ drawnAs, markers }): SceneLoad[] => {
    const vector = point(drawnAs?.vector);
    const at = anchorOf(model, markers[0], index);
    if (!drawnAs || drawnAs.varies || !vector || Math.hypot(...vector) === 0 || !at) return [];
    return [{ kind: drawnAs.as, at, vector, fixed: drawnAs.fixed, color: loadColors[drawnAs.as] }];
  });
}

function describeRays(model: ModelInfo, index: Index): SceneRay[] {
  return model.rays.flatMap(({ sensor, marker, position, direction, turns, most }): SceneRay[] => {
    const fixed: AnchorPoint = { pose: null, point: point(position) ?? [0, 0, 0], cable: null };
    const from = marker < 0 ? fixed : anchorOf(model, marker, index);
    const along = turns ? turned(model.objects[model.markers[marker]?.objects[0] ?? -1]?.drawnAs?.rotation, direction as Point) : direction;
    return from ? [{ sensor, from, direction: along as Point, turns, most }] : [];
  });
}

/** The plane that discs roll on; without one, z = 0. */
function findGround(model: ModelInfo): { origin: Point; normal: Point } {
  for (const { drawn, plane } of rollingConnectors(model)) {
    const body = model.objects[plane?.objects[0] ?? -1]?.drawnAs;
    if (body?.as !== 'ground') continue;
    const base = point(body.position) ?? [0, 0, 0];
    const local = turned(body.rotation, point(plane.drawnAs?.position) ?? [0, 0, 0]);
    const normal = turned(body.rotation, point(drawn.normal) ?? [0, 0, 1]);
    return { origin: base.map((value, i) => value + local[i]) as Point, normal };
  }
  return { origin: [0, 0, 0], normal: model.display.camera.up };
}
