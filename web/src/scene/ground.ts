import {
  Color,
  CustomBlending,
  DoubleSide,
  Group,
  Matrix4,
  Mesh,
  NormalBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  Vector3,
} from 'three';
import { niceBelow } from '../format/quantity';
import type { Box } from './bounds';
import type { SceneDescription } from './description';

type Direction = readonly [number, number, number];

/** A drawing plane: its axes, the centre of its visible part, the length of that part's edge and the distance of its grid lines, in m. */
export interface Paper {
  right: Direction;
  up: Direction;
  normal: Direction;
  centre: Direction;
  size: number;
  cell: number;
}

/** Objects on the plane hide it. */
const behind = { transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 };

/** A plane that shows a fine grid and receives shadows. It writes no depth, so that objects on it do not flicker. */
export class Ground {
  readonly group = new Group();
  /** Metres between two grid lines; 0 without a grid. */
  cell = 0;
  private readonly grid: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly shadow: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor() {
    const plane = new PlaneGeometry(1, 1);
    const material = new ShaderMaterial({
      uniforms: {
        cell: { value: 1 },
        size: { value: 1 },
        centre: { value: new Vector2() },
        line: { value: new Color() },
        strength: { value: 1 },
      },
      vertexShader,
      fragmentShader,
      ...behind,
      blendSrcAlpha: OneFactor,
      blendDstAlpha: OneMinusSrcAlphaFactor,
      side: DoubleSide,
    });
    this.grid = new Mesh(plane, material);
    this.shadow = new Mesh(plane, new ShadowMaterial(behind));
    this.shadow.renderOrder = -1;
    this.shadow.receiveShadow = true;
    this.group.add(this.grid, this.shadow);
  }

  /** Places the ground below `bounds`, or as set by the document; null: there is none. `size`: size of the scene, m. */
  place(ground: SceneDescription['ground'], size: number, { min, max }: Box): void {
    this.group.visible = ground !== null;
    if (!ground) return;
    this.drawBefore(false);
    this.cell = ground.cell ?? niceBelow(size / 14);
    this.group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...ground.normal).normalize());
    this.group.position.set(...ground.origin);
    this.group.updateMatrixWorld();
    const centre = new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5);
    const { x, y } = this.group.worldToLocal(centre);
    this.show([x, y], 5 * size);
  }

  /** Shows a drawing plane, whose grid lines go through the origin of its axes. */
  lay({ right, up, normal, centre, size, cell }: Paper): void {
    const [x, y, z] = [right, up, normal].map((axis) => new Vector3(...axis));
    this.group.visible = true;
    this.drawBefore(true);
    this.cell = cell;
    this.group.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
    const middle = new Vector3(...centre);
    this.group.position.copy(z).multiplyScalar(middle.dot(z));
    this.show([middle.dot(x), middle.dot(y)], size);
  }

  /**
   * Draws the grid before all solids, after a photo, so that none of its lines crosses a solid; or after them, as far as it is visible.
   * A drawing plane goes through its solids, so it shows no shadow.
   */
  private drawBefore(solids: boolean): void {
    const { material } = this.grid;
    this.shadow.material.visible = !solids;
    this.grid.renderOrder = solids ? -0.5 : -2;
    material.transparent = !solids;
    material.blending = solids ? CustomBlending : NormalBlending;
  }

  /** `centre`: centre of the visible part of the plane; `size`: length of its edge, m. */
  private show(centre: [number, number], size: number): void {
    const { uniforms } = this.grid.material;
    uniforms.cell.value = this.cell;
    uniforms.size.value = size;
    uniforms.centre.value.set(...centre);
    for (const mesh of [this.grid, this.shadow]) {
      mesh.position.set(centre[0], centre[1], 0);
      mesh.scale.set(size, size, 1);
    }
  }

  /** Whether shadows are visible on it. */
  get shadowed(): boolean {
    return this.shadow.visible;
  }

  set shadowed(shadowed: boolean) {
    this.shadow.visible = shadowed;
  }

  set gridded(gridded: boolean) {
    this.grid.visible = gridded;
  }

  setColors(line: string, dark: boolean): void {
    const { uniforms } = this.grid.material;
    // The shader outputs the colours of the style sheet unchanged.
    uniforms.line.value.setStyle(line).convertLinearToSRGB();
    uniforms.strength.value = dark ? 0.9 : 1;
    this.shadow.material.opacity = dark ? 0.5 : 0.2;
  }

  dispose(): void {
    this.grid.geometry.dispose();
    this.grid.material.dispose();
    this.shadow.material.dispose();
  }
}

const vertexShader = `
uniform float size;
uniform vec2 centre;
varying vec2 place;
varying vec2 fromCentre;
void main() {
  place = position.xy * size + centre;
  fromCentre = position.xy * 2.0;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragmentShader = `
uniform float cell;
uniform vec3 line;
uniform float strength;
varying vec2 place;
varying vec2 fromCentre;

// How much of a pixel lines at whole numbers cover; fades out where they come closer than pixels.
float lines(vec2 p) {
  vec2 width = fwidth(p);
  vec2 near = abs(fract(p - 0.5) - 0.5) / max(width, vec2(1e-9));
  vec2 cover = clamp(1.1 - near, 0.0, 1.0) * (1.0 - smoothstep(0.15, 0.5, width));
  return max(cover.x, cover.y);
}

void main() {
  float fine = lines(place / cell) * 0.5;
  float coarse = lines(place / (5.0 * cell));
  float fade = 1.0 - smoothstep(0.25, 1.0, length(fromCentre));
  gl_FragColor = vec4(line, max(fine, coarse) * fade * strength);
}`;
