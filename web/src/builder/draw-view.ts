import { consume } from '@lit/context';
import { html, nothing, svg } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { formatNumber, niceBelow } from '../format/quantity';
import { type Picker, type Pixel, type SceneOnPage, sceneContext } from '../scene';
import type { ModelDocument } from '../state/document';
import { effect, untracked } from '../state/observable';
import type { Session } from '../state/session';
import { sessionContext } from '../ui/session';
import { View } from '../ui/view';
import { type Changes, changesOf } from './changes';
import './draw.css';
import { type Drawing, distance, drawingOf, globalOf, localOf, meetings, outlines, type Point, snap, tidy } from './drawing';
import { assembledPoses, carried, isGrounded, type Pose, placed, pulled } from './move';
import { type Entry, freshName, itemAt, itemsOf, lists } from './outline';
import { drawn, type Tool, usual } from './palette';

const still = 6; // pixels within which a press is no drag
const reach = 14; // pixels to a mark that takes the point
const apart = 14; // pixels between points of the grid, at least
const offers = [
  { label: 'Hinge', type: 'RevoluteJoint', stem: 'hinge' },
  { label: 'Fix', type: 'GenericJoint', stem: 'fixed' },
];

/** Over the 3D view while *Build* is open: the drawing plane z = 0, where tools draw and bodies are chosen and moved. */
@customElement('slip-draw')
export class Draw extends View {
  @consume({ context: sessionContext }) session!: Session;
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  @state() private drawing: Drawing = { bodies: [], joints: [] };
  /** Where the next point goes. */
  @state() private point: { at: Point; says: string } | null = null;
  /** Where a line began. */
  @state() private from: Point | null = null;
  @state() private problem = '';
  /** A body on its way, and where it was taken. */
  @state() private held: { name: string; from: Point; pixel: Pixel; moves: boolean } | null = null;
  /** Where bodies go with the one that is held. */
  @state() private poses: ReadonlyMap<string, Pose> = new Map();
  /** Where a hand pulls, and its work. */
  private pull: Parameters<typeof pulled>[3] | null = null;
  private pulling: Promise<void> | null = null;
  private changes!: Changes;
  private drawnText = '';
  private following: Promise<void> | null = null;
  private placed = false;
  private stops: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.changes = changesOf(this.session);
    this.tabIndex = 0;
    this.role = 'application';
    this.ariaLabel = 'Drawing plane: arrow keys move the point, N goes to the next end or centre, Enter sets it, Escape puts the tool away';
    const surface = this.parentElement as HTMLElement;
    const on = (type: string, act: (event: never) => void) => {
      surface.addEventListener(type, act as EventListener, { capture: true });
      return () => surface.removeEventListener(type, act as EventListener, { capture: true });
    };
    this.addEventListener('keydown', this.onKey);
    const { runner, parameters } = this.session;
    this.stops = [
      on('pointerdown', this.onDown),
      on('pointermove', this.onMove),
      on('pointerup', this.onUp),
      on('pointercancel', this.onCancel),
      on('drawn', this.onDrawn),
      effect(() => {
        void [this.session.opened, parameters.values, runner.phase];
        untracked(() => this.follow());
      }),
      effect(() => {
        const { tool, pick } = this.changes;
        untracked(() => this.begin(tool !== null || pick !== null));
      }),
      effect(() => {
        void [this.changes.selected, this.drawing, runner.recording];
        untracked(() => this.light());
      }),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stops) stop();
    this.removeEventListener('keydown', this.onKey);
    this.changes.take(null);
    this.picker?.light(null);
    this.picker?.setTouch(false);
  }

  protected override render() {
    const { tool, pick } = this.changes;
    const to = this.point;
    const [from, end] = [this.pixel(this.from), this.pixel(to?.at ?? null)];
    const empty = this.picker !== null && this.drawing.bodies.length === 0;
    const hint =
      this.problem || (pick ? 'Press on the body.' : (tool?.says ?? (empty ? 'An empty sheet: choose Bar, and drag here.' : '')));
    this.toggleAttribute('data-ready', this.picker !== null);
    return html`
      <svg class="draw-lines" aria-hidden="true">
        ${tool && from && end ? svg`<line class="draw-line" x1=${from.x} y1=${from.y} x2=${end.x} y2=${end.y} />` : nothing}
        ${this.ghosts().map((points) => svg`<polygon points=${points} />`)}
        ${this.joints().map(({ x, y, name }) => svg`<circle class="draw-joint" cx=${x} cy=${y} r="5" data-chosen=${name === this.selected} />`)}
        ${(tool || this.held?.moves) && end ? svg`<path class="draw-point" d="M${end.x - 7} ${end.y}h14M${end.x} ${end.y - 7}v14" />${to?.says ? svg`<circle class="draw-snap" cx=${end.x} cy=${end.y} r="9" />` : nothing}` : nothing}
      </svg>
      ${tool && to && end ? html`<output class="draw-place" data-left=${end.x > this.clientWidth / 2} style=${place(end)}>${placeText(to, this.from)}</output>` : nothing}
      ${this.renderOffers()}
      ${
        hint
          ? html`<p class="draw-note" data-problem=${this.problem !== ''}><span role="status">${hint}</span> ${tool ? html`<button type="button" class="text-button" @click=${() => this.addUsual(tool)}>Add without drawing</button>` : nothing}${this.problem || pick || tool ? html`<button type="button" class="text-button" @click=${this.putAway}>Cancel</button>` : nothing}</p>`
          : nothing
      }
    `;
  }

  /** Joints for bodies that meet the chosen one. */
  private renderOffers() {
    const { selected } = this;
    if (!selected || this.changes.tool || this.held) return nothing;
    return meetings(this.drawing, selected).map(({ at, bodies }) => {
      const pixel = this.pixel(at);
      if (!pixel) return nothing;
      return html`<span class="draw-offer" data-left=${pixel.x > this.clientWidth - 160} role="group" aria-label=${`Where ${bodies.map((body) => body ?? 'the ground').join(' and ')} meet`} style=${place(pixel)}>
        ${offers.map(({ label, type, stem }) => html`<button type="button" @click=${() => this.join(type, stem, bodies, at)}>${label}</button>`)}
      </span>`;
    });
  }

  private get picker(): Picker | null {
    return this.scene.element?.picture ?? null;
  }

  private get document() {
    return this.session.opened?.document ?? {};
  }

  /** The name of the chosen item. */
  private get selected(): string {
    return itemAt(this.document, this.changes.selected)?.name ?? '';
  }

  /** Joints, which have no shape of their own, while the model stands at its start. */
  private joints(): (Pixel & { name: string })[] {
    const { cursor } = this.session;
    if (cursor.time !== cursor.start) return [];
    return this.drawing.joints.flatMap(({ at, name, holds }) => {
      const pixel = holds || name === this.selected ? this.pixel(at) : null;
      return pixel ? [{ ...pixel, name }] : [];
    });
  }

  /** Outlines of bodies where they go, as points of polygons. */
  private ghosts(): string[] {
    return this.drawing.bodies.flatMap((body) => {
      const pose = this.poses.get(body.name);
      return (pose ? outlines(body) : []).map((line) =>
        line
          .flatMap((point) => this.pixel(globalOf(pose!, point)) ?? [])
          .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
          .join(' '),
      );
    });
  }

  private pixel(point: Point | null): Pixel | null {
    return (point && this.picker?.pixelOf([...point, 0])) ?? null;
  }

  private get perPixel(): number {
    const { picker } = this;
    const middle = picker?.pointUnder({ x: this.clientWidth / 2, y: this.clientHeight / 2 }, 1, 0);
    return picker && middle ? picker.metresPerPixel(picker.depthOf(middle)) : 1e-3;
  }

  private get step(): number {
    return niceBelow(2 * apart * this.perPixel);
  }

  private begin(working: boolean): void {
    [this.from, this.problem, this.held] = [null, '', null];
    if (!working) this.point = null;
    this.picker?.setTouch(working);
    if (!working) return;
    this.scene.element?.scrollIntoView({ block: 'nearest' });
    this.focus({ preventScroll: true });
    this.stand();
  }

  /** What is drawn stands at the start. */
  private stand(): void {
    const { cursor } = this.session;
    cursor.pause();
    cursor.seek(cursor.start);
  }

  /** Finds the bodies of the document, as soon as it has changed. */
  private follow(): void {
    const { opened, parameters } = this.session;
    const text = opened?.text ?? '';
    const asked = text + JSON.stringify(parameters.values);
    if (asked === this.drawnText || !text) return;
    this.drawnText = asked;
    this.following = this.findBodies(text, asked);
  }

  private async findBodies(text: string, asked: string): Promise<void> {
    const { session } = this;
    const engine = await session.runner.prepare().catch(() => null);
    const expanded = await engine?.expand(text, session.parameters.values).catch(() => null);
    if (asked !== this.drawnText) return;
    // While something is wrong, what is still there stays as it was drawn last.
    this.drawing = expanded ? drawingOf(JSON.parse(expanded) as object) : stillIn(this.drawing, this.document);
    this.frame();
  }

  private readonly onDrawn = () => {
    this.frame();
    this.requestUpdate();
  };

  /** Once, the camera looks at the plane and at what is in it. */
  private frame(): void {
    const { scene, picker, drawing } = this;
    if (this.placed || !picker || !scene.element || !this.drawnText || scene.element.shot) return;
    if (drawing.bodies.some(({ flat }) => !flat)) return;
    this.placed = true;
    this.stand();
    const points = [...drawing.bodies.flatMap(({ marks }) => marks.map(({ at }) => at)), [0, 0] as Point];
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const shape = this.clientWidth / Math.max(1, this.clientHeight);
    const height = 1.7 * Math.max(y1 - y0, (x1 - x0) / shape, 0.4);
    const far = height / 0.573; // opens 32 degrees
    scene.element.look({ view: 'orbit', offset: [0, -1e-3 * far, far], target: [(x0 + x1) / 2, (y0 + y1) / 2, 0] });
  }

  private light(): void {
    const { picker, selected } = this;
    const is = this.drawing.bodies.some(({ name, fixed }) => name === selected && !fixed);
    picker?.light(is ? (picker.grips(1000).find(({ object }) => object === selected) ?? null) : null);
  }

  /** The place of an event in the plane; null where it is not for the picture. */
  private placeOf(event: PointerEvent): { pixel: Pixel; point: Point } | null {
    const { picker } = this;
    if (!picker || this.session.runner.live || !(event.target instanceof HTMLCanvasElement)) return null;
    const { left, top } = this.getBoundingClientRect();
    const pixel = { x: event.clientX - left, y: event.clientY - top };
    const { x, y } = picker.pointUnder(pixel, 1, 0);
    return { pixel, point: [x, y] };
  }

  private snapped(point: Point, event: { altKey: boolean }): { at: Point; says: string } {
    const own = this.perPixel;
    return event.altKey ? snap({ bodies: [], joints: [] }, point, 0, niceBelow(own)) : snap(this.drawing, point, reach * own, this.step);
  }

  private readonly onDown = (event: PointerEvent) => {
    const found = this.placeOf(event);
    if (!found || event.button !== 0) return;
    const { tool, pick } = this.changes;
    if (!tool) {
      const name = this.picker?.gripUnder(found.pixel, reach)?.object ?? this.groundAt(found.point);
      if (name === undefined && !pick) return;
      event.stopPropagation();
      if (pick) return this.picked(name);
      this.choose(name!);
      this.stand();
      this.held = { name: name!, from: this.snapped(found.point, event).at, pixel: found.pixel, moves: false };
      return;
    }
    event.stopPropagation();
    event.preventDefault();
    this.point = this.snapped(found.point, event);
    if (this.from) return void this.draw(tool, this.from, this.point.at);
    this.from = this.point.at;
  };

  private groundAt(point: Point): string | undefined {
    const near = reach * this.perPixel;
    return this.drawing.bodies.find(({ fixed, position }) => fixed && distance(position, point) < near)?.name;
  }

  private picked(name: string | undefined): void {
    if (name === undefined) {
      this.problem = 'No body is there.';
      return;
    }
    this.changes.pick?.(name);
    this.changes.take(null);
  }

  private readonly onMove = (event: PointerEvent) => {
    const found = this.placeOf(event);
    if (!found) return;
    const { tool } = this.changes;
    if (tool) {
      event.stopPropagation();
      this.point = this.snapped(found.point, event);
    } else if (this.held) {
      event.stopPropagation();
      const { pixel } = this.held;
      const moves = this.held.moves || Math.hypot(found.pixel.x - pixel.x, found.pixel.y - pixel.y) > still;
      this.held = { ...this.held, moves };
      this.point = moves ? this.snapped(found.point, event) : null;
      if (this.point) this.carry(this.held.name, this.held.from, this.point.at, event.shiftKey);
    }
  };

  private readonly onUp = (event: PointerEvent) => {
    const { tool } = this.changes;
    const { held, from, point } = this;
    if (held) {
      this.held = null;
      this.point = null;
      if (held.moves) void this.drop();
    } else if (tool && from && point && this.placeOf(event)) {
      event.stopPropagation();
      const close = distance(from, point.at) < still * this.perPixel;
      // A line may also go from press to press.
      if (!tool.line || !close || this.drawsPoints(tool)) void this.draw(tool, from, point.at);
    }
  };

  /** A line of no length is something too. */
  private drawsPoints(tool: Tool): boolean {
    return tool.on !== 'ends' && this.from !== null && typeof drawn(tool, this.document, this.drawing, this.from, this.from) !== 'string';
  }

  private readonly onCancel = () => {
    [this.from, this.held, this.poses] = [null, null, new Map()];
  };

  private async draw(tool: Tool, from: Point, to: Point): Promise<void> {
    this.from = null;
    await this.following; // the bodies of the last edit
    this.finish(tool, drawn(tool, this.document, this.drawing, from, to));
  }

  private finish(tool: Tool, entry: Entry | string): void {
    if (typeof entry === 'string') {
      this.problem = entry;
      return;
    }
    this.changes.take(null);
    this.changes.add(tool.list, entry);
  }

  private addUsual(tool: Tool): void {
    this.finish(tool, usual(tool, this.document));
  }

  private join(type: string, stem: string, bodies: readonly (string | null)[], at: Point): void {
    this.changes.add('create', { type, name: freshName(this.document, stem), bodies, position: [...at.map(tidy), 0] });
  }

  private choose(name: string): void {
    const items = (['create', 'objects'] as const).flatMap((list) => itemsOf(this.document, list));
    const item = items.find((each) => each.name === name);
    if (item) this.changes.select(item.pointer);
  }

  /** Takes a point of a body elsewhere while joints hold; a body that the ground does not hold, or with Shift all, goes along as it is. */
  private carry(name: string, from: Point, to: Point, whole: boolean): void {
    const body = this.drawing.bodies.find((each) => each.name === name);
    if (whole || !body?.flat || body.fixed || !isGrounded(this.drawing, name)) {
      this.pull = null;
      this.poses = carried(this.drawing, name, [to[0] - from[0], to[1] - from[1]]);
    } else {
      this.pull = { body: name, local: localOf(body, from), to };
      this.pulling ??= this.followHand().finally(() => {
        this.pulling = null;
      });
    }
  }

  /** Lets the mechanism follow the hand, to where it is last. */
  private async followHand(): Promise<void> {
    const { session } = this;
    const engine = await session.runner.prepare();
    while (this.pull) {
      const { pull } = this;
      this.pull = null;
      const text = JSON.stringify(pulled(this.document, this.drawing, this.poses, pull));
      const found = await engine.assemble(text, session.parameters.values).catch(() => null);
      if (found?.closed) this.poses = assembledPoses(this.drawing, found.nodes);
      this.problem = found && !found.closed ? found.message : '';
    }
  }

  private async drop(): Promise<void> {
    await this.pulling;
    const found = placed(this.document, this.drawing, this.poses);
    this.poses = new Map();
    this.problem = typeof found === 'string' ? found : '';
    if (typeof found !== 'string' && found.length > 0) this.changes.change(found);
  }

  private readonly putAway = () => {
    this.changes.take(null);
    this.begin(false);
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.target !== this || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    const { tool } = this.changes;
    if (event.key === 'Escape') this.putAway();
    else if (way) this.go(way, this.step * (event.shiftKey && tool ? 5 : 1), event.shiftKey);
    else if (event.key === 'Delete' && this.selected && !tool) this.changes.remove(itemAt(this.document, this.changes.selected)!);
    else if (event.key.toLowerCase() === 'n' && tool) this.goToNextMark();
    else if (event.key === 'Enter' && tool && this.point) this.press(tool, this.point.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private go([x, y]: Point, step: number, whole: boolean): void {
    if (this.changes.tool) {
      const [px, py] = this.point?.at ?? [0, 0];
      this.point = snap(this.drawing, [px + x * step, py + y * step], 0.3 * this.step, this.step);
    } else if (this.selected) {
      const from = this.drawing.bodies.find(({ name }) => name === this.selected)?.position ?? [0, 0];
      this.carry(this.selected, from, [from[0] + x * step, from[1] + y * step], whole);
      void this.drop();
    }
  }

  private goToNextMark(): void {
    const marks = this.drawing.bodies.flatMap((body) => body.marks);
    if (marks.length === 0) return;
    const now = marks.findIndex(({ at, says }) => this.point && distance(at, this.point.at) < 1e-6 && says === this.point.says);
    const { at, says } = marks[(now + 1) % marks.length];
    this.point = { at, says };
  }

  private press(tool: Tool, at: Point): void {
    if (this.from || !tool.line) void this.draw(tool, this.from ?? at, at);
    else this.from = at;
  }
}

/** The part of a drawing that a document has by name. */
function stillIn({ bodies, joints }: Drawing, document: ModelDocument): Drawing {
  const names = new Set(lists.flatMap(({ key }) => itemsOf(document, key).map(({ name }) => name)));
  return {
    bodies: bodies.filter(({ name }) => name === '' || names.has(name)),
    joints: joints.filter(({ name, bodies: pair }) => names.has(name) && pair.every((body) => body.name === '' || names.has(body.name))),
  };
}

const place = ({ x, y }: Pixel) => `transform:translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;

function placeText({ at, says }: { at: Point; says: string }, from: Point | null): string {
  const length = from && distance(from, at) > 0 ? `${formatNumber(distance(from, at), 4)} m long · ` : '';
  return `${length}${at.map((value) => formatNumber(value, 4)).join(', ')}${says ? ` · ${says}` : ''}`;
}
