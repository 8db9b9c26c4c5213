import {
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import type { Range } from '../format/range';
import { profileAt, profileOf, profileRange } from '../state/profiles';
import type { Recording } from '../state/recording';
import { placeOf, type SamplePlace, valueAt } from '../state/samples';
import { colorScale } from '../ui/colors';
import { arrowVector, largestArrow, pointAt } from './arrow';
import { type Ball, bodyBalls, bodyRadius, movedBalls } from './bounds';
import { CableMesh, cableEnds, cablePoint } from './cable';
import { ContactBand, type SizedBand } from './contact-band';
import { Crowd } from './crowd';
import type { AnchorPoint, SceneArrow, SceneBand, SceneCable, SceneContour, SceneDescription, SceneLink, SizedCable } from './description';
import { lineValue } from './line-value';
import type { Shape } from './shape';
import { buildSolid, coil, disposeSolids, matt, rod } from './solids';

const bodyColors = ['#d8b46c', '#6d8fb3', '#8aa68d'];
const standingColor = '#a9b2bc';
const cableColor = '#3f4a55';
const linkColor = '#5b6875';
const seldom = 0.02; // share of the time for which an arrow may leave the picture
const enough = 20_000; // places that say how far things reach
const crowd = 12; // things alike from which on they are drawn together, each with fewer triangles

export interface PosedBody {
  group: Group;
  pose: number;
  radius: number;
  /** Its outline in its own frame. */
  balls: Ball[];
  name: string;
  object: string;
  link: number | null;
}

/** What several things look like, each in a place of its own. */
interface Look {
  /** Solids in the frame of the thing; `detail` as in `buildSolid`. */
  build(detail: number): Object3D[];
  /** Cannot be drawn together. */
  alone: boolean;
  places: Group[];
}

interface PosedArrow {
  arrow: SceneArrow;
  group: Group;
  shaft: Mesh;
  head: Mesh;
  /** Metres for one unit of the vector. */
  scale: number;
}

/** The things of a scene as three.js objects, put where they are at any time. Knows neither camera nor screen. */
export class Content {
  readonly group = new Group();
  bodies: PosedBody[] = [];
  private crowds: Crowd[] = [];
  private arrows: PosedArrow[] = [];
  private cables: { mesh: CableMesh; contour: SceneContour | null }[] = [];
  private bands: ContactBand[] = [];
  private links: { link: SceneLink; group: Group; radius: number }[] = [];
  private ends: Vector3[] = [];
  /** Of what stands still. */
  private standing: Ball[] = [];
  private size = 1;

  /** `size`: of the whole scene in metres, for what has no size of its own. */
  build(description: SceneDescription, size: number): void {
    this.clear();
    this.size = size;
    const looks = new Map<string, Look>();
    const addTo = (key: string, place: Group, look: Omit<Look, 'places'>) => {
      if (!looks.has(key)) looks.set(key, { ...look, places: [] });
      looks.get(key)?.places.push(place);
    };
    let bodyCount = 0;
    for (const body of description.bodies) {
      const group = new Group();
      const color = body.color ?? (body.pose === null ? standingColor : bodyColors[bodyCount++ % bodyColors.length]);
      const [shapes, scale] = ofSizeOne(body.shapes);
      group.scale.setScalar(scale);
      addTo(JSON.stringify([shapes, color, body.pose === null]), group, {
        build: (detail) => shapes.map((shape) => buildSolid(shape, color, size, detail)),
        alone: shapes.some(({ type }) => type === 'text'),
      });
      if (body.pose === null) {
        group.position.set(...body.position);
        this.standing.push(...movedBalls(bodyBalls(body), group.position));
      } else {
        this.bodies.push({
          group,
          pose: body.pose,
          radius: bodyRadius(body),
          balls: bodyBalls(body),
          name: body.name,
          object: body.object,
          link: body.link,
        });
      }
    }
    for (const link of description.links) {
      const radius = link.radius ?? 0.018 * size;
      const group = new Group();
      addTo(JSON.stringify([link.kind, radius, link.color, link.sheaves !== undefined]), group, {
        build: (detail) => [buildLink(link, radius, detail)],
        alone: false,
      });
      this.links.push({ link, group, radius: link.kind === 'spring' ? radius : 0 });
    }
    for (const look of looks.values()) this.addLook(look);
    this.addCables(description);
    for (const band of description.bands) {
      const drawn = new ContactBand(sizedBand(band, size), 0.06 * size);
      this.bands.push(drawn);
      this.group.add(drawn.mesh);
    }
    for (const arrow of description.arrows) this.addArrow(arrow);
  }

  /**
   * Takes what depends on the whole recording: arrows without a scale get one by which the largest is a third of the scene. `range`: of the
   * quantity that colours cables, on dark paper or light. True if arrows or bands look different now.
   */
  measure(recording: Recording, range: Range | null = null, dark = false): boolean {
    if (range) for (const { mesh, contour } of this.cables) if (contour) mesh.setScale(colorScale(range, dark));
    let changed = false;
    for (const band of this.bands) changed = band.measure(recording) || changed;
    for (const entry of this.arrows) {
      if (entry.arrow.scale !== null) continue;
      const largest = largestArrow(recording, entry.arrow);
      const scale = largest > 0 ? this.size / 3 / largest : 0;
      changed ||= scale !== entry.scale;
      entry.scale = scale;
    }
    return changed;
  }

  /** Puts everything where it is at a time. */
  pose(recording: Recording, time: number): void {
    if (recording.history.samples === 0) return;
    const place = placeOf(recording.history.time, time);
    for (const { group, pose } of this.bodies) poseGroup(group, recording.history.poseColumns(pose), place);
    for (const { link, group } of this.links) poseLink(group, link, recording, place);
    for (const together of this.crowds) together.pose();
    for (const entry of this.arrows) this.poseArrow(entry, recording, place);
    for (const { mesh, contour } of this.cables) mesh.pose(recording, place, contour && contourValues(recording, contour, place));
    for (const band of this.bands) band.pose(recording, place);
    this.ends = this.cables.flatMap(({ mesh }) =>
      mesh.cables.map(({ pose, length }) => {
        const { x, y, z } = cablePoint(cableEnds(recording, pose, place), length, 0);
        return new Vector3(x, y, z);
      }),
    );
  }

  /** Arrows are as slim near as far; `distance`: from the camera to what it looks at. */
  sizeArrows(distance: number): void {
    const radius = 0.002 * distance;
    for (const { group, shaft, head } of this.arrows) {
      const length = (group.userData.length as number) ?? 0;
      const tip = Math.min(10 * radius, 0.45 * length);
      shaft.scale.set(radius, Math.max(1e-12, length - tip), radius);
      head.scale.set(3 * radius, tip, 3 * radius);
      head.position.y = length - tip;
    }
  }

  /** Where bodies and cables are now. */
  balls(): Ball[] {
    const bodies = this.bodies.flatMap(({ group, balls }) => movedBalls(balls, group.position, group.quaternion));
    return [...this.standing, ...bodies, ...this.ends.map((end) => ({ centre: end.toArray(), radius: 0 }))];
  }

  /** Tips of arrows, and ends of springs and rods, at so many samples at most. What an arrow is only for a moment does not count. */
  reachBalls(recording: Recording, most = 200): Ball[] {
    const { samples } = recording.history;
    const things = this.arrows.length + 2 * this.links.length;
    const count = Math.max(8, Math.min(most, Math.floor(enough / Math.max(1, things))));
    const stride = Math.max(1, Math.ceil(samples / count));
    const places = Array.from({ length: Math.ceil(samples / stride) }, (_, i) => ({ index: i * stride, fraction: 0 }));
    const balls: Ball[] = [];
    const add = (point: Vector3, radius: number) => {
      if (Number.isFinite(point.x + point.y + point.z)) balls.push({ centre: point.toArray(), radius });
    };
    for (const entry of this.arrows) {
      const vectors = places.map((place) => this.drawnVector(entry, recording, place));
      const lengths = vectors
        .map((vector) => vector.length())
        .filter(Number.isFinite)
        .sort((one, other) => one - other);
      const usual = lengths[Math.ceil((1 - seldom) * lengths.length) - 1];
      vectors.forEach((vector, i) => {
        add(vector.clampLength(0, usual).add(new Vector3(...pointAt(recording, entry.arrow.at, places[i]))), 0);
      });
    }
    for (const { link, radius } of this.links)
      for (const place of places) for (const end of link.ends) add(anchor(end, recording, place), radius);
    return balls;
  }

  /** How far bands may reach at these times. */
  bandBalls(recording: Recording, times: number[]): Ball[] {
    const places = times.map((time) => placeOf(recording.history.time, time));
    return this.bands.flatMap((band) => places.flatMap((place) => band.balls(recording, place)));
  }

  /** The solids of everything that moves, to be met by a ray; each says what it belongs to. */
  solids(): { solid: Object3D; bodyOf(instance: number | undefined): PosedBody | null }[] {
    const ofGroup = new Map(this.bodies.map((body) => [body.group, body]));
    const single = this.bodies.filter(({ group }) => group.parent).map((body) => ({ solid: body.group, bodyOf: () => body }));
    const together = this.crowds.flatMap((crowd) =>
      crowd.meshes.map((solid) => ({ solid, bodyOf: (instance = -1) => ofGroup.get(crowd.places[instance]) ?? null })),
    );
    return [...single, ...together];
  }

  /** What a body looks like, as meshes in the frame of its group; their geometry stays with this. */
  shapesOf({ group }: PosedBody): { geometry: BufferGeometry; matrix: Matrix4 }[] {
    const shapes: { geometry: BufferGeometry; matrix: Matrix4 }[] = [];
    const crowd = this.crowds.find(({ places }) => places.includes(group));
    if (crowd) return crowd.meshes.map((mesh, i) => ({ geometry: mesh.geometry, matrix: crowd.parts[i].clone() }));
    group.updateMatrixWorld(true);
    const inverse = group.matrixWorld.clone().invert();
    group.traverse((part) => {
      if (part instanceof Mesh) shapes.push({ geometry: part.geometry, matrix: inverse.clone().multiply(part.matrixWorld) });
    });
    return shapes;
  }

  /** All cable elements. */
  get elements(): SizedCable[] {
    return this.cables.flatMap(({ mesh }) => mesh.cables);
  }

  /** Draws what there are many of with less, or as it is; true if something is drawn with less. */
  simplify(simple: boolean): boolean {
    for (const together of this.crowds) together.simplify(simple);
    return simple && this.crowds.length > 0;
  }

  clear(): void {
    this.simplify(false);
    disposeSolids(this.group);
    this.group.clear();
    this.bodies = [];
    this.crowds = [];
    this.arrows = [];
    this.cables = [];
    this.bands = [];
    this.links = [];
    this.ends = [];
    this.standing = [];
  }

  /** What looks alike: some each for itself, many together. */
  private addLook({ build, alone, places }: Look): void {
    if (alone || places.length < crowd) {
      for (const place of places) place.add(...build(1));
      this.group.add(...places);
    } else {
      const together = new Crowd(build(crowd / places.length), places);
      together.pose(); // those that stand still stay there
      this.group.add(...together.meshes);
      for (const balls of together.painted) if (balls) this.group.add(balls.mesh);
      this.crowds.push(together);
    }
  }

  /** Cables of one line and shape together; those of a line that is coloured apart from the others. */
  private addCables({ cables, contours }: SceneDescription): void {
    const sized = cables.map((cable) => sizedCable(cable, this.size));
    const contourOf = (cable: SceneCable) => contours.findIndex(({ starts }) => cable.object in starts);
    const keyOf = (cable: SceneCable) => `${contourOf(cable)} ${cable.round} ${cable.color}`;
    for (const key of new Set(sized.map(keyOf))) {
      const together = sized.filter((cable) => keyOf(cable) === key);
      const contour = contours[contourOf(together[0])] ?? null;
      const mesh = new CableMesh(together, together[0].color ?? cableColor, contour !== null);
      this.cables.push({ mesh, contour });
      this.group.add(mesh.mesh);
    }
  }

  private addArrow(arrow: SceneArrow): void {
    const material = new MeshBasicMaterial({ color: new Color(arrow.color), depthTest: false, transparent: true });
    const shaft = new Mesh(new CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0), material);
    const head = new Mesh(new ConeGeometry(1, 1, 24).translate(0, 0.5, 0), material);
    const group = new Group();
    for (const part of [shaft, head]) part.renderOrder = 10; // a force is seen through the body it acts on
    group.add(shaft, head);
    this.group.add(group);
    this.arrows.push({ arrow, group, shaft, head, scale: arrow.scale ?? 0 });
  }

  /** From the foot of an arrow to its tip, in metres; no longer than the scene. */
  private drawnVector({ arrow, scale }: PosedArrow, recording: Recording, place: SamplePlace): Vector3 {
    return new Vector3(...arrowVector(recording, arrow, place)).multiplyScalar(scale).clampLength(0, this.size);
  }

  private poseArrow(entry: PosedArrow, recording: Recording, place: SamplePlace): void {
    const { arrow, group } = entry;
    const vector = this.drawnVector(entry, recording, place);
    const length = vector.length();
    group.visible = length > 1e-4 * this.size && Number.isFinite(length);
    if (!group.visible) return;
    group.position.set(...pointAt(recording, arrow.at, place));
    group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), vector.normalize());
    group.userData.length = length;
  }
}

