import { BufferAttribute, BufferGeometry, Group, Mesh, type Object3D, Points, PointsMaterial, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import { type SamplePlace, valueAt } from '../state/samples';
import type { Ball } from './balls';
import type { SceneFlexible } from './description';
import { poseGroup } from './pose';
import { matt } from './solids';

const meshColor = '#7f9cb8';
/** Position and Euler parameters of the floating frame, which precede the modal coordinates. */
const frameNumbers = 7;

/** Flexible bodies: meshes in a moving frame, deformed by their modes. */
export class Flexibles {
  private readonly bodies: FlexibleMesh[];

  /** `size`: size of the whole scene, m. */
  constructor(bodies: SceneFlexible[], size: number) {
    this.bodies = bodies.map((body) => new FlexibleMesh(body, size));
  }

  get solids(): Object3D[] {
    return this.bodies.map(({ group }) => group);
  }

  pose(recording: Recording, place: SamplePlace): void {
    for (const body of this.bodies) body.pose(recording, place);
  }

  /** Balls at the current positions of the nodes. */
  balls(): Ball[] {
    return this.bodies.flatMap((body) => body.balls());
  }
}

class FlexibleMesh {
  readonly group = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly position: BufferAttribute;

  constructor(
    private readonly body: SceneFlexible,
    size: number,
  ) {
    this.position = new BufferAttribute(new Float32Array(body.positions), 3);
    this.geometry.setAttribute('position', this.position);
    const color = body.color ?? meshColor;
    let solid: Mesh | Points;
    if (body.triangles.length > 0) {
      this.geometry.setIndex(body.triangles);
      const material = matt(color);
      material.side = 2;
      material.flatShading = true; // flat shading keeps the edges of a body visible
      solid = new Mesh(this.geometry, material);
      solid.castShadow = true;
    } else {
      solid = new Points(this.geometry, new PointsMaterial({ color, size: 0.01 * size }));
    }
    solid.frustumCulled = false;
    this.group.add(solid);
  }

  pose(recording: Recording, place: SamplePlace): void {
    const columns = recording.history.poseColumns(this.body.pose);
    poseGroup(this.group, columns, place);
    const { positions, modes } = this.body;
    const values = columns.slice(frameNumbers).map((column) => valueAt(column, place));
    const array = this.position.array;
    for (let i = 0; i < array.length; i++) {
      let at = positions[i];
      for (let k = 0; k < values.length; k++) at += modes[i][k] * values[k];
      array[i] = at;
    }
    this.position.needsUpdate = true;
  }

  balls(): Ball[] {
    const { position, quaternion } = this.group;
    return Array.from({ length: this.position.count }, (_, node) => {
      const centre = new Vector3().fromBufferAttribute(this.position, node).applyQuaternion(quaternion).add(position);
      return { centre: centre.toArray(), radius: 0 };
    });
  }
}
