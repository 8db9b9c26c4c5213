import { type BufferGeometry, Group, type Matrix4, Mesh, type Object3D } from 'three';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { type Ball, bodyBalls, movedBalls } from './balls';
import { bodyRadius } from './bounds';
import type { SceneDescription } from './description';
import type { Instancer } from './instancer';
import { poseGroup } from './pose';
import type { Shape } from './shape';
import { buildSolid } from './solids';

const bodyColors = ['#d8b46c', '#6d8fb3', '#8aa68d'];
const standingColor = '#a9b2bc';

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

/** Solids of moving bodies and of fixed ones. */
export class Bodies {
  /** Those that move. */
  readonly moving: PosedBody[] = [];
  private readonly fixedBalls: Ball[] = [];

  /** Adds their solids to `instancer`. `size`: size of the whole scene, m. */
  constructor(
    bodies: SceneDescription['bodies'],
    size: number,
    private readonly instancer: Instancer,
  ) {
    let uncoloured = 0;
    for (const body of bodies) {
      const group = new Group();
      const color = body.color ?? (body.pose === null ? standingColor : bodyColors[uncoloured++ % bodyColors.length]);
      const [shapes, scale] = ofSizeOne(body.shapes);
      group.scale.setScalar(scale);
      instancer.add(JSON.stringify([shapes, color, body.pose === null]), group, {
        build: (detail) => shapes.map((shape) => buildSolid(shape, color, size, detail)),
        alone: shapes.some(({ type }) => type === 'text'),
      });
      if (body.pose === null) {
        group.position.set(...body.position);
        this.fixedBalls.push(...movedBalls(bodyBalls(body), group.position));
      } else {
        const { pose, name, object, link } = body;
        this.moving.push({ group, pose, radius: bodyRadius(body), balls: bodyBalls(body), name, object, link });
      }
    }
  }

  pose(recording: Recording, place: SamplePlace): void {
    for (const { group, pose } of this.moving) poseGroup(group, recording.history.poseColumns(pose), place);
  }

  /** Balls at the current poses. */
  balls(): Ball[] {
    const moving = this.moving.flatMap(({ group, balls }) => movedBalls(balls, group.position, group.quaternion));
    return [...this.fixedBalls, ...moving];
  }

  /** The solids of all moving objects, for ray casting; each can be traced to its object. */
  solids(): { solid: Object3D; bodyOf(instance: number | undefined): PosedBody | null }[] {
    const ofGroup = new Map(this.moving.map((body) => [body.group, body]));
    const single = this.moving.filter(({ group }) => group.parent).map((body) => ({ solid: body.group, bodyOf: () => body }));
    const together = this.instancer.crowds.flatMap((crowd) =>
      crowd.meshes.map((solid) => ({ solid, bodyOf: (instance = -1) => ofGroup.get(crowd.places[instance]) ?? null })),
    );
    return [...single, ...together];
  }

  /** The meshes of a body in the frame of its group; this class still owns their geometry. */
  shapesOf({ group }: PosedBody): { geometry: BufferGeometry; matrix: Matrix4 }[] {
    const crowd = this.instancer.crowds.find(({ places }) => places.includes(group));
    if (crowd) return crowd.meshes.map((mesh, i) => ({ geometry: mesh.geometry, matrix: crowd.parts[i].clone() }));
    const shapes: { geometry: BufferGeometry; matrix: Matrix4 }[] = [];
    group.updateMatrixWorld(true);
    const inverse = group.matrixWorld.clone().invert();
    group.traverse((part) => {
      if (part instanceof Mesh) shapes.push({ geometry: part.geometry, matrix: inverse.clone().multiply(part.matrixWorld) });
    });
    return shapes;
  }
}

/** Balls of all sizes share a geometry: returns the unit shape and the size. */
function ofSizeOne(shapes: Shape[]): [Shape[], number] {
  const [shape] = shapes;
  if (shapes.length !== 1 || shape.type !== 'sphere' || !shape.radius || shape.position || shape.center.some((at) => at !== 0))
    return [shapes, 1];
  return [[{ ...shape, radius: 1 }], shape.radius];
}