/** Balls of any size look alike: the same shape for all of them, and the size. */
function ofSizeOne(shapes: Shape[]): [Shape[], number] {
  const [shape] = shapes;
  if (shapes.length !== 1 || shape.type !== 'sphere' || !shape.radius || shape.position || shape.center.some((at) => at !== 0))
    return [shapes, 1];
  return [[{ ...shape, radius: 1 }], shape.radius];
}

/** The ends of the one scale of all contours: those the document sets, or smallest and largest value of any line at any time. */
export function contourRange({ contours }: SceneDescription, recording: Recording): Range | null {
  if (contours.length === 0) return null;
  const [low, high] = profileRange(contours.map(({ profile }) => profileOf(recording, profile))) ?? [0, 1];
  return [contours[0].min ?? low, contours[0].max ?? high];
}

function contourValues(recording: Recording, { profile, starts }: SceneContour, place: SamplePlace) {
  const line = profileOf(recording, profile);
  const values = profileAt(line, place);
  return (cable: SceneCable, share: number) => lineValue(line, values, starts[cable.object] + share * cable.length);
}

function sizedCable(cable: SceneCable, size: number): SizedCable {
  const height = cable.height ?? 0.008 * size;
  return { ...cable, height: Math.max(height, 0.003 * size), width: cable.width ?? Math.max(height, 0.03 * size) };
}

