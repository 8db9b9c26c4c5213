import { msg, str } from '@lit/localize';
import type { AssembledInfo } from '../../../wasm/engine/types';
import { messageText } from '../engine';
import type { Pixel } from '../scene';
import { Observable, observed } from '../state/observable';
import type { Session } from '../state/session';
import { depthIn, toPlane, type Vector } from './axes';
import type { Changes } from './changes';
import { type DrawnBody, distance, type Point, snap } from './drawing';
import { assembledPoses, carried, hanging, isGrounded, type Poses, type Pull, placed, pulled, started } from './move';
import { planeProblem } from './orient';
import { itemAt, itemsOf } from './outline';
import { drawn, isWhole, usual } from './palette';
import { type Plane, reach, type Spot } from './plane';
import type { Sheet } from './sheet';
import { localIn, plus, pointOf } from './space';
import { texts } from './texts';
import type { Made, Tool } from './tool';

const still = 6; // pixels within which a press is not a drag
const near = 9; // pixels within which a press hits a joint, a spring or a load

/** A place in the picture, and its point in the drawing plane. */
export interface Touch {
  pixel: Pixel;
  /** null if the plane is seen edge-on. */
  point: Point | null;
  altKey: boolean;
  shiftKey: boolean;
}

/** A body being dragged. */
interface Held {
  name: string;
  /** The grabbed point, in space and in the frame of the body, and its pixel. */
  from: Vector;
  local: Vector;
  pixel: Pixel;
  /** The name of the item that was selected before. */
  before: string;
  /** Whether it moves in the drawing plane; otherwise parallel to the screen. */
  inPlane: boolean;
  moves: boolean;
}

/** Input on the drawing plane by a pointer or by keys: it draws with tools, and selects and moves bodies. */
export class Hand extends Observable {
  /** The position of the next point. */
  @observed readonly point: Spot | null = null;
  /** The points of a line so far. */
  @observed readonly path: readonly Point[] = [];
  @observed readonly problem: string = '';
  @observed readonly held: Held | null = null;
  /** From the grabbed point to the pointer that pulls it. */
  @observed readonly arm: readonly [Vector, Pixel] | null = null;
  /** The poses of bodies that move with the dragged one, and the nodes of the assembled mechanism. */
  private poses: Poses = new Map();
  private nodes: AssembledInfo['nodes'] = [];
  /** The current pull, and the computation that follows it. */
  private pull: Pull | null = null;
  private pulling: Promise<void> | null = null;
  /** Whether everything moves rigidly together. */
  private whole = false;
  private cancelled = false;

  constructor(
    private readonly session: Session,
    private readonly edits: Changes,
    private readonly sheet: Sheet,
    private readonly plane: Plane,
  ) {
    super();
  }

  /** The name of the selected item. */
  get selected(): string {
    return itemAt(this.sheet.document, this.edits.selected)?.name ?? '';
  }

  /** Resets the state. `working`: whether there is something to draw. */
  begin(working: boolean): void {
    const { tool } = this.edits;
    const problem = tool ? planeProblem(this.edits.axes, tool) : '';
    this.set<Hand>({ path: [], problem, held: null });
    this.plane.level = null;
    if (!working) this.set<Hand>({ point: null });
  }

  /** Returns the model to its start for drawing. */
  returnToStart(): void {
    const { cursor } = this.session;
    cursor.pause();
    cursor.seek(cursor.start);
  }

  /** Handles a press; returns whether it was used. */
  down(touch: Touch): boolean {
    const { tool, pick } = this.edits;
    if (tool) {
      const point = this.snapped(touch);
      if (!point) this.set<Hand>({ problem: msg('The drawing plane is seen from its edge: turn the view first.') });
      this.set<Hand>({ point });
      if (point && isPoint(tool)) this.set<Hand>({ path: [point.at] });
      else if (point) this.addPoint(tool, point);
      return true;
    }
    const { picker } = this.plane;
    const grip = picker?.gripUnder(touch.pixel, reach);
    const name = grip?.object ?? this.groundAt(touch.point);
    if (pick) this.picked(name);
    else if (name !== undefined) this.grab(name, touch, (grip && picker?.gripPoint(grip)?.toArray()) ?? null);
    else if (this.connectionsAt(touch.pixel).joints.length > 0) this.choose(touch.pixel, '', this.selected);
    else return false;
    return true;
  }

  /** Handles a move; returns whether it was used. */
  move(touch: Touch): boolean {
    if (this.edits.tool) this.set<Hand>({ point: this.snapped(touch) });
    else if (this.held) this.drag(touch);
    else return false;
    return true;
  }

