import { Vector3 } from 'three';
import { nextTask } from '../../../wasm/engine/task';
import { equalJson } from '../format/equal';
import type { Range } from '../format/range';
import type { Recording } from '../state/recording';
import { placeOf } from '../state/samples';
import type { CameraShot } from '../state/shot';
import { load } from '../ui/load';
import type { Ball } from './balls';
import { type Box, boundsOf, boxSize, isEmpty, motionBalls } from './bounds';
import { contourRange } from './cables';
import { CameraRig, type Framed } from './camera-rig';
import { Content } from './content';
import type { SceneDescription } from './description';
import { ForceArrows, type Forces } from './forces';
import { FrameLoop } from './frame-loop';
import { sunDirection } from './framing';
import type { Paper } from './ground';
import { Picker } from './picker';
import { placedIn } from './placed';
import { Renderer } from './renderer';
import { least } from './sharpness';
import type { Symbols } from './symbols';
import { Trails } from './trail';

export interface StageColors {
  dark: boolean;
  grid: string;
  trail: string;
}

/** The inputs that determine the solids; the solids are rebuilt if they change. */
interface Plan {
  description: SceneDescription;
  size: number; // size of the motion, in m
}

/** A recording and everything derived from it. */
interface Subject {
  plan: Plan;
  recording: Recording;
  balls: Ball[];
  bounds: Box;
  /** Whether these are the balls and bounds of its start only. */
  still: boolean;
  /** Range of the quantity that colours cables. */
  range: Range | null;
}

/** The contents of the picture: solids, and the recording that moves them. */
interface Cast {
  subject: Subject;
  content: Content;
  trails: Trails;
}

/** The part of the plane that is visible while nothing is drawn, m. */
const sheet: Box = { min: [-0.5, -0.3, 0], max: [0.5, 0.3, 0] };

/** The 3D picture of a recording at a time. All lengths in metres, as in the model. */
export class Stage {
  /** Called when the picture has been drawn. */
  onDraw: (time: number) => void = () => {};
  onContextLost: () => void = () => {};
  onContextRestored: () => void = () => {};
  readonly camera: CameraRig;
  readonly picker: Picker;