function sizedBand(band: SceneBand, size: number): SizedBand {
  return { ...band, points: band.points.map((entry) => ({ ...entry, cable: sizedCable(entry.cable, size) })) };
}

function anchor({ pose, point, cable }: AnchorPoint, recording: Recording, place: SamplePlace): Vector3 {
  const local = new Vector3(...point);
  if (pose === null) return local;
  if (cable !== null) {
    const ends = cableEnds(recording, pose, place);
    const { x, y, z, dx, dy } = cablePoint(ends, cable, point[0] / cable);
    if (ends.length === 12) return local.set(x, y, z);
    const off = point[1] / (Math.hypot(dx, dy) || 1);
    return local.set(x - off * dy, y + off * dx, point[2]);
  }
  poseGroup(posed, recording.history.poseColumns(pose), place);
  return local.applyQuaternion(posed.quaternion).add(posed.position);
}

/** Moves the ends of a span of a rope from the centres of sheaves to where it touches them. */
function touchSheaves(ends: [Vector3, Vector3], { ends: anchors, sheaves }: SceneLink, recording: Recording, place: SamplePlace): void {
  if (!sheaves || sheaves.every(({ radius }) => radius === 0)) return;
  const axes = sheaves.map(({ axis }, i) => {
    const { pose } = anchors[i];
    if (pose !== null) poseGroup(posed, recording.history.poseColumns(pose), place);
    return pose === null ? new Vector3(...axis) : new Vector3(...axis).applyQuaternion(posed.quaternion);
  });
  const centers = ends.map((end) => end.clone());
  for (let iteration = 0; iteration < 20; ++iteration) {
    const along = ends[1].clone().sub(ends[0]);
    ends.forEach((end, i) => {
      end.copy(axes[i]).cross(along).normalize().multiplyScalar(-sheaves[i].radius).add(centers[i]);
    });
  }
}

