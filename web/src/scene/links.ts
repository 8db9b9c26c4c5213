import { Group, type Mesh, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { anchorPlace, anchorTurn } from './anchor';
import type { Ball } from './balls';
import { isDrawable } from './bounds';
import type { SceneLink } from './description';
import type { Instancer } from './instancer';
import { coil, matt, rod } from './solids';

const linkColor = '#5b6875';

/** Springs, rods and spans of ropes between two points. */
export class Links {
  private readonly links: { link: SceneLink; group: Group; radius: number }[];

  /** Adds their solids to `instancer`. `size`: size of the whole scene, m. */
  constructor(links: readonly SceneLink[], size: number, instancer: Instancer) {
    this.links = links.map((link) => {
      const radius = link.radius ?? 0.018 * size;
      const group = new Group();
      instancer.add(JSON.stringify([link.kind, radius, link.color, link.sheaves !== undefined]), group, {
        build: (detail) => [buildLink(link, radius, detail)],
        alone: false,
      });
      return { link, group, radius: link.kind === 'spring' ? radius : 0 };
    });
  }

  get count(): number {
    return this.links.length;
  }

  pose(recording: Recording, place: SamplePlace): void {
    for (const { link, group } of this.links) poseLink(group, link, recording, place);
  }

  /** Balls at the ends for these places. */
  reachBalls(recording: Recording, places: readonly SamplePlace[]): Ball[] {
    return this.links.flatMap(({ link, radius }) =>
      places.flatMap((place) => link.ends.map((end) => ({ centre: anchorPlace(end, recording, place).toArray(), radius }))),
    );
  }
}

/** Moves the ends of a rope's span from the centres of the sheaves to the points of contact. */
function touchSheaves(ends: [Vector3, Vector3], { ends: anchors, sheaves }: SceneLink, recording: Recording, place: SamplePlace): void {
  if (!sheaves || sheaves.every(({ radius }) => radius === 0)) return;
  const axes = sheaves.map(({ axis }, i) => new Vector3(...axis).applyQuaternion(anchorTurn(anchors[i], recording, place)));
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
  const [from, to] = link.ends.map((end) => anchorPlace(end, recording, place));
  touchSheaves([from, to], link, recording, place);
  const along = to.clone().sub(from);
  const length = along.length();
  group.visible = length > 0 && isDrawable(length);
  if (!group.visible) return;
  group.position.copy(from);
  group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  group.scale.set(1, length, 1);
}
