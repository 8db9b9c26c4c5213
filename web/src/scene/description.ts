import type { ItemInfo, ModelInfo } from '../../../wasm/engine/types';

export type Point = [number, number, number];

/** A solid in the frame of its body, lengths in metres. */
export type Shape = ShapeGeometry & { color: string | null; opacity: number };
export type ShapeGeometry =
  | { type: 'box'; center: Point; size: Point }
  | { type: 'cylinder' | 'line' | 'arrow'; from: Point; to: Point; radius: number | null }
  | { type: 'sphere'; center: Point; radius: number | null }
  | { type: 'disc'; center: Point; axis: Point; radius: number; width: number; mark: boolean; innerRadius: number | null }
  | { type: 'polyline'; points: Point[]; radius: number | null }
  | { type: 'text'; center: Point; text: string; height: number | null };

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

export interface SceneDescription {
  bodies: SceneBody[];
  arrows: SceneArrow[];
  /** Names of sensors with three components whose path is drawn. */
  trails: string[];
  ground: { origin: Point; normal: Point } | null;
  /** `zoom`: how much nearer than usual it is looked at first. */
  camera: { follow: string | null; direction: Point | null; up: Point; zoom: number };
  /** Names of all that could be asked for and is not there, as sentences. */
  problems: string[];
}

const arrowColors = ['#D55E00', '#0072B2', '#009E73', '#CC79A7'];

/** What there is to draw of a model: what its items say under `visualization`, otherwise what they are. */
export function describeScene(model: ModelInfo): SceneDescription {
  const problems: string[] = [];
  const bodies = model.objects.flatMap((object, index) => describeBody(model, object, index));
  const display = model.display;
  const camera = record(display.camera);
  return {
    bodies,
    arrows: list(display.arrows).flatMap((entry, index) =>
      readArrow(model, record(entry), arrowColors[index % arrowColors.length], problems),
    ),
    trails: list(display.trails).flatMap((entry) => {
      const name = String(entry);
      if (hasSize(model, name, 3)) return [name];
      problems.push(`The trail “${name}” needs a sensor of this name with three components.`);
      return [];
    }),
    ground: display.ground === false ? null : findGround(model),
    camera: {
      follow: text(camera.follow),
      direction: point(camera.position),
      up: point(camera.up) ?? [0, 0, 1],
      zoom: Math.max(0.1, number(camera.zoom) ?? 1),
    },
    problems,
  };
}

function describeBody(model: ModelInfo, object: ItemInfo, index: number): SceneBody[] {
  if (object.visualization.show === false) return [];
  const pose = model.poses.findIndex((candidate) => candidate.object === index && candidate.kind !== 'cable');
  if (pose < 0 && object.type !== 'Ground') return [];
  const graphics = list(object.visualization.graphics).flatMap((entry) => readShape(record(entry)));
  const shapes = graphics.length > 0 ? graphics : shapesOf(model, object, index);
  if (shapes.length === 0) return [];
  const position = pose < 0 ? (point(object.parameters.referencePosition) ?? [0, 0, 0]) : ([0, 0, 0] as Point);
  return [{ name: object.name, pose: pose < 0 ? null : pose, position, color: color(object.visualization.color), shapes }];
}

/** A body without graphics: discs it rolls on, otherwise what its mass and inertia look like. */
function shapesOf(model: ModelInfo, object: ItemInfo, index: number): Shape[] {
  const discs = rollingConnectors(model).flatMap(({ connector, disc }): Shape[] => {
    if (disc?.parameters.bodyNumber !== index) return [];
    const radius = number(connector.parameters.discRadius) ?? 0;
    const center = point(disc.parameters.localPosition) ?? [0, 0, 0];
    const axis = point(connector.parameters.discAxis) ?? [1, 0, 0];
    const width = number(connector.visualization.discWidth) ?? 0.16 * radius;
    return radius > 0 ? [plain({ type: 'disc', center, axis, radius, width, mark: true, innerRadius: null })] : [];
  });
  if (discs.length > 0) return discs;
  const spheres = spheresOf(model, index);
  if (spheres.length > 0) return spheres;
  if (object.type === 'MassPoint' || object.type === 'MassPoint2D') return [plain({ type: 'sphere', center: [0, 0, 0], radius: null })];
  const size = boxOfInertia(object);
  return size ? [plain({ type: 'box', center: point(object.parameters.physicsCenterOfMass) ?? [0, 0, 0], size })] : [];
}

function spheresOf(model: ModelInfo, body: number): Shape[] {
  return model.objects
    .filter((object) => object.type === 'ContactSphereSphere')
    .flatMap((contact): Shape[] =>
      [0, 1].flatMap((side) => {
        const marker = model.markers[numbers(contact.parameters.markerNumbers)[side] ?? -1];
        const radius = numbers(contact.parameters.spheresRadii)[side] ?? 0;
        if (marker?.parameters.bodyNumber !== body || !(radius > 0)) return [];
        return [plain({ type: 'sphere', center: point(marker.parameters.localPosition) ?? [0, 0, 0], radius })];
      }),
    )
    .slice(0, 1);
}