  /** Handles a release, inside or outside the picture; returns whether a stroke was in progress. */
  up(touch: Touch | null): boolean {
    const { tool } = this.edits;
    const { held, path, point } = this;
    if (held) {
      this.set<Hand>({ held: null, point: null, arm: null });
      if (held.moves) void this.drop(true);
      else if (touch) this.choose(touch.pixel, held.name, held.before);
      return false;
    }
    if (!tool || path.length === 0 || !point || !touch) return false;
    const close = distance(path[path.length - 1], point.at) < still * this.plane.perPixel;
    // A line may also be drawn by one press at each of its ends.
    if (isPoint(tool)) this.plane.level = point.depth;
    if (isPoint(tool) || (close && this.drawsPoints(tool))) void this.draw(tool, [...path, point.at]);
    else if (!close) this.addPoint(tool, point);
    return true;
  }

  /** Ends a path at its last point. */
  done(): void {
    const { tool } = this.edits;
    if (tool) void this.draw(tool, this.path);
  }

  /** Takes back what was wrong, because its reason has ended. */
  forget(): void {
    if (this.problem) this.set<Hand>({ problem: '' });
  }

  cancel(): void {
    this.set<Hand>({ path: [], held: null, arm: null, problem: '' });
    this.cancelled = true;
    this.plane.level = null;
    this.pull = null;
    this.show(new Map());
  }

  dropTool(): void {
    if (this.held) this.cancel();
    this.edits.take(null);
    this.begin(false);
  }