  private readonly renderer: Renderer;
  private readonly loop: FrameLoop;
  private cast: Cast | null = null;
  /** The next request. */
  private requested: Subject | null = null;
  private building: Promise<void> | null = null;
  private disposed = false;
  private time = 0;
  /** The samples in the picture. */
  private posed = '';
  /** The reach of arrows and springs in a recording. */
  private reached: { content: Content; recording: Recording; balls: Ball[] } | null = null;
  /** The drawing plane that replaces the ground; with it, the start of the motion determines all sizes. */
  private paper: Paper | null = null;
  /** Whether joints and loads have symbols, and these symbols. */
  private symbolic = false;
  private symbols: Symbols | null = null;
  /** Forces that another run has measured. */
  private readonly forces = new ForceArrows();
  /** Pictures of another size are being drawn. */
  private apart = false;
  private colors: StageColors = { dark: false, grid: '#d0d6dd', trail: '#0b6bcb' };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    reducedMotion: boolean,
    /** The initial camera; null: it frames everything, or follows a body. */
    private readonly start: CameraShot | null,
  ) {
    this.renderer = new Renderer(canvas, context);
    this.loop = new FrameLoop({
      advance: () => this.camera.fly(),
      sharpen: (share) => this.sharpen(share),
      rest: () => this.rest(),
      draw: () => this.draw(),
    });
    const invalidate = () => this.loop.invalidate();
    this.camera = new CameraRig(canvas, reducedMotion, invalidate);
    const shown = () => this.cast && { content: this.cast.content, recording: this.cast.subject.recording, time: this.time };
    const onPlaces = () => {
      this.renderer.moveShadows();
      this.loop.drawNow(); // at once, because a person's hand depends on it
    };
    this.picker = new Picker(canvas, this.camera, shown, invalidate, onPlaces);
    this.renderer.scene.add(this.picker.outline.group, this.picker.backdrop.mesh, this.forces.group);
    this.renderer.onLost = () => {
      this.loop.stop();
      this.onContextLost();
    };
    this.renderer.onRestored = () => {
      this.onContextRestored();
      this.loop.invalidate();
    };
  }

  /** Whether there is a picture. */
  get started(): boolean {
    return this.cast !== null;
  }

  /** Range of the quantity that colours cables. */
  get range(): Range | null {
    return this.cast?.subject.range ?? null;
  }

  /** Metres between two grid lines of the ground; 0 without a grid. */
  get cell(): number {
    return this.renderer.ground.cell;
  }

  setColors(colors: StageColors): void {
    this.colors = colors;
    this.renderer.setColors(colors.grid, colors.dark);
    this.picker.outline.setColor(colors.trail);
    this.cast?.trails.setColor(colors.trail);
    this.symbols?.setDark(colors.dark);
    this.cast?.content.measure(this.cast.subject.recording, this.range, colors.dark);
    this.loop.invalidate();
  }

  /** Shows another recording; rebuilds the solids only if the description or the size of the motion differs. */
  async show(description: SceneDescription, recording: Recording): Promise<void> {
    const still = this.paper !== null;
    const balls = motionBalls(description, recording, still ? Math.min(1, recording.history.samples) : undefined);
    const moved = boundsOf(balls);
    const found = isEmpty(moved) || (still && boxSize(moved) === 0) ? sheet : moved;
    const { requested } = this;
    // During a live run the camera stays where it is.
    const stays = requested?.still === still && (recording.live === true || similar(requested.bounds, found));
    const bounds = stays ? requested.bounds : found;
    const size = stays ? requested.plan.size : Math.max(boxSize(found), 1e-9);
    const plan =
      requested?.plan.size === size && equalJson(description, requested.plan.description) ? requested.plan : { description, size };
    this.requested = { plan, recording, balls, bounds, still, range: contourRange(description, recording) };
    this.building ??= this.build().finally(() => {
      this.building = null;
    });
    await this.building;
  }

  /** Shows a drawing plane instead of the ground; null: the ground. */
  async draft(paper: Paper | null): Promise<void> {
    const changes = (this.paper === null) !== (paper === null);
    this.paper = paper;
    this.placeGround();
    this.loop.invalidate();
    if (changes && this.requested) await this.show(this.requested.plan.description, this.requested.recording);
  }

  async showSymbols(shown: boolean): Promise<void> {
    if (shown === this.symbolic) return;
    this.symbolic = shown;
    await this.buildSymbols();
  }

  /** Builds the symbols of the model shown, unless they exist. */
  private async buildSymbols(): Promise<void> {
    const model = () => (this.symbolic && !this.disposed ? (this.cast?.subject.recording.model ?? null) : null);
    if (model() === (this.symbols?.model ?? null)) return;
    const made = model() && (await load(() => import('./symbols')));
    const shown = model();
    if (shown && shown === this.symbols?.model) return; // another call was faster
    this.symbols?.dispose();
    this.symbols = made && shown ? new made.Symbols(shown) : null;
    this.symbols?.setDark(this.colors.dark);
    if (this.symbols) this.renderer.scene.add(this.symbols.group);
    this.loop.invalidate();
  }

  showForces(forces: Forces | null): void {
    this.forces.take(forces);
    this.loop.invalidate();
  }

  private placeGround(): void {
    const { ground } = this.renderer;
    const { subject } = this.cast ?? {};
    if (this.paper) ground.lay(this.paper);
    else if (subject) ground.place(subject.plan.description.ground, subject.plan.size, subject.bounds);
  }

  showTime(time: number): void {
    if (time === this.time) return;
    this.time = time;
    this.picker.places = null;
    this.renderer.moveShadows();
    if (this.cast?.subject.recording.live)
      this.loop.drawNow(); // at once, because a person's hand depends on it
    else this.loop.invalidate();
  }

  /** Shows or hides the grid lines of the ground; its shadow remains. */
  showGrid(shown: boolean): void {
    this.renderer.ground.gridded = shown;
    this.loop.invalidate();
  }

  /** Draws pictures of the current view in this size, in pixels; null: returns to the picture on the page. */
  setFormat(format: { width: number; height: number } | null): void {
    this.apart = format !== null;
    this.loop.hold(this.apart);
    if (!format) return this.resize(this.canvas.clientWidth, this.canvas.clientHeight);
    const { width, height } = format;
    this.camera.setShape(width / height);
    this.simplify(false);
    this.renderer.setPixels(width, height);
    this.cast?.trails.setResolution(width, height, 1, Math.max(2, height / 225));
  }

  /** Draws the state at a time immediately. False if nothing can be drawn. */
  drawAt(time: number): boolean {
    this.time = time;
    this.renderer.moveShadows();
    this.draw();
    return this.started && !this.renderer.lost;
  }

  /** Sets the size of the picture on the page, in pixels of the page. */
  resize(width: number, height: number): void {
    if (width < 1 || height < 1 || this.apart) return;
    this.simplify(false);
    this.renderer.setSize(width, height);
    this.loop.forget();
    this.sizeTrails();
    this.camera.resize(width, height);
    this.draw(); // at once, because resizing clears the canvas
  }

  dispose(): void {
    this.disposed = true;
    this.loop.stop();
    this.clear();
    this.forces.take(null);
    this.picker.outline.dispose();
    this.picker.backdrop.dispose();
    this.camera.dispose();
    this.renderer.dispose();
  }

  private draw(): void {
    const { cast, camera, renderer } = this;
    if (!cast || renderer.lost) return;
    this.pose(cast);
    cast.trails.show(this.time);
    camera.update();
    renderer.light(cast.content.bodies.map((body) => ({ centre: body.group.position.toArray(), radius: reach(body, cast) })));
    cast.content.sizeArrows(camera.distance);
    this.symbols?.fit(camera.distance);
    this.forces.pose(this.time, cast.subject.plan.size, camera.distance);
    renderer.render(camera.camera);
    this.onDraw(this.time);
  }

  private pose({ content, subject: { recording } }: Cast): void {
    const { places } = this.picker;
    const shown = places ? placedIn(recording, content.bodies, places, this.time) : recording;
    content.pose(shown, this.time);
    this.symbols?.pose(shown, this.time);
    this.posed = samplesAt(recording, this.time);
    this.picker.pose();
  }

  private sharpen(share: number): boolean {
    this.simplify(share === least);
    return this.sized(this.renderer.sharpen(share));
  }

  private rest(): boolean {
    this.simplify(false);
    return this.sized(this.renderer.rest());
  }

  private sized(changed: boolean): boolean {
    if (changed) this.sizeTrails();
    return changed;
  }

  /** Switches to simple crowds and no shadow, whose cost is about that of the rest; or to full drawing. */
  private simplify(simple: boolean): void {
    this.cast?.content.simplify(simple);
    this.renderer.setShadowed(!simple);
  }

  private sizeTrails(): void {
    this.cast?.trails.setResolution(this.canvas.clientWidth, this.canvas.clientHeight, this.renderer.ratio);
  }

  /**
   * Builds the requested solids in pieces and shows them when the graphics card has compiled their programs; until then the old picture
   * remains.
   */
  private async build(): Promise<void> {
    while (this.requested && this.requested.plan !== this.cast?.subject.plan && !this.disposed) {
      const { plan } = this.requested;
      await nextTask();
      const content = new Content(plan.description, plan.size);
      const trails = new Trails(plan.description.trails, this.colors.trail);
      await this.renderer.compile([...content.group.children, ...trails.meshes], this.camera.camera);
      // Meanwhile, a later state of the run may have been requested, or another run, which is built next.
      if (this.requested.plan === plan && !this.disposed) this.put({ subject: this.requested, content, trails });
      else {
        content.dispose();
        trails.dispose();
      }
    }
    if (this.requested && this.requested !== this.cast?.subject) this.take(this.requested);
  }

  private put(cast: Cast): void {
    const before = this.cast?.subject;
    const { subject, content, trails } = cast;
    if (before?.recording.history !== subject.recording.history) this.picker.places = null;
    const { description, size } = subject.plan;
    this.clear();
    this.cast = cast;
    this.picker.refreshOutline();
    this.renderer.scene.add(content.group, ...trails.meshes);
    this.camera.setUp(new Vector3(...description.camera.up).normalize());
    this.renderer.sunDirection.copy(sunDirection(description));
    this.sizeTrails();
    this.measure(cast);
    this.changed();
    this.pose(cast);
    this.placeGround();
    void this.buildSymbols();
    this.camera.lookAt(this.framed(cast), size !== before?.plan.size, this.start);
  }

  /** Shows a recording with the existing solids. Does not redraw if the run has only grown beyond the time shown. */
  private take(subject: Subject): void {
    const { cast } = this;
    if (this.disposed || !cast) return;
    const before = cast.subject;
    const { recording, range } = subject;
    cast.subject = subject;
    if (before.recording.history !== recording.history) this.picker.places = null;
    void this.buildSymbols();
    const measured = this.measure(cast);
    const grown = before.plan === subject.plan && before.recording.history === recording.history && !recording.live;
    const recolored = before.range?.[0] !== range?.[0] || before.range?.[1] !== range?.[1];
    if (grown && !measured && !recolored && cast.trails.count === 0 && this.posed === samplesAt(recording, this.time)) return;
    this.changed();
  }

  /** Updates everything that depends on the whole recording; true if arrows or bands change. */
  private measure({ subject: { recording, range }, content, trails }: Cast): boolean {
    trails.take(recording);
    return content.measure(recording, range, this.colors.dark);
  }

  private changed(): void {
    this.renderer.moveShadows();
    this.loop.invalidate();
  }

  /** The current target of the camera. */
  private framed(cast: Cast): Framed {
    const { content } = cast;
    const { description, size } = cast.subject.plan;
    return {
      description,
      size,
      balls: () => {
        const { balls, recording, still } = cast.subject;
        const all = still
          ? [...balls, ...content.reachBalls(recording, Math.min(1, recording.history.samples))]
          : [...balls, ...bandBalls(content, recording), ...this.reachBalls(content, recording)];
        return all.length > 0 ? all : [sheet.min, sheet.max].map((centre) => ({ centre, radius: 0 }));
      },
      followed: () => {
        if (this.picker.places) return null; // a hand places the body elsewhere, and aims at the current picture
        const body = content.bodies.find(({ name }) => name === description.camera.follow) ?? content.bodies[0];
        return body ? { position: body.group.position, reach: reach(body, cast) } : null;
      },
    };
  }

  private reachBalls(content: Content, recording: Recording): Ball[] {
    if (this.reached?.content !== content || this.reached.recording !== recording)
      this.reached = { content, recording, balls: content.reachBalls(recording) };
    return this.reached.balls;
  }

  private clear(): void {
    const { cast } = this;
    if (!cast) return;
    cast.trails.dispose();
    cast.content.group.removeFromParent();
    cast.content.dispose();
    this.cast = null;
    this.symbols?.dispose();
    this.symbols = null;
  }
}

function reach(body: { radius: number }, { subject: { plan } }: Cast): number {
  return Math.max(body.radius, 1e-3 * plan.size);
}

/** Balls around bands at a few times between the first and the last sample. */
function bandBalls(content: Content, recording: Recording): Ball[] {
  const { time } = recording.history;
  if (time.length === 0) return [];
  const [first, last] = [time[0], time[time.length - 1]];
  return content.bandBalls(
    recording,
    [0, 0.25, 0.5, 0.75, 1].map((share) => first + share * (last - first)),
  );
}

/** The state shown: the times of two samples, which remain valid when the run grows or is thinned, and the fraction between them. */
function samplesAt({ history: { time } }: Recording, at: number): string {
  const { index, fraction } = placeOf(time, at);
  return `${time[index]} ${fraction > 0 ? time[index + 1] : ''} ${fraction}`;
}

/** Whether two boxes differ by less than a fifth, so that the camera can keep its place. */
function similar(a: Box, b: Box): boolean {
  const size = boxSize(a);
  return [0, 1, 2].every((i) => Math.abs(a.min[i] - b.min[i]) < 0.2 * size && Math.abs(a.max[i] - b.max[i]) < 0.2 * size);
}
