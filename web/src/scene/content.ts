import { Color, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import type { Recording } from '../run/recording';
import { placeOf, type SamplePlace, valueAt } from '../run/samples';
import { arrowVector, pointAt } from './arrow';
import { type Ball, bodyRadius } from './bounds';
import type { SceneArrow, SceneDescription } from './description';
import { buildSolid, disposeSolids } from './solids';

const bodyColors = ['#d8b46c', '#6d8fb3', '#8aa68d'];
const standingColor = '#a9b2bc';

export interface PosedBody {
  group: Group;
  pose: number;
  radius: number;
  name: string;
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
  private arrows: PosedArrow[] = [];
  private size = 1;

  /** `size`: of the whole scene in metres, for what has no size of its own. */
  build(description: SceneDescription, size: number): void {
    this.clear();
    this.size = size;
    let bodyCount = 0;
    for (const body of description.bodies) {
      const group = new Group();
      const color = body.color ?? (body.pose === null ? standingColor : bodyColors[bodyCount++ % bodyColors.length]);
      for (const shape of body.shapes) group.add(buildSolid(shape, color, size));
      this.group.add(group);
      if (body.pose === null) group.position.set(...body.position);
      else this.bodies.push({ group, pose: body.pose, radius: bodyRadius(body), name: body.name });
    }
    for (const arrow of description.arrows) this.addArrow(arrow);
  }

  /** Takes what depends on the whole recording: arrows without a scale get one by which the largest is a third of the scene. */
  measure(recording: Recording): void {
    for (const entry of this.arrows) {
      if (entry.arrow.scale !== null) continue;
      let largest = 0;
      for (let i = 0; i < recording.history.samples; i++)
        largest = Math.max(largest, Math.hypot(...arrowVector(recording, entry.arrow, { index: i, fraction: 0 })));
      entry.scale = largest > 0 ? this.size / 3 / largest : 0;
    }
  }

  /** Puts everything where it is at a time. */
  pose(recording: Recording, time: number): void {
    if (recording.history.samples === 0) return;
    const place = placeOf(recording.history.time, time);
    for (const { group, pose } of this.bodies) poseGroup(group, recording.history.poseColumns(pose), place);
    for (const entry of this.arrows) this.poseArrow(entry, recording, place);
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

  /** Where bodies are now. */
  balls(): Ball[] {
    return this.bodies.map(({ group, radius }) => ({ centre: group.position.toArray(), radius }));
  }

  clear(): void {
    disposeSolids(this.group);
    this.group.clear();
    this.bodies = [];
    this.arrows = [];
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

  private poseArrow({ arrow, group, scale }: PosedArrow, recording: Recording, place: SamplePlace): void {
    const vector = new Vector3(...arrowVector(recording, arrow, place)).multiplyScalar(scale);
    const length = Math.min(vector.length(), this.size);
    group.visible = length > 1e-4 * this.size && Number.isFinite(length);
    if (!group.visible) return;
    group.position.set(...pointAt(recording, arrow.at, place));
    group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), vector.normalize());
    group.userData.length = length;
  }
}

const turned = new Quaternion();

function poseGroup(group: Group, columns: Float64Array[], place: SamplePlace): void {
  group.position.set(valueAt(columns[0], place), valueAt(columns[1], place), valueAt(columns[2], place));
  if (columns.length < 7) return;
  const at = (column: number, index: number) => columns[column][index];
  const { index, fraction } = place;
  group.quaternion.set(at(4, index), at(5, index), at(6, index), at(3, index));
  if (fraction > 0) group.quaternion.slerp(turned.set(at(4, index + 1), at(5, index + 1), at(6, index + 1), at(3, index + 1)), fraction);
}