  /** Handles a key; returns whether it was used. */
  key({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
    const arrow = arrowKeys[key];
    const { tool } = this.edits;
    if (key === 'Escape') this.dropTool();
    else if (arrow && tool) this.movePoint(arrow, this.plane.step * (shiftKey ? 5 : 1));
    else if (arrow) void this.moveBody(arrow, shiftKey);
    else if (key === 'Delete' && this.selected && !tool) this.edits.remove(itemAt(this.sheet.document, this.edits.selected)!);
    else if (key.toLowerCase() === 'n' && tool) this.selectNextMark();
    else if (key === 'Enter' && tool && this.point) this.addPoint(tool, this.point);
    else return false;
    return true;
  }

  addDefault(tool: Tool): void {
    this.finish(usual(tool, this.sheet.document, this.sheet.drawing, this.plane.depth));
  }

  private snapped(touch: Touch): Spot | null {
    return touch.point && this.plane.snapped(this.sheet.drawing, touch.point, touch);
  }

  private grab(name: string, touch: Touch, grabbed: Vector | null): void {
    const before = this.selected;
    this.select(name);
    this.returnToStart();
    const body = this.bodyOf(name);
    const point = !body || !grabbed || this.liesInPlane(body) ? this.snapped(touch) : null;
    const inPlane = point !== null;
    if (!inPlane && !grabbed) return;
    const from = point
      ? this.plane.placeOf({ at: point.at, depth: body?.depth ?? 0 })
      : this.onMark(grabbed!, touch.pixel, body ? [body] : []);
    this.cancelled = false;
    const local = body ? localIn(body.place, from) : from;
    this.set<Hand>({ held: { name, from, local, pixel: touch.pixel, before, inPlane, moves: false } });
  }

  private select(name: string): void {
    const items = (['create', 'objects', 'loads'] as const).flatMap((list) => itemsOf(this.sheet.document, list));
    const item = items.find((each) => each.name === name) ?? items.find((each) => name.startsWith(`${each.name}.`));
    if (item) this.edits.select(item.pointer);
  }

  /** Names of joints, springs and loads at a place in the picture. */
  private connectionsAt(pixel: Pixel): { joints: string[]; loads: string[] } {
    const { plane } = this;
    const { joints, loads } = this.sheet.drawing;
    const isNear = (a: Pixel | null, b: Pixel | null) => a !== null && b !== null && fromSegment(pixel, a, b) < near;
    const at = (spot: { at: Point; depth: number }) => plane.pixel(spot.at, spot.depth);
    return {
      joints: joints.filter((joint) => isNear(at(joint), at(joint.holds ? joint : joint.end))).map(({ name }) => name),
      loads: loads.filter((load) => isNear(at(load), at(load))).map(({ name }) => name),
    };
  }

  /** A short press selects the joint there, and then one after the other: springs, the body, its loads. */
  private choose(pixel: Pixel, body: string, before: string): void {
    const { joints, loads } = this.connectionsAt(pixel);
    const all = [...joints, ...(body ? [body] : []), ...loads];
    if (all.length > 0) this.select(all[(all.indexOf(before) + 1) % all.length]);
  }

  private bodyOf(name: string): DrawnBody | undefined {
    return this.sheet.drawing.bodies.find((each) => each.name === name);
  }

  /** Bodies in the drawing plane move along it; in space, only while the camera faces the plane. */
  private liesInPlane({ spatial, flat }: DrawnBody): boolean {
    return !spatial || (flat && this.plane.faced);
  }

  /** A mark close to a place in the picture, otherwise the point itself. */
  private onMark(point: Vector, pixel: Pixel, bodies: readonly DrawnBody[]): Vector {
    const mark = this.plane.markNear(
      pixel,
      bodies.flatMap(({ marks }) => marks),
    );
    return mark ? this.plane.placeOf(mark) : point;
  }

  private drag(touch: Touch): void {
    const { pixel, moves: before, name, from, inPlane } = this.held!;
    const moves = before || Math.hypot(touch.pixel.x - pixel.x, touch.pixel.y - pixel.y) > still;
    const point = moves && inPlane ? this.snapped(touch) : null;
    this.set<Hand>({ held: { ...this.held!, moves }, point });
    if (!moves) return;
    const body = this.bodyOf(name);
    const to = point ? this.plane.placeOf({ at: point.at, depth: body?.depth ?? 0 }) : this.beside(from, touch);
    if (to) this.carry(this.held!, to, touch.shiftKey, touch.pixel);
  }

  /** The point under the pointer, parallel to the screen. A body without joints also snaps to ends and centres of others. */
  private beside(from: Vector, { pixel, altKey, shiftKey }: Touch): Vector | null {
    const { picker } = this.plane;
    const { drawing } = this.sheet;
    const to = picker?.pointUnder(pixel, picker.depthOf(from)).toArray();
    if (!to) return null;
    const { name } = this.held!;
    if (altKey || (!shiftKey && isGrounded(drawing, name))) return to;
    const own = hanging(drawing, name);
    return this.onMark(
      to,
      pixel,
      drawing.bodies.filter((each) => !own.includes(each)),
    );
  }

  private groundAt(point: Point | null): string | undefined {
    if (!point) return undefined;
    const near = reach * this.plane.perPixel;
    return this.sheet.drawing.bodies.find(({ fixed, position }) => fixed && distance(position, point) < near)?.name;
  }

  private picked(name: string | undefined): void {
    if (name === undefined) return this.set<Hand>({ problem: texts.noBodyIsThere() });
    this.edits.pick?.(name);
    this.edits.take(null);
  }

  /** Whether the tool draws points. A line of zero length counts as well. */
  private drawsPoints(tool: Tool): boolean {
    const { path, sheet } = this;
    const takes = tool.on !== 'ends' && tool.on !== 'path' && tool.on !== 'loop';
    return takes && typeof drawn(tool, sheet.document, sheet.drawing, [path[0], path[0]]) !== 'string';
  }

  /** Adds a point to the path, and finishes a complete one. The path keeps the depth at which it began. */
  private addPoint(tool: Tool, { at, depth }: Spot): void {
    if (this.path.length === 0) this.plane.level = depth;
    const path = [...this.path, at];
    if (isWhole(tool, this.sheet.drawing, path)) void this.draw(tool, path);
    else this.set<Hand>({ path });
  }

  private async draw(tool: Tool, path: readonly Point[]): Promise<void> {
    const { depth } = this.plane;
    this.plane.level = null;
    this.set<Hand>({ path: [] });
    await this.sheet.found; // wait for the bodies of the last edit
    this.finish(drawn(tool, this.sheet.document, this.sheet.drawing, path, depth));
  }

  private finish(made: readonly Made[] | string): void {
    if (typeof made === 'string') return this.set<Hand>({ problem: made });
    this.edits.take(null);
    this.edits.add(...made);
  }

  /**
   * Moves a point of a body while joints hold. A body without a connection to the ground moves rigidly with its neighbours, and so does
   * everything with Shift.
   */
  private carry({ name, from, local }: Held, to: Vector, whole: boolean, pixel: Pixel | null = null): void {
    const { drawing } = this.sheet;
    const { axes } = drawing;
    const body = this.bodyOf(name);
    this.whole = whole;
    if (!body) return this.set<Hand>({ problem: msg(str`${name} cannot be moved by hand; change its numbers in the form.`) });
    if (whole || body.fixed || !isGrounded(drawing, name)) {
      this.pull = null;
      const shift = plus(to, from, -1);
      this.nodes = [];
      this.show(carried(drawing, name, toPlane(axes, shift), depthIn(axes, shift)));
    } else {
      this.pull = { body: name, local, to };
      this.pulling ??= this.followHand().finally(() => {
        this.pulling = null;
      });
    }
    if (pixel) this.set<Hand>({ arm: [this.heldPoint(name, local) ?? from, pixel] });
  }

  /** The current position of a point of a body. */
  private heldPoint(name: string, local: Vector): Vector | null {
    const place = this.poses.get(name)?.place ?? this.bodyOf(name)?.place;
    return place ? pointOf(place, local) : null;
  }

  /** Shows the moved bodies in the picture. */
  private show(poses: Poses): void {
    this.poses = poses;
    this.plane.picker?.put(poses.size > 0 ? new Map([...poses].map(([name, { place }]) => [name, place])) : null);
  }

  /** Moves the mechanism after the pointer, up to its latest position. */
  private async followHand(): Promise<void> {
    const { session, sheet } = this;
    const engine = await session.runner.prepare();
    while (this.pull) {
      const { pull } = this;
      this.pull = null;
      const assemble = (alone: boolean) =>
        engine.assemble(JSON.stringify(pulled(sheet.expanded, sheet.drawing, this.nodes, pull, alone))).catch(() => null);
      let found = await assemble(false);
      if (found && !found.closed) found = await assemble(true); // another mechanism may be the open one
      if (this.cancelled) return;
      if (found?.closed) {
        this.nodes = found.nodes;
        this.show(assembledPoses(sheet.drawing, found.nodes));
        const point = this.heldPoint(pull.body, pull.local);
        if (point && this.arm) this.set<Hand>({ arm: [point, this.arm[1]] });
      }
      this.set<Hand>({ problem: found && !found.closed ? messageText(found).text : '' });
    }
  }

  /** Writes the new poses of bodies to the document. `released`: the pull has ended, and so has its problem. */
  private async drop(released = false): Promise<void> {
    await this.pulling;
    if (released) this.forget();
    const { document, drawing } = this.sheet;
    const { poses } = this;
    let found = placed(document, drawing, poses);
    // In a rigid move, joints to the ground would have to move too, which requires new references.
    if (typeof found === 'string' && !this.whole) found = started(document, drawing, poses);
    this.nodes = [];
    this.poses = new Map();
    if (typeof found !== 'string' && found.length > 0) return this.edits.change(found);
    this.show(new Map());
    if (typeof found === 'string') this.set<Hand>({ problem: found });
  }

  private movePoint([x, y]: Vector, step: number): void {
    const { drawing } = this.sheet;
    const { depth } = this.plane;
    const [px, py] = this.point?.at ?? [0, 0];
    const { at, label } = snap(
      drawing.axes.inSpace ? [] : this.sheet.marks,
      [px + x * step, py + y * step],
      0.3 * this.plane.step,
      this.plane.step,
    );
    this.set<Hand>({ point: { at, label, depth } });
  }

  /** Moves the selected body by a step in the plane, or in the picture: parallel to the screen or along the view. */
  private async moveBody(arrow: Vector, whole: boolean): Promise<void> {
    const name = this.selected;
    const body = this.bodyOf(name);
    if (!body) return;
    const { picker, step } = this.plane;
    const { right, up, normal } = this.sheet.drawing.axes;
    const directions: readonly Vector[] =
      this.liesInPlane(body) || !picker ? [right, up, normal] : picker.directions.map((each) => each.toArray());
    if (!body.spatial && arrow[2] !== 0) return;
    this.returnToStart();
    this.cancelled = false;
    const from = body.place.position;
    const to = directions.reduce(
      (at, direction, i) => plus(at, direction, step * arrow[i] * (i === 2 && directions[2] === normal ? -1 : 1)),
      from,
    );
    const before = this.edits.done;
    this.carry({ name, from, local: [0, 0, 0], pixel: { x: 0, y: 0 }, before: '', inPlane: true, moves: true }, to, whole);
    await this.drop();
    if (this.edits.done === before && !this.problem) this.set<Hand>({ problem: msg(str`Joints hold the middle of ${name} there.`) });
  }

  private selectNextMark(): void {
    const { marks } = this.sheet;
    if (marks.length === 0) return;
    const now = marks.findIndex((mark) => {
      const { at, depth, label } = this.point ?? {};
      return at && distance(mark.at, at) < 1e-6 && Math.abs(mark.depth - depth!) < 1e-6 && mark.label === label;
    });
    const { at, depth, label } = marks[(now + 1) % marks.length];
    this.set<Hand>({ point: { at, depth, label } });
  }
}

/** To the right, up, and away from the viewer. */
const arrowKeys: Record<string, Vector> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

/** Pixels from a point to a line between two others. */
function fromSegment({ x, y }: Pixel, a: Pixel, b: Pixel): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

/** Whether the tool takes a single point, which the pointer may still move before it is released. */
const isPoint = ({ line, on }: Tool) => !line && on !== 'path' && on !== 'loop';