/** A spring or rod from the origin to (0, 1, 0), to be stretched. */
function buildLink({ kind, color, sheaves }: SceneLink, radius: number, detail: number): Mesh {
  if (kind === 'spring') return coil(radius, color ?? linkColor, detail);
  return rod([0, 0, 0], [0, 1, 0], (sheaves ? 0.15 : 0.3) * radius, matt(color ?? linkColor), detail);
}

function poseLink(group: Group, link: SceneLink, recording: Recording, place: SamplePlace): void {
  const [from, to] = link.ends.map((end) => anchor(end, recording, place));
  touchSheaves([from, to], link, recording, place);
  const along = to.clone().sub(from);
  const length = along.length();
  group.visible = length > 0 && Number.isFinite(length);
  if (!group.visible) return;
  group.position.copy(from);
  group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  group.scale.set(1, length, 1);
}

const turned = new Quaternion();
const posed = new Group();

function poseGroup(group: Group, columns: Float64Array[], place: SamplePlace): void {
  group.position.set(valueAt(columns[0], place), valueAt(columns[1], place), valueAt(columns[2], place));
  group.quaternion.identity();
  if (columns.length < 7) return;
  const at = (column: number, index: number) => columns[column][index];
  const { index, fraction } = place;
  group.quaternion.set(at(4, index), at(5, index), at(6, index), at(3, index));
  if (fraction > 0) group.quaternion.slerp(turned.set(at(4, index + 1), at(5, index + 1), at(6, index + 1), at(3, index + 1)), fraction);
}
