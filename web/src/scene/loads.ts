import { ConeGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, TorusGeometry, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { anchorPlace, anchorTurn } from './anchor';
import { slimArrow } from './arrows';
import type { Ball } from './balls';
import type { SceneLoad } from './description';

const turn = 1.5 * Math.PI; // angle of the arc of a torque

interface PosedLoad {
  load: SceneLoad;
  group: Group;
  /** Length of its arrow, m. */
  reach: number;
}

/** Given forces as arrows that end at their points of application, given torques as arcs around their axes. */
export class Loads {
  private readonly loads: PosedLoad[];

  /** `size`: size of the whole scene, m. */
  constructor(loads: readonly SceneLoad[], size: number) {
    const largest = (kind: SceneLoad['kind']) => Math.max(...loads.filter((load) => load.kind === kind).map(sizeOf));
    this.loads = loads.map((load) => {
      const share = 0.4 + 0.6 * (sizeOf(load) / largest(load.kind));
      const reach = (load.kind === 'force' ? 0.22 : 0.07) * share * size;
      return { load, reach, group: load.kind === 'force' ? buildForce(load, reach) : buildTorque(load, reach) };
    });
  }

  get solids(): Group[] {
    return this.loads.map(({ group }) => group);
  }

  get count(): number {
    return this.loads.length;
  }

  pose(recording: Recording, place: SamplePlace): void {
    for (const { load, group } of this.loads) {
      group.position.copy(anchorPlace(load.at, recording, place));
      group.visible = Number.isFinite(group.position.length());
      const direction = new Vector3(...load.vector).normalize();
      if (load.fixed) direction.applyQuaternion(anchorTurn(load.at, recording, place));
      group.quaternion.copy(towards(direction));
    }
  }

  reachBalls(recording: Recording, places: readonly SamplePlace[]): Ball[] {
    return this.loads.flatMap(({ load, reach }) =>
      places.map((place) => ({ centre: anchorPlace(load.at, recording, place).toArray(), radius: reach })),
    );
  }
}

function sizeOf({ vector }: SceneLoad): number {
  return Math.hypot(...vector);
}

/** The rotation that maps y to a direction. */
export function towards(direction: Vector3): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), direction);
}

export function buildForce({ color }: SceneLoad, length: number): Group {
  const { group, shaft, head } = slimArrow(color);
  const radius = 0.025 * length;
  const tip = 10 * radius;
  shaft.scale.set(radius, length - tip, radius);
  shaft.position.y = -length;
  head.scale.set(3 * radius, tip, 3 * radius);
  head.position.y = -tip;
  return group;
}

/** Around y. */
export function buildTorque({ color }: { color: string }, radius: number): Group {
  const material = new MeshBasicMaterial({ color, depthTest: false, transparent: true });
  const arc = new Mesh(new TorusGeometry(radius, 0.06 * radius, 12, 48, turn).rotateX(-Math.PI / 2), material);
  const head = new Mesh(new ConeGeometry(0.2 * radius, 0.55 * radius, 24), material);
  const end = new Vector3(radius, 0, 0).applyAxisAngle(new Vector3(0, 1, 0), turn);
  const along = new Vector3(0, 1, 0).cross(end).normalize();
  head.position.copy(end).addScaledVector(along, 0.2 * radius);
  head.quaternion.copy(towards(along));
  const group = new Group();
  for (const part of [arc, head]) part.renderOrder = 10; // a load is visible through its body
  group.add(arc, head);
  return group;
}
