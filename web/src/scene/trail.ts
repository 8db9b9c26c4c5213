import {
  Color,
  Float32BufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three';
import { type Recording, sensorColumn } from '../state/recording';

const mostPoints = 20_000;

/** The path of a point: bright at the point, fading towards the past, faint ahead. */
export class Trail {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;

  constructor(color: string, width: number) {
    const material = new ShaderMaterial({
      uniforms: {
        color: { value: new Color(color).convertLinearToSRGB() },
        resolution: { value: new Vector2(1, 1) },
        width: { value: width },
        now: { value: 0 },
        fadeTime: { value: 1 },
      },
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
    });
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  /** Long paths are drawn with fewer points. */
  setPath([x, y, z]: ArrayLike<number>[], time: ArrayLike<number>): void {
    const stride = Math.ceil(time.length / mostPoints);
    const count = stride > 1 ? Math.ceil((time.length - 1) / stride) + 1 : time.length;
    const data = new Float32Array(4 * count);
    for (let k = 0; k < count; k++) {
      const i = Math.min(k * stride, time.length - 1);
      data[4 * k] = x[i];
      data[4 * k + 1] = y[i];
      data[4 * k + 2] = z[i];
      data[4 * k + 3] = time[i];
    }
    this.mesh.geometry.dispose();
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const points = new InstancedInterleavedBuffer(data, 4, 1);
    geometry.setAttribute('from', new InterleavedBufferAttribute(points, 4, 0));
    geometry.setAttribute('to', new InterleavedBufferAttribute(points, 4, 4));
    geometry.instanceCount = Math.max(0, count - 1);
    this.mesh.geometry = geometry;
    this.mesh.visible = time.length > 1;
    if (time.length > 1) this.mesh.material.uniforms.fadeTime.value = 0.5 * (time[time.length - 1] - time[0]);
  }

  show(now: number): void {
    this.mesh.material.uniforms.now.value = now;
  }

  setColor(color: string): void {
    this.mesh.material.uniforms.color.value.setStyle(color).convertLinearToSRGB();
  }

  /** `thickness`: line thickness, in CSS pixels. */
  setResolution(width: number, height: number, pixelRatio: number, thickness = 2): void {
    this.mesh.material.uniforms.resolution.value.set(width * pixelRatio, height * pixelRatio);
    this.mesh.material.uniforms.width.value = thickness * pixelRatio;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** The trails of a scene, one for each position sensor. */
export class Trails {
  private readonly trails: { name: string; trail: Trail }[];

  constructor(names: readonly string[], color: string) {
    this.trails = names.map((name) => ({ name, trail: new Trail(color, 2) }));
  }

  get count(): number {
    return this.trails.length;
  }

  get meshes(): Trail['mesh'][] {
    return this.trails.map(({ trail }) => trail.mesh);
  }

  take(recording: Recording): void {
    for (const { name, trail } of this.trails) {
      const columns = [0, 1, 2].map((i) => sensorColumn(recording, name, i));
      if (columns.every((column) => column !== null)) trail.setPath(columns, recording.history.time);
    }
  }

  show(now: number): void {
    for (const { trail } of this.trails) trail.show(now);
  }

  setColor(color: string): void {
    for (const { trail } of this.trails) trail.setColor(color);
  }

  setResolution(...size: Parameters<Trail['setResolution']>): void {
    for (const { trail } of this.trails) trail.setResolution(...size);
  }

  dispose(): void {
    for (const { trail } of this.trails) {
      trail.mesh.removeFromParent();
      trail.dispose();
    }
  }
}

const vertexShader = `
attribute vec4 from;
attribute vec4 to;
uniform vec2 resolution;
uniform float width;
varying float time;
void main() {
  vec4 a = projectionMatrix * modelViewMatrix * vec4(from.xyz, 1.0);
  vec4 b = projectionMatrix * modelViewMatrix * vec4(to.xyz, 1.0);
  vec2 along = (b.xy / b.w - a.xy / a.w) * resolution;
  float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  vec4 clip = mix(a, b, position.x);
  clip.xy += across * position.y * width / resolution * clip.w;
  time = mix(from.w, to.w, position.x);
  gl_Position = clip;
}`;

const fragmentShader = `
uniform vec3 color;
uniform float now;
uniform float fadeTime;
varying float time;
void main() {
  float age = now - time;
  float alpha = age < 0.0 ? 0.14 : 0.3 + 0.7 * exp(-age / fadeTime);
  gl_FragColor = vec4(color, alpha);
}`;
