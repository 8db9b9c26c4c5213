import type { Pixel } from '../scene';
import { Observable, observed } from '../state/observable';
import type { Session } from '../state/session';
import type { Changes } from './changes';
import { distance, localOf, type Point, snap } from './drawing';
import { assembledPoses, carried, isGrounded, type Pose, placed, pulled } from './move';
import { itemAt, itemsOf } from './outline';
import { drawn, isWhole, usual } from './palette';
import { type Plane, reach } from './plane';
import type { Sheet } from './sheet';
import type { Made, Tool } from './tool';

const still = 6; // pixels within which a press is no drag

/** A place of the picture, and what is there in the drawing plane. */
export interface Touch {
  pixel: Pixel;
  point: Point;
  altKey: boolean;
  shiftKey: boolean;
}

/** A hand on the drawing plane, led by a pointer or by keys: it draws with tools, and chooses and moves bodies. */
export class Hand extends Observable {
  /** Where the next point goes. */
  @observed readonly point: { at: Point; says: string } | null = null;
  /** The points of a line so far. */
  @observed readonly way: readonly Point[] = [];
  @observed readonly problem: string = '';
  /** A body on its way, and where it was taken. */
  @observed readonly held: { name: string; from: Point; pixel: Pixel; moves: boolean } | null = null;
  /** Where bodies go with the one that is held. */
  @observed readonly poses: ReadonlyMap<string, Pose> = new Map();
  /** Where it pulls, and its work. */
  private pull: Parameters<typeof pulled>[3] | null = null;
  private pulling: Promise<void> | null = null;

  constructor(
    private readonly session: Session,
    private readonly edits: Changes,
    private readonly sheet: Sheet,
    private readonly plane: Plane,
  ) {
    super();
  }

  /** The name of the chosen item. */
  get selected(): string {
    return itemAt(this.sheet.document, this.edits.selected)?.name ?? '';
  }

  /** Begins anew, with or without something to draw. */
  begin(working: boolean): void {
    this.set<Hand>({ way: [], problem: '', held: null });
    if (!working) this.set<Hand>({ point: null });
  }

  /** What is drawn stands at the start. */
  stand(): void {
    const { cursor } = this.session;
    cursor.pause();
    cursor.seek(cursor.start);
  }

  /** Presses; says whether there was something to do. */
  down(touch: Touch): boolean {
    const { tool, pick } = this.edits;
    if (tool) {
      this.set<Hand>({ point: this.snapped(touch) });
      if (isPoint(tool)) this.set<Hand>({ way: [this.point!.at] });
      else this.goOn(tool, this.point!.at);
      return true;
    }
    const name = this.plane.picker?.gripUnder(touch.pixel, reach)?.object ?? this.groundAt(touch.point);
    if (pick) this.picked(name);
    else if (name !== undefined) this.takeHold(name, touch);
    return pick !== null || name !== undefined;
  }

  /** Moves; says whether there was something to do. */
  move(touch: Touch): boolean {
    if (this.edits.tool) this.set<Hand>({ point: this.snapped(touch) });
    else if (this.held) this.drag(touch);
    else return false;
    return true;
  }

  /** Lets go, in the picture or beside it; says whether there was something to draw. */
  up(touch: Touch | null): boolean {
    const { tool } = this.edits;
    const { held, way, point } = this;
    if (held) {
      this.set<Hand>({ held: null, point: null });
      if (held.moves) void this.drop();
      return false;
    }
    if (!tool || way.length === 0 || !point || !touch) return false;
    const close = distance(way[way.length - 1], point.at) < still * this.plane.perPixel;
    // A line may also go from press to press.
    if (isPoint(tool) || (close && this.drawsPoints(tool))) void this.draw(tool, [...way, point.at]);
    else if (!close) this.goOn(tool, point.at);
    return true;
  }

  /** Ends a way where it is. */
  done(): void {
    const { tool } = this.edits;
    if (tool) void this.draw(tool, this.way);
  }

  cancel(): void {
    this.set<Hand>({ way: [], held: null, poses: new Map() });
  }

  putAway(): void {
    this.edits.take(null);
    this.begin(false);
  }

