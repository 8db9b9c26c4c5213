import { BackSide, type BufferGeometry, Color, Group, type Matrix4, Mesh, ShaderMaterial, Vector2 } from 'three';

const thickness = 2.5; // CSS pixels

/** A thin line around one body: slightly enlarged solids of which only the back faces are drawn. */
export class Outline {
  readonly group = new Group();
  private readonly material = new ShaderMaterial({
    uniforms: { color: { value: new Color() }, resolution: { value: new Vector2(1, 1) }, width: { value: thickness } },
    vertexShader,
    fragmentShader,
    side: BackSide,
  });

  constructor() {
    this.group.visible = false;
  }

  show(shapes: readonly { geometry: BufferGeometry; matrix: Matrix4 }[]): void {
    this.group.clear(); // the geometries belong to the solids
    for (const { geometry, matrix } of shapes) {
      const mesh = new Mesh(geometry, this.material);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(matrix);
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
    this.group.visible = shapes.length > 0;
  }

  follow({ position, quaternion, scale }: Group, { width, height }: { width: number; height: number }): void {
    this.group.position.copy(position);
    this.group.quaternion.copy(quaternion);
    this.group.scale.copy(scale);
    this.material.uniforms.resolution.value.set(width, height);
  }

  setColor(color: string): void {
    this.material.uniforms.color.value.setStyle(color).convertLinearToSRGB();
  }

  dispose(): void {
    this.group.clear();
    this.material.dispose();
  }
}

const vertexShader = `
uniform vec2 resolution;
uniform float width;
void main() {
  vec4 clip = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec2 outward = normalize(normalMatrix * normal).xy;
  float size = length(outward);
  if (size > 1e-3) clip.xy += outward / size * 2.0 * width / resolution * clip.w;
  gl_Position = clip;
}`;

const fragmentShader = `
uniform vec3 color;
void main() {
  gl_FragColor = vec4(color, 1.0);
}`;
