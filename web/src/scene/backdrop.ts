import {
  CustomBlending,
  DoubleSide,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  PlaneGeometry,
  SRGBColorSpace,
  Texture,
  Vector3,
} from 'three';

/** A flat picture in the scene, and its place. */
export interface Placard {
  image: ImageBitmap;
  centre: readonly [number, number, number];
  right: readonly [number, number, number];
  up: readonly [number, number, number];
  /** m */
  width: number;
  opacity: number;
}

/** Draws the picture behind all solids. */
export class Backdrop {
  /** Drawn in the pass of opaque objects, so that everything else is drawn over it. */
  private readonly material = new MeshBasicMaterial({
    blending: CustomBlending,
    blendSrcAlpha: OneFactor,
    blendDstAlpha: OneMinusSrcAlphaFactor,
    side: DoubleSide,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  readonly mesh = new Mesh(new PlaneGeometry(), this.material);
  private image: ImageBitmap | null = null;

  constructor() {
    this.mesh.visible = false;
    this.mesh.renderOrder = -1;
    this.mesh.matrixAutoUpdate = false;
  }

  show(placard: Placard | null): void {
    this.mesh.visible = placard !== null;
    if (placard?.image !== this.image) this.paint(placard?.image ?? null);
    if (!placard) return;
    const { image, centre, right, up, width, opacity } = placard;
    const x = new Vector3(...right).multiplyScalar(width);
    const y = new Vector3(...up).multiplyScalar((width * image.height) / image.width);
    this.mesh.matrix.makeBasis(x, y, x.clone().cross(y).normalize()).premultiply(new Matrix4().makeTranslation(...centre));
    this.mesh.matrixWorldNeedsUpdate = true;
    this.material.opacity = opacity;
  }

  dispose(): void {
    this.paint(null);
    this.mesh.geometry.dispose();
    this.material.dispose();
  }

  private paint(image: ImageBitmap | null): void {
    this.image = image;
    this.material.map?.dispose();
    this.material.map = image && new Texture(image);
    this.material.needsUpdate = true;
    if (!this.material.map) return;
    this.material.map.colorSpace = SRGBColorSpace;
    this.material.map.flipY = false; // flipping has no effect on a bitmap; its rows are read from below
    this.material.map.needsUpdate = true;
  }
}