/** Edges of the homogeneous box with the mass and inertia of a rigid body. */
function boxOfInertia(object: ItemInfo): Point | null {
  const mass = number(object.parameters.physicsMass) ?? 0;
  const [xx, yy, zz] = numbers(object.parameters.physicsInertia);
  if (!(mass > 0) || zz === undefined) return null;
  const edge = (a: number, b: number, c: number) => Math.sqrt(Math.max(0, (6 * (a + b - c)) / mass));
  const size: Point = [edge(yy, zz, xx), edge(xx, zz, yy), edge(xx, yy, zz)];
  const largest = Math.max(...size);
  return largest > 0 ? (size.map((length) => Math.max(length, 0.02 * largest)) as Point) : null;
}

function rollingConnectors(model: ModelInfo) {
  return model.objects
    .filter((object) => object.type === 'ConnectorRollingDiscPenalty' || object.type === 'JointRollingDisc')
    .map((connector) => {
      const [plane, disc] = numbers(connector.parameters.markerNumbers);
      return { connector, plane: model.markers[plane ?? -1], disc: model.markers[disc ?? -1] };
    });
}

/** The plane that discs roll on; without one, z = 0. */
function findGround(model: ModelInfo): { origin: Point; normal: Point } {
  for (const { connector, plane } of rollingConnectors(model)) {
    const body = model.objects[number(plane?.parameters.bodyNumber) ?? -1];
    if (body?.type !== 'Ground') continue;
    const base = point(body.parameters.referencePosition) ?? [0, 0, 0];
    const local = point(plane?.parameters.localPosition) ?? [0, 0, 0];
    return {
      origin: base.map((value, i) => value + local[i]) as Point,
      normal: point(connector.parameters.planeNormal) ?? [0, 0, 1],
    };
  }
  return { origin: [0, 0, 0], normal: point(record(model.display.camera).up) ?? [0, 0, 1] };
}

function readShape(graphic: Record<string, unknown>): Shape[] {
  const look = { color: color(graphic.color), opacity: number(graphic.opacity) ?? 1 };
  const center = point(graphic.center) ?? [0, 0, 0];
  switch (graphic.type) {
    case 'box': {
      const size = point(graphic.size);
      return size ? [{ type: 'box', center, size, ...look }] : [];
    }
    case 'cylinder':
    case 'line':
    case 'arrow': {
      const [from, to] = [point(graphic.from), point(graphic.to)];
      return from && to ? [{ type: graphic.type, from, to, radius: number(graphic.radius), ...look }] : [];
    }
    case 'sphere':
      return [{ type: 'sphere', center, radius: number(graphic.radius), ...look }];
    case 'disc': {
      const radius = number(graphic.radius) ?? 0;
      const width = number(graphic.width) ?? 0.16 * radius;
      const axis = point(graphic.axis) ?? [1, 0, 0];
      const inner = number(graphic.innerRadius);
      const innerRadius = inner !== null && inner > 0 && inner < radius ? inner : null;
      return radius > 0 ? [{ type: 'disc', center, axis, radius, width, mark: graphic.mark !== false, innerRadius, ...look }] : [];
    }
    case 'polyline': {
      const points = list(graphic.points)
        .map(point)
        .filter((entry) => entry !== null);
      return points.length > 1 ? [{ type: 'polyline', points, radius: number(graphic.radius), ...look }] : [];
    }
    case 'text':
      return [{ type: 'text', center, text: String(graphic.text ?? ''), height: number(graphic.height), ...look }];
    default:
      return [];
  }
}

function readArrow(model: ModelInfo, arrow: Record<string, unknown>, defaultColor: string, problems: string[]): SceneArrow[] {
  const [at, vector, frame] = [text(arrow.at) ?? '', text(arrow.vector) ?? '', text(arrow.frame)];
  for (const [name, size] of [[at, 3], [vector, 3], ...(frame === null ? [] : [[frame, 9]])] as [string, number][]) {
    if (hasSize(model, name, size)) continue;
    problems.push(`An arrow needs the sensor “${name}” with ${size} components.`);
    return [];
  }
  const components = Array.isArray(arrow.components) ? numbers(arrow.components) : [0, 1, 2];
  const unit = model.sensors.find((sensor) => sensor.name === vector)?.unit ?? '';
  const label = text(arrow.label) ?? vector;
  return [{ label, at, vector, frame, components, scale: number(arrow.scale), color: color(arrow.color) ?? defaultColor, unit }];
}

function hasSize(model: ModelInfo, name: string, size: number): boolean {
  return model.sensors.some((sensor) => sensor.name === name && sensor.components.length === size);
}

function plain(geometry: ShapeGeometry): Shape {
  return { ...geometry, color: null, opacity: 1 };
}

/** "#rrggbb", or red, green and blue between 0 and 1; negative numbers mean: as it comes. */
function color(value: unknown): string | null {
  if (typeof value === 'string') return /^#[0-9a-f]{6}$/i.test(value) ? value : null;
  const parts = numbers(value).slice(0, 3);
  if (parts.length < 3 || parts.some((part) => part < 0)) return null;
  return `#${parts
    .map((part) =>
      Math.round(255 * Math.min(1, part))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function numbers(value: unknown): number[] {
  return list(value).filter((entry): entry is number => typeof entry === 'number');
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function point(value: unknown): Point | null {
  const entries = numbers(value);
  return entries.length === 3 && entries.every(Number.isFinite) ? (entries as Point) : null;
}
