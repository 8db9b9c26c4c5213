import { Color, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { arrowVector, largestArrow, pointAt } from './arrow';
import type { Ball } from './balls';
import type { SceneArrow } from './description';

const shareOutside = 0.02; // share of the time during which an arrow may extend beyond the picture

interface PosedArrow {
  arrow: SceneArrow;
  group: Group;
  shaft: Mesh;
  head: Mesh;
  /** Metres per unit of the vector. */
  scale: number;
}

/** Forces and other vectors as arrows. */
export class Arrows {
  private readonly arrows: PosedArrow[];

  /** `size`: size of the whole scene, m. */
  constructor(
    arrows: readonly SceneArrow[],
    private readonly size: number,
  ) {
    this.arrows = arrows.map(buildArrow);
  }

  get solids(): Group[] {
    return this.arrows.map(({ group }) => group);
  }

  get count(): number {
    return this.arrows.length;
  }

  /** Scales arrows without a given scale so that the largest is a third of the scene. True if a scale changes. */
  measure(recording: Recording): boolean {
    let changed = false;
    for (const entry of this.arrows) {
      if (entry.arrow.scale !== null) continue;
      const largest = largestArrow(recording, entry.arrow);
      const scale = largest > 0 ? this.size / 3 / largest : 0;
      changed ||= scale !== entry.scale;
      entry.scale = scale;
    }
    return changed;
  }

  pose(recording: Recording, place: SamplePlace): void {
    for (const entry of this.arrows) this.poseArrow(entry, recording, place);
  }

  /** Keeps arrows equally slim at any `distance` between the camera and its target. */
  fit(distance: number): void {
    const radius = 0.002 * distance;
    for (const { group, shaft, head } of this.arrows) {
      const length = (group.userData.length as number) ?? 0;
      const tip = Math.min(10 * radius, 0.45 * length);
      shaft.scale.set(radius, Math.max(1e-12, length - tip), radius);
      head.scale.set(3 * radius, tip, 3 * radius);
      head.position.y = length - tip;
    }
  }

  /** Balls around the tips at these places, without short peaks. */
  reachBalls(recording: Recording, places: readonly SamplePlace[]): Ball[] {
    return this.arrows.flatMap((entry) => {
      const vectors = places.map((place) => this.drawnVector(entry, recording, place));
      const lengths = vectors
        .map((vector) => vector.length())
        .filter(Number.isFinite)
        .sort((one, other) => one - other);
      const usual = lengths[Math.ceil((1 - shareOutside) * lengths.length) - 1];
      return vectors.map((vector, i) => {
        const tip = vector.clampLength(0, usual).add(new Vector3(...pointAt(recording, entry.arrow.at, places[i])));
        return { centre: tip.toArray(), radius: 0 };
      });
    });
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

function buildArrow(arrow: SceneArrow): PosedArrow {
  return { arrow, ...slimArrow(arrow.color), scale: arrow.scale ?? 0 };
}

/** Along y, with length and width 1 m, visible through everything. */
export function slimArrow(color: string): { group: Group; shaft: Mesh; head: Mesh } {
  const material = new MeshBasicMaterial({ color: new Color(color), depthTest: false, transparent: true });
  const shaft = new Mesh(new CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0), material);
  const head = new Mesh(new ConeGeometry(1, 1, 24).translate(0, 0.5, 0), material);
  const group = new Group();
  for (const part of [shaft, head]) part.renderOrder = 10; // a force is visible through its body
  group.add(shaft, head);
  return { group, shaft, head };
}
