import {
  BackSide,
  BoxGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshDepthMaterial,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { nextTask } from '../../../wasm/engine/task';
import { niceBelow } from '../format/quantity';
import type { Range } from '../format/range';
import { type RunRecording, sensorColumn } from '../state/recording';
import { placeOf } from '../state/samples';
import type { CameraShot } from '../state/shot';
import { type Ball, type Box, boundsOf, boxSize, isEmpty, motionBalls } from './bounds';
import { Content, contourRange } from './content';
import type { SceneDescription } from './description';
import { frameBalls, sunDirection, viewDirection } from './framing';
import {
  allGrips,
  bodyOfGrip,
  type Grip,
  type GripPlace,
  gripUnder,
  lineOfGrip,
  type Pixel,
  pixelOf,
  placeOfGrip,
  rayThrough,
} from './grip';
import { Ground } from './ground';
import { Outline } from './outline';
import { least, Sharpness } from './sharpness';
import { Trail } from './trail';

export type CameraView = 'orbit' | 'follow' | 'top' | 'side';

export interface StageColors {
  dark: boolean;
  grid: string;
  trail: string;
}

/** What solids are built of; another value asks for other ones. */
interface Plan {
  description: SceneDescription;
  size: number; // of the motion, in m
}

/** A recording and all that follows from it. */
interface Subject {
  plan: Plan;
  recording: RunRecording;
  balls: Ball[];
  bounds: Box;
  /** Of the quantity that colours cables. */
  range: Range | null;
}

const fieldOfView = 32; // degrees, up and down
const moveTime = 350; // ms for the camera to go somewhere else
const restTime = 250; // ms without movement until the picture is as sharp as it can be

/** The 3D picture: draws a recording at a time, only when something has changed. Everything in metres, as in the model. */
export class Stage {
  /** Called when the picture has been drawn. */
  onDraw: (time: number) => void = () => {};
  onContextLost: () => void = () => {};
  onContextRestored: () => void = () => {};
  /** Metres between two lines of the ground. */
  cell = 0;

  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private readonly sun = new DirectionalLight('#ffffff', 2.4);
  private readonly sky = new HemisphereLight('#ffffff', '#d5d0c4', 2.3);
  private readonly ground = new Ground();
  private readonly outline = new Outline();
  /** What has an outline. */
  private lit: Grip | null = null;
  private content = new Content();
  private trails: { name: string; trail: Trail }[] = [];
  /** What is in the picture. Its solids are there: another recording comes with the solids that it moves. */
  private subject: Subject | null = null;
  /** What is to be shown next. */
  private asked: Subject | null = null;
  private building: Promise<void> | null = null;
  private disposed = false;
  private time = 0;
  /** The samples in the picture. */
  private posed = '';
  private view: CameraView = 'orbit';
  private readonly followed = new Vector3();
  private touched = false;
  /** How far arrows and springs reach in a recording. */
  private reached: { content: Content; recording: RunRecording; balls: Ball[] } | null = null;
  /** The wheel comes closer. */
  private wheel = false;
  private frame = 0;
  private wantedAt: number | null = null; // since when there should be another picture, ms; null: there need not be one
  private rest: ReturnType<typeof setTimeout> | undefined;
  private sharpness = new Sharpness();
  /** Solids as the sun sees them: only so that the programs for it are made. */
  private readonly shadows = new Group().add(
    ...[BackSide, DoubleSide].map((side) => new Mesh(new BoxGeometry(), new MeshDepthMaterial({ side }))),
  );
  private readonly shadowTarget = new WebGLRenderTarget(1, 1);
  private readonly sunDirection = new Vector3(0, 0, 1);
  /** The size of the pictures that are being made, in pixels; null: the picture on the page. */
  private format: { width: number; height: number } | null = null;
  private flight: { start: number; fromPosition: Vector3; fromTarget: Vector3; position: Vector3; target: Vector3 } | null = null;
  private colors: StageColors = { dark: false, grid: '#d0d6dd', trail: '#0b6bcb' };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    private readonly calm: boolean,
    /** Where the camera begins; null: where it frames everything, or follows. */
    private readonly start: CameraShot | null,
  ) {
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.debug.checkShaderErrors = false; // asking waits for the graphics card
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // a turning camera moves no shadow
    this.camera.up.set(0, 0, 1);
    canvas.addEventListener('wheel', this.onWheel, { capture: true, passive: true });
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !calm;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener('change', () => this.invalidate());
    this.controls.addEventListener('start', () => {
      this.touched = true;
      this.flight = null;
    });
    canvas.style.touchAction = 'pan-y';
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 5;
    this.scene.add(this.sky, this.sun, this.sun.target, this.ground.group, this.content.group, this.outline.group);
    canvas.addEventListener('dblclick', this.onDoubleClick);
    canvas.addEventListener('webglcontextlost', this.onLost);
    canvas.addEventListener('webglcontextrestored', this.onRestored);
  }

  /** Whether there is a picture. */
  get started(): boolean {
    return this.subject !== null;
  }

  /** Of the quantity that colours cables. */
  get range(): Range | null {
    return this.subject?.range ?? null;
  }

  private get description(): SceneDescription | null {
    return this.subject?.plan.description ?? null;
  }

  private get size(): number {
    return this.subject?.plan.size ?? 1;
  }

  setColors(colors: StageColors): void {
    this.colors = colors;
    this.ground.setColors(colors.grid, colors.dark);
    this.outline.setColor(colors.trail);
    this.sky.groundColor.set(colors.dark ? '#8a8f96' : '#d5d0c4');
    this.sky.intensity = colors.dark ? 1.9 : 2.3;
    for (const { trail } of this.trails) trail.setColor(colors.trail);
    if (this.subject) this.content.measure(this.subject.recording, this.subject.range, colors.dark);
    this.invalidate();
  }

  /** Shows another recording; the solids are built anew only if the description or the size of the motion differs. */
  async show(description: SceneDescription, recording: RunRecording): Promise<void> {
    const balls = motionBalls(description, recording);
    const found = boundsOf(balls);
    if (isEmpty(found)) return;
    const { asked } = this;
    // While a person has a run in hand, the camera stays where it is.
    const stays = asked !== null && (recording.live === true || similar(asked.bounds, found));
    const bounds = stays ? asked.bounds : found;
    const size = stays ? asked.plan.size : Math.max(boxSize(found), 1e-9);
    const plan = asked?.plan.size === size && same(description, asked.plan.description) ? asked.plan : { description, size };
    this.asked = { plan, recording, balls, bounds, range: contourRange(description, recording) };
    this.building ??= this.build().finally(() => {
      this.building = null;
    });
    await this.building;
  }

  showTime(time: number): void {
    if (time === this.time) return;
    this.time = time;
    this.renderer.shadowMap.needsUpdate = true;
    if (!this.subject?.recording.live || this.format) return this.invalidate();
    this.stop(); // at once: a person's hand waits for it
    this.wantedAt = performance.now();
    this.tick(this.wantedAt);
  }

  /** What is under a place in the picture; `tolerance`: pixels beside it that count. */
  gripUnder(pixel: Pixel, tolerance: number): Grip | null {
    const { subject } = this;
    if (!subject) return null;
    const { recording } = subject;
    return gripUnder(pixel, tolerance, this.pictureSize, this.camera, this.content, recording, placeOf(recording.history.time, this.time));
  }

  grips(most: number): Grip[] {
    return allGrips(this.content, most);
  }

  /** Where a grip is at the time shown. */
  gripPoint(grip: GripPlace): Vector3 | null {
    const recording = this.subject?.recording;
    return recording ? placeOfGrip(grip, this.content, recording, placeOf(recording.history.time, this.time)) : null;
  }

  /** The middle line of a cable element in the picture at the time shown; empty for what is none. */
  lineOf(grip: GripPlace): Pixel[] {
    const recording = this.subject?.recording;
    const line = recording ? lineOfGrip(grip, this.content, recording, placeOf(recording.history.time, this.time)) : null;
    const shown = (line ?? []).map((point) => pixelOf(point, this.pictureSize, this.camera));
    return shown.includes(null) ? [] : (shown as Pixel[]);
  }

  /** Where a point is in the picture. */
  pixelOf(point: readonly [number, number, number]): Pixel | null {
    return pixelOf(new Vector3(...point), this.pictureSize, this.camera);
  }

  /** How far a point is in front of the viewer. */
  depthOf(point: Vector3): number {
    return point.clone().sub(this.camera.position).dot(this.camera.getWorldDirection(new Vector3()));
  }

  /** The point under a place in the picture so far in front of the viewer; of what is flat, at its z. */
  pointUnder(pixel: Pixel, depth: number, z: number | null = null): Vector3 {
    const { origin, direction } = rayThrough(pixel, this.pictureSize, this.camera).ray;
    if (z !== null && Math.abs(direction.z) > 0.1) return origin.clone().addScaledVector(direction, (z - origin.z) / direction.z);
    return origin.clone().addScaledVector(direction, depth / direction.dot(this.camera.getWorldDirection(new Vector3())));
  }

  /** Where the body is with which the camera moves; null: it stands. */
  get followedPoint(): Vector3 | null {
    return this.view === 'follow' ? this.followed.clone() : null;
  }

  /** The directions to the right, up and away from the viewer. */
  get directions(): [right: Vector3, up: Vector3, away: Vector3] {
    const axes: [Vector3, Vector3, Vector3] = [new Vector3(), new Vector3(), new Vector3()];
    this.camera.matrixWorld.extractBasis(...axes);
    axes[2].negate();
    return axes;
  }

  metresPerPixel(depth: number): number {
    return (2 * depth * Math.tan((fieldOfView * Math.PI) / 360)) / this.pictureSize.height;
  }

  /** Gives a body an outline; null: none. */
  light(grip: Grip | null): void {
    const body = grip && bodyOfGrip(grip, this.content);
    this.lit = body ? grip : null;
    this.outline.show(body ? this.content.shapesOf(body) : []);
    this.invalidate();
  }

  /** `whole`: fingers belong to the picture, and do not scroll the page. */
  setTouch(whole: boolean): void {
    this.canvas.style.touchAction = whole ? 'none' : 'pan-y';
  }

  private get pictureSize(): { width: number; height: number } {
    return { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) };
  }

  setView(view: CameraView): void {
    this.view = view;
    this.touched = false;
    this.frameAll(false);
  }

  /** Where the camera is, once a person has moved it; null while the picture frames itself. */
  get shot(): CameraShot | null {
    if (!this.touched && this.view === (this.description?.camera.follow ? 'follow' : 'orbit')) return null;
    const { target } = this.controls;
    const origin = this.view === 'follow' ? this.followed : new Vector3();
    return { view: this.view, offset: this.camera.position.clone().sub(target).toArray(), target: target.clone().sub(origin).toArray() };
  }

  /** Puts the camera where it was when `shot` was read. */
  takeShot({ view, offset, target }: CameraShot): void {
    this.view = view;
    this.touched = true;
    this.flight = null;
    this.pose();
    const origin = view === 'follow' ? this.followedBody()?.group.position : null;
    if (origin) this.followed.copy(origin);
    this.controls.target.set(...target).add(origin ?? new Vector3());
    this.camera.position.copy(this.controls.target).add(new Vector3(...offset));
    this.invalidate();
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

  /** Makes pictures of a size in pixels, of what is seen now; null: the picture on the page again. */
  setFormat(format: { width: number; height: number } | null): void {
    const { clientWidth, clientHeight } = this.canvas;
    const seen = clientHeight > 0 ? clientWidth / clientHeight : 1;
    this.format = format;
    this.stop();
    this.camera.fov = fieldOfView;
    if (!format) return this.resize(clientWidth, clientHeight);
    const { width, height } = format;
    // What is seen at the sides stays in a picture that is less wide.
    const wider = Math.max(1, seen / (width / height));
    this.camera.fov = (360 / Math.PI) * Math.atan(wider * Math.tan((fieldOfView * Math.PI) / 360));
    this.camera.aspect = width / height;
    this.flight = null;
    this.simplify(false);
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    for (const { trail } of this.trails) trail.setResolution(width, height, 1, Math.max(2, height / 225));
  }

  /** Draws the state at a time at once. False if nothing can be drawn. */
  drawAt(time: number): boolean {
    this.time = time;
    this.renderer.shadowMap.needsUpdate = true;
    this.draw();
    return this.started && !this.renderer.getContext().isContextLost();
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1 || this.format) return;
    this.simplify(false);
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.sharpness = new Sharpness();
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.sizeTrails();
    if (this.subject && !this.touched) this.frameAll(true);
    this.draw(); // at once: a resized canvas is empty
  }

  dispose(): void {
    this.disposed = true;
    this.stop();
    this.canvas.removeEventListener('wheel', this.onWheel, { capture: true });
    this.canvas.removeEventListener('dblclick', this.onDoubleClick);
    this.canvas.removeEventListener('webglcontextlost', this.onLost);
    this.canvas.removeEventListener('webglcontextrestored', this.onRestored);
    this.clear();
    this.outline.dispose();
    this.ground.dispose();
    this.controls.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** The whole motion, or the followed body, in sight. `atOnce`: without flying there. */
  frameAll(atOnce: boolean): void {
    const { subject } = this;
    if (!subject) return;
    const { description } = subject.plan;
    const body = this.view === 'follow' ? this.followedBody() : null;
    const balls = body
      ? [{ centre: body.group.position.toArray(), radius: 2.2 * this.reach(body) }]
      : [...subject.balls, ...this.bandBalls(subject.recording), ...this.reachBalls(subject.recording)];
    const direction = viewDirection(description, this.view);
    const { target, distance } = frameBalls(balls, direction, this.camera.up, this.camera, this.covered);
    const { follow, zoom } = description.camera;
    const first = (this.view === 'follow') === (follow !== null); // the view that the document describes
    const position = target.clone().addScaledVector(direction, first ? distance / zoom : distance);
    if (this.view === 'follow') this.followed.copy(this.followedBody()?.group.position ?? target);
    if (atOnce || this.calm) {
      this.flight = null;
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.controls.update();
    } else {
      const fromPosition = this.camera.position.clone();
      this.flight = { start: performance.now(), fromPosition, fromTarget: this.controls.target.clone(), position, target };
    }
    this.invalidate();
  }

  private reachBalls(recording: RunRecording): Ball[] {
    const { content } = this;
    if (this.reached?.content !== content || this.reached.recording !== recording)
      this.reached = { content, recording, balls: content.reachBalls(recording) };
    return this.reached.balls;
  }

  /** Of a few times between the first and the last sample. */
  private bandBalls(recording: RunRecording): Ball[] {
    const { time } = recording.history;
    if (time.length === 0) return [];
    const [first, last] = [time[0], time[time.length - 1]];
    return this.content.bandBalls(
      recording,
      [0, 0.25, 0.5, 0.75, 1].map((share) => first + share * (last - first)),
    );
  }

  /** Part of the picture's height that lies under the camera's buttons; in wide pictures they stand beside the motion. */
  private get covered(): number {
    const { clientWidth, clientHeight } = this.canvas;
    return clientWidth < 600 && clientHeight > 200 ? 60 / clientHeight : 0;
  }

  /** The wheel scrolls the page until the view has the focus; fingers come closer at any time. */
  private readonly onWheel = (event: Event) => {
    if (!this.wheel) event.stopImmediatePropagation();
  };

  private readonly onDoubleClick = () => {
    this.touched = false;
    this.frameAll(false);
  };

  private readonly onLost = (event: Event) => {
    event.preventDefault();
    this.stop();
    this.onContextLost();
  };

  private readonly onRestored = () => {
    this.onContextRestored();
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  };

  private invalidate(): void {
    if (this.format) return;
    this.wantedAt ??= performance.now();
    clearTimeout(this.rest);
    this.frame ||= requestAnimationFrame(this.tick);
  }

  private stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.frame = 0;
    this.wantedAt = null;
  }

  /** Comes once more after each picture: the next one may be asked for just before, and only now is the last one done. */
  private readonly tick = (now: number) => {
    this.frame = 0;
    const { wantedAt } = this;
    this.sharpness.drawn(now);
    if (wantedAt === null) {
      this.rest = setTimeout(() => this.sharpen(1) && this.draw(), restTime);
      return;
    }
    this.wantedAt = null;
    this.fly();
    this.sharpen(this.sharpness.moving(now, wantedAt));
    this.draw();
    this.frame ||= requestAnimationFrame(this.tick);
  };

  /** Takes a share of the full resolution; true if it was another one. */
  private sharpen(share: number): boolean {
    const ratio = share * Math.min(2, window.devicePixelRatio || 1);
    this.simplify(share === least);
    if (ratio === this.renderer.getPixelRatio()) return false;
    this.renderer.setPixelRatio(ratio);
    this.sizeTrails();
    return true;
  }

  /** Draws crowds with less, and then without shadows, which take as long again, or all as it is. */
  private simplify(simple: boolean): void {
    const shadowed = !this.content.simplify(simple);
    if (shadowed === this.ground.shadowed) return;
    this.ground.shadowed = shadowed;
    this.renderer.shadowMap.needsUpdate = true;
  }

  private sizeTrails(): void {
    const { clientWidth, clientHeight } = this.canvas;
    for (const { trail } of this.trails) trail.setResolution(clientWidth, clientHeight, this.renderer.getPixelRatio());
  }

  private fly(): void {
    const { flight } = this;
    if (!flight) return;
    const progress = Math.min(1, (performance.now() - flight.start) / moveTime);
    const eased = progress * progress * (3 - 2 * progress);
    this.camera.position.lerpVectors(flight.fromPosition, flight.position, eased);
    this.controls.target.lerpVectors(flight.fromTarget, flight.target, eased);
    if (progress === 1) this.flight = null;
    else this.invalidate();
  }

  private draw(): void {
    if (!this.started || this.renderer.getContext().isContextLost()) return;
    this.pose();
    for (const { trail } of this.trails) trail.show(this.time);
    this.followBody();
    this.controls.update();
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = distance * 0.01;
    this.camera.far = distance * 10 + this.size * 4;
    this.camera.updateProjectionMatrix();
    this.placeLight();
    this.content.sizeArrows(distance);
    if (!this.ground.shadowed) this.renderer.shadowMap.needsUpdate = false;
    this.renderer.render(this.scene, this.camera);
    this.onDraw(this.time);
  }

  private pose(): void {
    if (this.subject) {
      this.content.pose(this.subject.recording, this.time);
      this.posed = samplesAt(this.subject.recording, this.time);
    }
    const body = this.lit && bodyOfGrip(this.lit, this.content);
    if (body) this.outline.follow(body.group, this.pictureSize);
  }

  private followBody(): void {
    const body = this.view === 'follow' ? this.followedBody() : null;
    if (!body) return;
    const step = body.group.position.clone().sub(this.followed);
    if (!Number.isFinite(step.length())) return; // a run that went out of bounds has no place for it
    this.followed.copy(body.group.position);
    this.camera.position.add(step);
    this.controls.target.add(step);
    if (this.flight) for (const point of Object.values(this.flight)) if (point instanceof Vector3) point.add(step);
  }

  private followedBody() {
    const name = this.description?.camera.follow;
    return this.content.bodies.find((body) => body.name === name) ?? this.content.bodies[0] ?? null;
  }

  /** The sun shines on what moves, so that its shadow is as sharp in a long run as in a short one. */
  private placeLight(): void {
    const box = boundsOf(this.content.bodies.map((body) => ({ centre: body.group.position.toArray(), radius: this.reach(body) })));
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

  private reach(body: { radius: number }): number {
    return Math.max(body.radius, 1e-3 * this.size);
  }

  private moveBy(offset: Vector3): void {
    this.touched = true;
    this.flight = null;
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.invalidate();
  }

  /** Builds what is asked for, a piece at a time, and shows it when the graphics card knows its programs; until then the old picture stays. */
  private async build(): Promise<void> {
    while (this.asked && this.asked.plan !== this.subject?.plan && !this.disposed) {
      const { plan } = this.asked;
      await nextTask();
      const content = new Content();
      content.build(plan.description, plan.size);
      const trails = plan.description.trails.map((name) => ({ name, trail: new Trail(this.colors.trail, 2) }));
      await this.compile([...this.ground.group.children, ...content.group.children, ...trails.map(({ trail }) => trail.mesh)]);
      // Meanwhile a later look at the same run may have been asked for, or something else, which is built next.
      if (this.asked.plan === plan) this.put(this.asked, content, trails);
      else content.clear();
    }
    if (this.asked && this.asked !== this.subject) this.take(this.asked);
  }

  /** Lets the graphics card make the programs of things to be drawn, and waits without holding up the page. */
  private async compile(parts: Object3D[]): Promise<void> {
    const { renderer } = this;
    for (const part of parts) {
      await nextTask();
      if (this.disposed) return;
      renderer.compile(part, this.camera, this.scene);
    }
    await nextTask();
    if (this.disposed) return;
    renderer.setRenderTarget(this.shadowTarget);
    renderer.compile(this.shadows, this.camera, this.scene);
    renderer.setRenderTarget(null);
    const gl = renderer.getContext() as WebGL2RenderingContext;
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const programs = renderer.info.programs as unknown as { isReady(): boolean }[];
    const made = () =>
      !done || (gl.getSyncParameter(done, gl.SYNC_STATUS) === gl.SIGNALED && programs.every((program) => program.isReady()));
    while (!this.disposed && !gl.isContextLost() && !made()) await new Promise((resolve) => setTimeout(resolve, 5));
    gl.deleteSync(done);
  }

  private put(subject: Subject, content: Content, trails: Stage['trails']): void {
    const before = this.subject;
    const { description, size } = subject.plan;
    this.clear();
    this.content = content;
    this.trails = trails;
    this.light(this.lit);
    this.scene.add(content.group, ...trails.map(({ trail }) => trail.mesh));
    if (this.disposed) return this.clear();
    this.camera.up.set(...description.camera.up).normalize();
    this.sunDirection.copy(sunDirection(description));
    this.sizeTrails();
    this.take(subject);
    this.pose();
    if (before) this.followBody(); // the body that is followed is among the new ones
    this.placeGround(subject);
    if (size !== before?.plan.size && !this.touched) this.frameAll(before === null);
    if (before === null && description.camera.follow) this.setView('follow');
    if (before === null && this.start) this.takeShot(this.start);
  }

  private placeGround({ plan, bounds }: Subject): void {
    const { ground } = plan.description;
    this.ground.group.visible = ground !== null;
    if (!ground) return;
    this.cell = ground.cell ?? niceBelow(this.size / 14);
    const normal = new Vector3(...ground.normal).normalize();
    this.ground.group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
    this.ground.group.position.set(...ground.origin);
    this.ground.group.updateMatrixWorld();
    const centre = new Vector3(...bounds.min).add(new Vector3(...bounds.max)).multiplyScalar(0.5);
    const local = this.ground.group.worldToLocal(centre);
    this.ground.place(this.cell, [local.x, local.y], 5 * this.size);
    this.ground.setColors(this.colors.grid, this.colors.dark);
  }

  /** Shows a recording with the solids that are there. Draws nothing where a run has only grown beyond what is in the picture. */
  private take(subject: Subject): void {
    if (this.disposed) return;
    const before = this.subject;
    this.subject = subject;
    const { recording, range } = subject;
    for (const { name, trail } of this.trails) {
      const columns = [0, 1, 2].map((i) => sensorColumn(recording, name, i));
      if (columns.every((column) => column !== null)) trail.setPath(columns, recording.history.time);
    }
    const measured = this.content.measure(recording, range, this.colors.dark);
    const grown = before?.plan === subject.plan && before.recording.history === recording.history && !recording.live;
    const recolored = before?.range?.[0] !== range?.[0] || before?.range?.[1] !== range?.[1];
    if (grown && !measured && !recolored && this.trails.length === 0 && this.posed === samplesAt(recording, this.time)) return;
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  private clear(): void {
    for (const { trail } of this.trails) {
      trail.mesh.removeFromParent();
      trail.dispose();
    }
    this.content.group.removeFromParent();
    this.content.clear();
  }
}

function same(a: SceneDescription, b: SceneDescription): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** What is shown at a time: samples by their times, which stay theirs when the run grows or others are left out, and how far between them. */
function samplesAt({ history: { time } }: RunRecording, at: number): string {
  const { index, fraction } = placeOf(time, at);
  return `${time[index]} ${fraction > 0 ? time[index + 1] : ''} ${fraction}`;
}

/** Whether two boxes differ by less than a fifth, so that the camera may stay. */
function similar(a: Box, b: Box): boolean {
  const size = boxSize(a);
  return [0, 1, 2].every((i) => Math.abs(a.min[i] - b.min[i]) < 0.2 * size && Math.abs(a.max[i] - b.max[i]) < 0.2 * size);
}