  /** What a key does, if anything. */
  key({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
    const ways: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[key];
    const { tool } = this.edits;
    if (key === 'Escape') this.putAway();
    else if (way) this.go(way, this.plane.step * (shiftKey && tool ? 5 : 1), shiftKey);
    else if (key === 'Delete' && this.selected && !tool) this.edits.remove(itemAt(this.sheet.document, this.edits.selected)!);
    else if (key.toLowerCase() === 'n' && tool) this.goToNextMark();
    else if (key === 'Enter' && tool && this.point) this.goOn(tool, this.point.at);
    else return false;
    return true;
  }

  addUsual(tool: Tool): void {
    this.finish(usual(tool, this.sheet.document, this.sheet.drawing, this.edits.depth));
  }

  private snapped(touch: Touch) {
    return this.plane.snapped(this.sheet.drawing, touch.point, touch);
  }

  private takeHold(name: string, touch: Touch): void {
    const items = (['create', 'objects'] as const).flatMap((list) => itemsOf(this.sheet.document, list));
    const item = items.find((each) => each.name === name) ?? items.find((each) => name.startsWith(`${each.name}.`));
    if (item) this.edits.select(item.pointer);
    this.stand();
    this.set<Hand>({ held: { name, from: this.snapped(touch).at, pixel: touch.pixel, moves: false } });
  }

  private drag(touch: Touch): void {
    const { pixel, moves: before, name, from } = this.held!;
    const moves = before || Math.hypot(touch.pixel.x - pixel.x, touch.pixel.y - pixel.y) > still;
    this.set<Hand>({ held: { ...this.held!, moves }, point: moves ? this.snapped(touch) : null });
    if (this.point) this.carry(name, from, this.point.at, touch.shiftKey);
  }

  private groundAt(point: Point): string | undefined {
    const near = reach * this.plane.perPixel;
    return this.sheet.drawing.bodies.find(({ fixed, position }) => fixed && distance(position, point) < near)?.name;
  }

  private picked(name: string | undefined): void {
    if (name === undefined) return this.set<Hand>({ problem: 'No body is there.' });
    this.edits.pick?.(name);
    this.edits.take(null);
  }

  /** A line of no length is something too. */
  private drawsPoints(tool: Tool): boolean {
    const { way, sheet } = this;
    const takes = tool.on !== 'ends' && tool.on !== 'way' && tool.on !== 'loop';
    return takes && typeof drawn(tool, sheet.document, sheet.drawing, [way[0], way[0]]) !== 'string';
  }

  /** Adds a point to the way, and ends that where it is whole. */
  private goOn(tool: Tool, at: Point): void {
    const way = [...this.way, at];
    if (isWhole(tool, this.sheet.drawing, way)) void this.draw(tool, way);
    else this.set<Hand>({ way });
  }

  private async draw(tool: Tool, way: readonly Point[]): Promise<void> {
    this.set<Hand>({ way: [] });
    await this.sheet.found; // the bodies of the last edit
    this.finish(drawn(tool, this.sheet.document, this.sheet.drawing, way, this.edits.depth));
  }

  private finish(made: readonly Made[] | string): void {
    if (typeof made === 'string') return this.set<Hand>({ problem: made });
    this.edits.take(null);
    this.edits.add(...made);
  }

  /** Takes a point of a body elsewhere while joints hold; a body that the ground does not hold, or with Shift all, goes along as it is. */
  private carry(name: string, from: Point, to: Point, whole: boolean): void {
    const { drawing } = this.sheet;
    const body = drawing.bodies.find((each) => each.name === name);
    if (whole || !body?.flat || body.fixed || !isGrounded(drawing, name)) {
      this.pull = null;
      this.set<Hand>({ poses: carried(drawing, name, [to[0] - from[0], to[1] - from[1]]) });
    } else {
      this.pull = { body: name, local: localOf(body, from), to };
      this.pulling ??= this.followHand().finally(() => {
        this.pulling = null;
      });
    }
  }

  /** Lets the mechanism follow the hand, to where it is last. */
  private async followHand(): Promise<void> {
    const { session, sheet } = this;
    const engine = await session.runner.prepare();
    while (this.pull) {
      const { pull } = this;
      this.pull = null;
      const text = JSON.stringify(pulled(sheet.document, sheet.drawing, this.poses, pull));
      const found = await engine.assemble(text, session.parameters.values).catch(() => null);
      if (found?.closed) this.set<Hand>({ poses: assembledPoses(sheet.drawing, found.nodes) });
      this.set<Hand>({ problem: found && !found.closed ? found.message : '' });
    }
  }

  private async drop(): Promise<void> {
    await this.pulling;
    const found = placed(this.sheet.document, this.sheet.drawing, this.poses);
    this.set<Hand>({ poses: new Map(), problem: typeof found === 'string' ? found : '' });
    if (typeof found !== 'string' && found.length > 0) this.edits.change(found);
  }

  private go([x, y]: Point, step: number, whole: boolean): void {
    const { drawing } = this.sheet;
    if (this.edits.tool) {
      const [px, py] = this.point?.at ?? [0, 0];
      this.set<Hand>({ point: snap(drawing, [px + x * step, py + y * step], 0.3 * this.plane.step, this.plane.step) });
    } else if (this.selected) {
      const from = drawing.bodies.find(({ name }) => name === this.selected)?.position ?? [0, 0];
      this.carry(this.selected, from, [from[0] + x * step, from[1] + y * step], whole);
      void this.drop();
    }
  }

  private goToNextMark(): void {
    const marks = this.sheet.drawing.bodies.flatMap((body) => body.marks);
    if (marks.length === 0) return;
    const now = marks.findIndex(({ at, says }) => this.point && distance(at, this.point.at) < 1e-6 && says === this.point.says);
    const { at, says } = marks[(now + 1) % marks.length];
    this.set<Hand>({ point: { at, says } });
  }
}

/** Whether it takes one point, which the pointer may still move before it goes up. */
const isPoint = ({ line, on }: Tool) => !line && on !== 'way' && on !== 'loop';
