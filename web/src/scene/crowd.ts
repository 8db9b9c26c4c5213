import { type Group, InstancedMesh, Matrix4, Mesh } from 'three';

/** Many bodies that look alike, drawn together: one mesh for each part of their solids, with a place for every body. */
export class Crowd {
  readonly meshes: InstancedMesh[] = [];
  private readonly places: Matrix4[] = [];

  /** `solids`: of one body, in its frame. `bodies`: where they are. */
  constructor(
    solids: readonly Group[],
    private readonly bodies: readonly Group[],
  ) {
    for (const solid of solids) {
      solid.updateMatrixWorld(true);
      solid.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        const mesh = new InstancedMesh(part.geometry, part.material, bodies.length);
        mesh.castShadow = part.castShadow;
        mesh.frustumCulled = false; // its bounds change with every body
        this.meshes.push(mesh);
        this.places.push(part.matrixWorld.clone());
      });
    }
  }

  /** Puts the solids where the bodies are now. */
  pose(): void {
    this.bodies.forEach((body, i) => {
      body.updateMatrix();
      this.meshes.forEach((mesh, k) => {
        mesh.setMatrixAt(i, at.multiplyMatrices(body.matrix, this.places[k]));
      });
    });
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
  }
}

const at = new Matrix4();
