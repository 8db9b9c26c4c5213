import {
  BackSide,
  BoxGeometry,
  type Camera,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshDepthMaterial,
  type Object3D,
  PCFShadowMap,
  Scene,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { nextTask } from '../../../wasm/engine/task';
import type { Ball } from './balls';
import { boundsOf, boxSize, isEmpty } from './bounds';
import { Ground } from './ground';

const largest = 2048; // pixels, the largest width of a picture that can be rendered at twice the resolution

/** Draws a scene with its light, its ground and one soft shadow. */
export class Renderer {
  onLost: () => void = () => {};
  onRestored: () => void = () => {};
  readonly scene = new Scene();
  readonly ground = new Ground();
  /** Direction to the sun, a unit vector. */
  readonly sunDirection = new Vector3(0, 0, 1);

  private readonly renderer: WebGLRenderer;
  private readonly sun = new DirectionalLight('#ffffff', 2.4);
  private readonly sky = new HemisphereLight('#ffffff', '#d5d0c4', 2.3);
  /** Solids for the shadow pass, only for compiling its programs. */
  private readonly shadows = new Group().add(
    ...[BackSide, DoubleSide].map((side) => new Mesh(new BoxGeometry(), new MeshDepthMaterial({ side }))),
  );
  private readonly shadowTarget = new WebGLRenderTarget(1, 1);
  /** Whether edges are antialiased. */
  private readonly smooth: boolean;
  private disposed = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
  ) {
    this.smooth = context.getContextAttributes()?.antialias ?? true;
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.debug.checkShaderErrors = false; // checking would wait for the graphics card
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // a rotating camera does not change shadows
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 5;
    this.scene.add(this.sky, this.sun, this.sun.target, this.ground.group);
    canvas.addEventListener('webglcontextlost', this.onContextLost);
    canvas.addEventListener('webglcontextrestored', this.onContextRestored);
  }

  /** Whether the graphics card has lost its context. */
  get lost(): boolean {
    return this.renderer.getContext().isContextLost();
  }

  /** Pixels of the picture per pixel of the page. */
  get ratio(): number {
    return this.renderer.getPixelRatio();
  }

  setColors(grid: string, dark: boolean): void {
    this.ground.setColors(grid, dark);
    this.sky.groundColor.set(dark ? '#8a8f96' : '#d5d0c4');
    this.sky.intensity = dark ? 1.9 : 2.3;
  }

  /** Sets the size in pixels of the page, at full resolution. */
  setSize(width: number, height: number): void {
    this.renderer.setPixelRatio(fullRatio());
    this.renderer.setSize(width, height, false);
  }

  /**
   * Sets the size in pixels of the picture. Without antialiasing it renders at twice the resolution, and the caller scales the picture
   * down.
   */
  setPixels(width: number, height: number): void {
    this.renderer.setPixelRatio(this.smooth || width > largest ? 1 : 2);
    this.renderer.setSize(width, height, false);
  }

  /** For a still picture: the full resolution, or more without antialiasing; true if it changed. */
  rest(): boolean {
    return this.sharpen(this.smooth ? 1 : 2 / fullRatio());
  }

  /** Sets the fraction of the full resolution; true if it changed. */
  sharpen(share: number): boolean {
    const ratio = share * fullRatio();
    if (ratio === this.ratio) return false;
    this.renderer.setPixelRatio(ratio);
    return true;
  }

  /** Switches shadows on or off. */
  setShadowed(shadowed: boolean): void {
    if (shadowed === this.ground.shadowed) return;
    this.ground.shadowed = shadowed;
    this.moveShadows();
  }

  /** Recomputes shadows in the next frame, because objects have moved. */
  moveShadows(): void {
    this.renderer.shadowMap.needsUpdate = true;
  }

  /** Aims the sun at the moving bodies, so that shadows are equally sharp in long and short runs. */
  light(moving: readonly Ball[]): void {
    const box = boundsOf([...moving]);
    if (isEmpty(box)) return;
    const reach = boxSize(box);
    const centre = new Vector3(...box.min).add(new Vector3(...box.max)).multiplyScalar(0.5);
    this.sun.target.position.copy(centre);
    this.sun.position.copy(centre).addScaledVector(this.sunDirection, 4 * reach);
    const { camera } = this.sun.shadow;
    [camera.left, camera.right, camera.bottom, camera.top] = [-1.2 * reach, 1.2 * reach, -1.2 * reach, 1.2 * reach];
    [camera.near, camera.far] = [0.5 * reach, 12 * reach];
    camera.updateProjectionMatrix();
  }

  render(camera: Camera): void {
    if (!this.ground.shadowed) this.renderer.shadowMap.needsUpdate = false;
    this.renderer.render(this.scene, camera);
  }

  /** Lets the graphics card compile the programs of new objects without blocking the page. */
  async compile(things: readonly Object3D[], camera: Camera): Promise<void> {
    const { renderer, scene } = this;
    for (const thing of [...this.ground.group.children, ...things]) {
      await nextTask();
      if (this.disposed) return;
      renderer.compile(thing, camera, scene);
    }
    await nextTask();
    if (this.disposed) return;
    renderer.setRenderTarget(this.shadowTarget);
    renderer.compile(this.shadows, camera, scene);
    renderer.setRenderTarget(null);
    await this.programsMade();
  }

  private async programsMade(): Promise<void> {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const programs = this.renderer.info.programs as unknown as { isReady(): boolean }[];
    const made = () =>
      !done || (gl.getSyncParameter(done, gl.SYNC_STATUS) === gl.SIGNALED && programs.every((program) => program.isReady()));
    while (!this.disposed && !gl.isContextLost() && !made()) await new Promise((resolve) => setTimeout(resolve, 5));
    gl.deleteSync(done);
  }

  dispose(): void {
    this.disposed = true;
    this.canvas.removeEventListener('webglcontextlost', this.onContextLost);
    this.canvas.removeEventListener('webglcontextrestored', this.onContextRestored);
    this.ground.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private readonly onContextLost = (event: Event) => {
    event.preventDefault();
    this.onLost();
  };

  private readonly onContextRestored = () => {
    this.moveShadows();
    this.onRestored();
  };
}

function fullRatio(): number {
  return Math.min(2, window.devicePixelRatio || 1);
}
