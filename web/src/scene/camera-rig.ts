import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { CameraShot } from '../state/shot';
import type { Ball } from './balls';
import type { SceneDescription } from './description';
import { frameBalls, viewDirection } from './framing';

export type CameraView = 'orbit' | 'follow' | 'top' | 'side';

/** The contents that the camera frames. */
export interface Framed {
  readonly description: SceneDescription;
  /** Size of the motion, m. */
  readonly size: number;
  /** Balls around all visible parts of the motion. */
  balls(): Ball[];
  /** The current position of the followed body. */
  followed(): { position: Vector3; reach: number } | null;
}

const fieldOfView = 32; // degrees, up and down
const moveTime = 350; // ms for moving the camera

/** The camera: frames the motion automatically, follows a body, and obeys a person. */
export class CameraRig {
  readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 100);
  private controls: OrbitControls;
  private framed: Framed | null = null;
  private view: CameraView = 'orbit';
  /** The previous position of the followed body. */
  private readonly followed = new Vector3();
  /** A person has moved the camera. */
  private userMoved = false;
  /** A person has moved it away from its view. */
  turned = false;
  /** A pointer holds it. */
  private held = false;
  /** The wheel zooms. */
  private wheel = false;
  /** Touches move the picture instead of scrolling the page. */
  private touches = false;
  private flight: { start: number; fromPosition: Vector3; fromTarget: Vector3; position: Vector3; target: Vector3 } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly reducedMotion: boolean,
    private readonly onChange: () => void,
  ) {
    this.camera.up.set(0, 0, 1);
    canvas.addEventListener('wheel', this.onWheel, { capture: true, passive: true });
    this.controls = this.makeControls();
    canvas.addEventListener('dblclick', this.onDoubleClick);
  }

  /** The controls turn the camera around the direction that is up when they are made. */
  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.enableDamping = !this.reducedMotion;
    controls.dampingFactor = 0.12;
    controls.addEventListener('change', () => {
      this.turned ||= this.held;
      this.onChange();
    });
    controls.addEventListener('start', () => {
      this.take();
      this.held = true;
    });
    controls.addEventListener('end', () => {
      this.held = false;
    });
    this.setTouch(this.touches);
    return controls;
  }

  /** Sets the direction that is up in the picture, a unit vector. */
  setUp(up: Vector3): void {
    if (up.equals(this.camera.up)) return;
    const { target } = this.controls;
    this.camera.up.copy(up);
    this.controls.dispose();
    this.controls = this.makeControls();
    this.controls.target.copy(target);
  }

  /** The position of the followed body; null: the camera does not follow a body. */
  get followedPoint(): Vector3 | null {
    return this.view === 'follow' ? this.followed.clone() : null;
  }

  /** Distance from the camera to its target, m. */
  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  /** The camera set by a person; null while the camera frames the motion automatically. */
  get shot(): CameraShot | null {
    if (!this.userMoved && this.view === (this.framed?.description.camera.follow ? 'follow' : 'orbit')) return null;
    const { target } = this.controls;
    const origin = this.view === 'follow' ? this.followed : new Vector3();
    return { view: this.view, offset: this.camera.position.clone().sub(target).toArray(), target: target.clone().sub(origin).toArray() };
  }

  /** Frames other contents. `resized`: their size has changed. The first time, the camera jumps to its place. */
  lookAt(framed: Framed, resized: boolean, start: CameraShot | null): void {
    const first = this.framed === null;
    this.framed = framed;
    if (!first) this.follow(); // the new contents include the followed body
    if (resized && !this.userMoved) this.frameAll(first);
    if (first && framed.description.camera.follow) this.setView('follow');
    if (first && start) this.takeShot(start);
  }

  setView(view: CameraView): void {
    this.view = view;
    this.userMoved = this.turned = false;
    this.frameAll(false);
  }

  /** Restores the camera of a `shot`. */
  takeShot({ view, offset, target }: CameraShot): void {
    this.view = view;
    this.take();
    this.turned = false;
    const origin = view === 'follow' ? this.framed?.followed()?.position : null;
    if (origin) this.followed.copy(origin);
    this.controls.target.set(...target).add(origin ?? new Vector3());
    this.camera.position.copy(this.controls.target).add(new Vector3(...offset));
    this.onChange();
  }

  /** Turns the camera around its target by angles in radians. */
  orbit(azimuth: number, elevation: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(this.camera.up, azimuth);
    const side = this.camera.up.clone().cross(offset).normalize();
    const lifted = offset.clone().applyAxisAngle(side, -elevation);
    if (lifted.angleTo(this.camera.up) > 0.05 && lifted.angleTo(this.camera.up) < Math.PI - 0.05) offset.copy(lifted);
    this.moveBy(offset);
  }

  zoom(factor: number): void {
    this.moveBy(
      this.camera.position
        .clone()
        .sub(this.controls.target)
        .multiplyScalar(1 / factor),
    );
  }

  enableWheel(enabled: boolean): void {
    this.wheel = enabled;
  }

  /** `whole`: touches in any direction move the picture; otherwise a swipe that begins up or down scrolls the page. */
  setTouch(whole: boolean): void {
    this.touches = whole;
    this.canvas.style.touchAction = whole ? 'none' : 'pan-y';
  }

  /** Sets the size of the picture in pixels. Frames the motion again unless a person has moved the camera. */
  resize(width: number, height: number): void {
    this.camera.fov = fieldOfView;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.framed && !this.userMoved) this.frameAll(true);
  }

  /** Adapts to a picture with another aspect ratio: a narrower one still shows the sides. */
  setShape(aspect: number): void {
    const { clientWidth, clientHeight } = this.canvas;
    const seen = clientHeight > 0 ? clientWidth / clientHeight : 1;
    const wider = Math.max(1, seen / aspect);
    this.camera.fov = (360 / Math.PI) * Math.atan(wider * Math.tan((fieldOfView * Math.PI) / 360));
    this.camera.aspect = aspect;
    this.flight = null;
  }

  /** Shows the whole motion, or the followed body. `atOnce`: without an animation. */
  private frameAll(atOnce: boolean): void {
    const { framed } = this;
    if (!framed) return;
    const { description } = framed;
    const body = this.view === 'follow' ? framed.followed() : null;
    const balls = body ? [{ centre: body.position.toArray(), radius: 2.2 * body.reach }] : framed.balls();
    const direction = viewDirection(description, this.view);
    const { target, distance } = frameBalls(balls, direction, this.camera.up, this.camera, this.covered);
    const { follow, zoom } = description.camera;
    const first = (this.view === 'follow') === (follow !== null); // the view that the document describes
    const position = target.clone().addScaledVector(direction, first ? distance / zoom : distance);
    if (this.view === 'follow') this.followed.copy(body?.position ?? target);
    if (atOnce || this.reducedMotion) {
      this.flight = null;
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.controls.update();
    } else {
      const fromPosition = this.camera.position.clone();
      this.flight = { start: performance.now(), fromPosition, fromTarget: this.controls.target.clone(), position, target };
    }
    this.onChange();
  }

  /** Continues the animation to a new frame. */
  fly(): void {
    const { flight } = this;
    if (!flight) return;
    const progress = Math.min(1, (performance.now() - flight.start) / moveTime);
    const eased = progress * progress * (3 - 2 * progress);
    this.camera.position.lerpVectors(flight.fromPosition, flight.position, eased);
    this.controls.target.lerpVectors(flight.fromTarget, flight.target, eased);
    if (progress === 1) this.flight = null;
    else this.onChange();
  }

  /** Updates the camera for the next picture. */
  update(): void {
    this.follow();
    this.controls.update();
    const { distance } = this;
    this.camera.near = distance * 0.01;
    this.camera.far = distance * 10 + (this.framed?.size ?? 1) * 4;
    this.camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.canvas.removeEventListener('wheel', this.onWheel, { capture: true });
    this.canvas.removeEventListener('dblclick', this.onDoubleClick);
    this.controls.dispose();
  }

  /** Moves the camera with the followed body. */
  private follow(): void {
    const body = this.view === 'follow' ? this.framed?.followed() : null;
    if (!body) return;
    const step = body.position.clone().sub(this.followed);
    if (!Number.isFinite(step.length())) return; // a diverged run has no position for it
    this.followed.copy(body.position);
    this.camera.position.add(step);
    this.controls.target.add(step);
    if (this.flight) for (const point of Object.values(this.flight)) if (point instanceof Vector3) point.add(step);
  }

  private moveBy(offset: Vector3): void {
    this.take();
    this.turned = true;
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.onChange();
  }

  /** The person controls the camera from now on. */
  private take(): void {
    this.userMoved = true;
    this.flight = null;
  }

  /** Fraction of the picture's height below the camera buttons; in large pictures, the buttons are beside the motion. */
  private get covered(): number {
    const { clientWidth, clientHeight, parentElement } = this.canvas;
    const shown = parentElement?.querySelector('.scene-views')?.clientHeight; // not in the smallest frames
    return shown && (clientWidth < 600 || clientHeight < 320) ? 60 / clientHeight : 0;
  }

  /** The wheel scrolls the page unless the view has the focus; pinching always zooms. */
  private readonly onWheel = (event: Event) => {
    if (!this.wheel) event.stopImmediatePropagation();
  };

  private readonly onDoubleClick = () => {
    this.userMoved = this.turned = false;
    this.frameAll(false);
  };
}

/** Metres per pixel at a depth in front of the camera, for a picture of this height. */
export function metresPerPixel(depth: number, height: number): number {
  return (2 * depth * Math.tan((fieldOfView * Math.PI) / 360)) / height;
}
