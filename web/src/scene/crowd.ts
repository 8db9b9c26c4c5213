import { type Group, InstancedMesh, Matrix4, Mesh, type MeshStandardMaterial, type Object3D } from 'three';
import { PaintedBalls } from './painted-balls';

/** Many equal things as instances: one instanced mesh for each part of their solids. */
export class Crowd {
  readonly meshes: InstancedMesh[] = [];
  /** The pose of each mesh in the frame of a thing. */
  readonly parts: Matrix4[] = [];
  /** For balls: the painted substitute when frames take too long. */
  readonly painted: (PaintedBalls | null)[] = [];
  private simple = false;

  /** `solids`: of one thing, in its frame. `places`: of all things; hidden places draw nothing. */
  constructor(
    solids: readonly Object3D[],
    readonly places: readonly Group[],
  ) {
    for (const solid of solids) {
      solid.updateMatrixWorld(true);
      solid.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        const mesh = new InstancedMesh(part.geometry, part.material, places.length);
        mesh.castShadow = part.castShadow;
        mesh.frustumCulled = false; // its bounds change with every place
        this.meshes.push(mesh);
        this.parts.push(part.matrixWorld.clone());
        const radius = part.geometry.userData.ballRadius as number | undefined;
        const balls =
          radius && part.castShadow ? new PaintedBalls(places.length, radius, (part.material as MeshStandardMaterial).color) : null;
        this.painted.push(balls);
      });
    }
  }

  /** Switches between painted balls and full geometry. */
  simplify(simple: boolean): void {
    if (simple === this.simple) return;
    this.simple = simple;
    this.painted.forEach((balls, i) => {
      if (!balls) return;
      balls.mesh.visible = simple;
      this.meshes[i].visible = !simple;
    });
    this.pose();
  }

  /** Moves the instances to their current places. */
  pose(): void {
    this.places.forEach((place, i) => {
      place.updateMatrix();
      this.meshes.forEach((mesh, k) => {
        const matrix = place.visible ? at.multiplyMatrices(place.matrix, this.parts[k]) : nowhere;
        const balls = this.simple && this.painted[k];
        if (balls) balls.place(i, matrix);
        else mesh.setMatrixAt(i, matrix);
      });
    });
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
  }
}

const at = new Matrix4();
const nowhere = new Matrix4().makeScale(0, 0, 0);
