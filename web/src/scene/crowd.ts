import { type BufferGeometry, type Group, InstancedMesh, Matrix4, Mesh, type Object3D } from 'three';

/** Many things that look alike, drawn together: one mesh for each part of their solids, with a place for each. */
export class Crowd {
  readonly meshes: InstancedMesh[] = [];
  /** Where the meshes are in the frame of a thing. */
  readonly parts: Matrix4[] = [];
  /** How the meshes look. */
  private readonly looks: { geometry: BufferGeometry; castShadow: boolean }[] = [];

  /** `solids`: of one thing, in its frame. `places`: where they are; one that is not visible shows nothing. */
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
        this.looks.push({ geometry: part.geometry, castShadow: part.castShadow });
      });
    }
  }

  /** Draws them with fewer triangles and without shadows, or as they are. */
  simplify(simple: boolean): void {
    this.meshes.forEach((mesh, i) => {
      const { geometry, castShadow } = this.looks[i];
      mesh.geometry = simple ? (geometry.userData.simple ?? geometry) : geometry;
      mesh.castShadow = castShadow && !simple;
    });
  }

  /** Puts the solids where their places are now. */
  pose(): void {
    this.places.forEach((place, i) => {
      place.updateMatrix();
      this.meshes.forEach((mesh, k) => {
        mesh.setMatrixAt(i, place.visible ? at.multiplyMatrices(place.matrix, this.parts[k]) : nowhere);
      });
    });
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
  }
}

const at = new Matrix4();
const nowhere = new Matrix4().makeScale(0, 0, 0);
