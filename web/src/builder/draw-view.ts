import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { equalJson } from '../format/equal';
import { common } from '../format/texts';
import { type Paper, type Pixel, type SceneOnPage, sceneContext } from '../scene';
import { watch } from '../state/observable';
import { factsOf } from '../state/type-facts';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import { type Axes, toSpace, xyInSpace } from './axes';
import { Changes } from './changes';
import { texts } from './texts';
import './draw.css';
import { type DrawnBody, distance, emptyDrawing, meetings, type Point, same, tidy } from './drawing';
import { Hand, type Touch } from './hand';
import { Additions } from './measuring';
import { inDrawingPlane } from './orient';
import { freshName, itemsOf } from './outline';
import { place, renderLines, renderPlace } from './overlay';
import { type CableEnd, endJoint } from './paths';
import { type Photo, PhotoState } from './photo';
import { Plane, type Spot } from './plane';
import { Sheet } from './sheet';

const whereMeet = (...[one, other]: string[]) => msg(str`Where ${one} and ${other} meet`);
const offers = () => [
  { label: texts.hinge(), type: 'RevoluteJoint', stem: 'hinge' },
  { label: msg('Fix'), type: 'GenericJoint', stem: 'fixed' },
];

/** The drawing plane over the 3D view while *Build* is open. A person draws with tools, and selects and moves bodies. */
@customElement('slip-draw')
export class Draw extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  private changes!: Changes;
  private sheet!: Sheet;
  private plane!: Plane;
  private hand!: Hand;
  private placed = false;
  /** Whether the photo is shown. */
  private photoShown = false;
  /** The grid that is shown. */
  private paper: Paper | null = null;
  /** The control that had the focus before a tool was used; null: a pointer was used since. */
  private usedFrom: HTMLElement | null = null;
  /** The previous drawing plane. */
  private faced: Axes | null = null;

  protected override whileInPage() {
    this.changes = this.session.part(Changes);
    this.sheet ??= new Sheet(this.session, this.changes);
    this.plane ??= new Plane(this.scene, this, this.sheet, this.changes);
    this.hand ??= new Hand(this.session, this.changes, this.sheet, this.plane);
    this.tabIndex = 0;
    this.role = 'application';
    this.ariaLabel = msg(
      'Drawing plane: arrow keys move the point or the chosen body, page keys move the body along the view, N goes to the next end or centre, Enter sets the point, Escape puts the tool away',
    );
    return [
      listen(this, 'keydown', this.onKey),
      listen(this, 'pointerdown', this.forgetFocus),
      listen(this.parentElement as HTMLElement, 'drawn', this.onDrawn, { capture: true }),
      this.scene.pointers.use({
        down: (pixel, event) => this.onDown(pixel, event),
        move: (pixel, event) => this.reaches && this.hand.move(this.touchOf(pixel, event)),
        up: (pixel, event) => this.hand.up(this.reaches ? this.touchOf(pixel, event) : null),
        cancel: () => this.hand.cancel(),
      }),
      ...this.react(),
      () => this.leave(),
    ];
  }

  private leave(): void {
    this.changes.take(null);
    this.plane.picker?.light(null);
    this.plane.picker?.showPlacard(null);
    this.plane.picker?.setTouch(false);
    this.paper = null;
    this.scene.element?.draft(null);
  }

  private react(): (() => void)[] {
    const { session, sheet, changes } = this;
    const { runner, parameters } = session;
    return [
      watch(
        () => [session.opened, parameters.values, runner.phase, changes.chosen],
        () => sheet.follow(),
      ),
      watch(
        () => sheet.drawing,
        () => {
          this.frame();
          this.rule();
        },
      ),
      watch(
        () => [session.opened, parameters.values],
        () => this.hand.forget(),
      ),
      watch(
        () => changes.tool !== null || changes.pick !== null,
        (working) => this.begin(working),
      ),
      watch(
        () => [changes.selected, sheet.drawing, runner.recording],
        () => this.light(),
      ),
      watch(
        () => {
          const { photo, image } = session.part(PhotoState);
          return [photo, image, sheet.drawing.axes, runner.recording] as const;
        },
        ([photo, image]) => this.showPhoto(photo, image),
      ),
    ];
  }

  protected override render() {
    this.toggleAttribute('data-ready', this.plane.picker !== null);
    const shown = this.shown();
    return html`${renderLines(shown)} ${renderPlace(shown, this.clientWidth)} ${this.renderOffers()} ${this.renderNote()}`;
  }

  private shown() {
    const { plane, hand } = this;
    const { drawing } = this.sheet;
    const { cursor } = this.session;
    const { path, point, arm, held, selected } = hand;
    const draws = this.changes.tool !== null;
    const atStart = cursor.time === cursor.start && arm === null;
    return { plane, drawing, selected, atStart, draws, path, point, marks: draws || held?.moves === true, arm };
  }

  /** An instruction, or an error. */
  private renderNote() {
    const { tool, pick } = this.changes;
    const { problem, path } = this.hand;
    const empty = this.plane.picker !== null && this.sheet.empty;
    const hint =
      problem || (pick ? msg('Press on the body.') : (tool?.hint() ?? (empty ? msg('An empty sheet: choose Bar, and drag here.') : '')));
    if (!hint) return nothing;
    return html`<p class="draw-note" data-problem=${problem !== ''}>
      <span role="status">${hint}</span>
      ${path.length > 1 ? html`<button type="button" class="text-button" @click=${() => this.hand.done()}>${msg('Done')}</button>` : nothing}
      ${tool && path.length === 0 ? html`<button type="button" class="text-button" @click=${() => this.hand.addDefault(tool)}>${msg('Add without drawing')}</button>` : nothing}
      ${problem || pick || tool ? html`<button type="button" class="text-button" @click=${() => this.hand.dropTool()}>${common.cancel()}</button>` : nothing}
    </p>`;
  }

  /** Offers joints at points where bodies meet the selected one. */
  private renderOffers() {
    const { selected, held } = this.hand;
    if (!selected || this.changes.tool || held) return nothing;
    return html`${this.renderEnds(selected)} ${this.renderMeetings(selected)}`;
  }

  /** Offers to join loose ends of cables to bodies there. */
  private renderEnds(selected: string) {
    return this.sheet.looseEnds.map((end) => {
      const isThere = ({ name, marks }: DrawnBody) => name !== '' && marks.some(({ at }) => distance(at, end.at) < same);
      const body = this.sheet.drawing.bodies.find((each) => isThere(each) && (end.cable === selected || each.name === selected));
      const pixel = body && this.plane.pixel(end.at);
      if (!body || !pixel) return nothing;
      return html`<span class="draw-offer" data-left=${pixel.x > this.clientWidth - 160} role="group" aria-label=${whereMeet(end.cable, body.name)} style=${place(pixel)}>
        <button type="button" @click=${() => this.joinCable(end, body)}>${msg('Join')}</button>
      </span>`;
    });
  }

  private joinCable(end: CableEnd, body: DrawnBody): void {
    this.focus({ preventScroll: true }); // the button disappears
    const { document } = this.sheet;
    const additions = new Additions(document);
    for (const { list, entry } of endJoint(end, body)) additions.add([list], entry);
    const cable = itemsOf(document, 'create').find(({ name }) => name === end.cable);
    const freed = cable && end.node === '0' ? [{ path: [...cable.path, 'fixedStart'], value: undefined }] : [];
    this.changes.change([...additions.changes, ...freed]);
  }

  private renderMeetings(selected: string) {
    return meetings(this.sheet.drawing, selected).map(({ at, depth, bodies }) => {
      const pixel = this.plane.pixel(at, depth);
      if (!pixel) return nothing;
      return html`<span class="draw-offer" data-left=${pixel.x > this.clientWidth - 160} role="group" aria-label=${whereMeet(...bodies.map((body) => body ?? msg('the ground')))} style=${place(pixel)}>
        ${offers().map(({ label, type, stem }) => html`<button type="button" @click=${() => this.join(type, stem, bodies, { at, depth })}>${label}</button>`)}
      </span>`;
    });
  }

  private join(type: string, stem: string, bodies: readonly (string | null)[], { at, depth }: Pick<Spot, 'at' | 'depth'>): void {
    this.focus({ preventScroll: true }); // the button disappears
    const entry = { type, name: freshName(this.sheet.document, stem), bodies, position: [...at.map(tidy), 0] };
    const made = inDrawingPlane(this.sheet.drawing.axes, [{ list: 'create', entry }], tidy(depth));
    if (typeof made !== 'string') this.changes.add(...made);
  }

  private begin(working: boolean): void {
    this.hand.begin(working);
    this.plane.picker?.setTouch(working);
    if (!working) {
      if (this.contains(document.activeElement)) this.usedFrom?.focus({ preventScroll: true });
      this.usedFrom = null;
      return;
    }
    if (document.activeElement !== this) this.usedFrom = document.activeElement as HTMLElement;
    this.scene.element?.scrollIntoView({ block: 'nearest' });
    this.focus({ preventScroll: true });
    this.hand.returnToStart();
  }

  /** Shows the photo in the plane, behind all other content. */
  private showPhoto(photo: Photo | null, image: ImageBitmap | null): void {
    const { axes } = this.sheet.drawing;
    const centre = toSpace(axes, [photo?.x ?? 0, photo?.y ?? 0]);
    this.photoShown = image !== null && this.plane.picker !== null;
    this.plane.picker?.showPlacard(photo && image ? { ...axes, image, centre, width: photo.width, opacity: photo.opacity } : null);
  }

  /** Shows the grid of the plane, in lines to which points snap. */
  private rule(): void {
    const { paper } = this.plane;
    if (!paper || equalJson(paper, this.paper)) return;
    this.paper = paper;
    this.scene.element?.draft(paper);
  }

  private readonly onDrawn = () => {
    this.frame();
    this.rule();
    const { photo, image } = this.session.part(PhotoState);
    if (image && !this.photoShown) this.showPhoto(photo, image);
    this.requestUpdate();
  };

  /** Frames the plane and its contents, once and whenever a person chooses another plane. */
  private frame(): void {
    const { scene, plane } = this;
    const { drawing } = this.sheet;
    const { axes } = drawing;
    if (!plane.picker || !scene.element || drawing === emptyDrawing) return;
    const chosen = this.faced !== null && this.faced !== axes;
    this.faced = axes;
    const { nodes = [] } = this.sheet.expanded;
    const inSpace = nodes.filter(({ type }) => factsOf('nodes', type)?.dimensions === 3).length;
    const drawn = drawing.bodies.filter(({ flat, spatial }) => flat && spatial && axes !== xyInSpace).length;
    const leave = drawn < inSpace || drawing.bodies.some(({ flat }) => !flat);
    if (!chosen && (this.placed || scene.element.shot || leave)) return;
    this.placed = true;
    this.hand.returnToStart();
    const marks = drawing.bodies.flatMap((body) => body.marks);
    const points = [...marks.map(({ at }) => at), [0, 0] as Point];
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const depths = [plane.depth, ...marks.map(({ depth }) => depth)];
    const [near, far] = [Math.max(...depths), Math.min(...depths)];
    const shape = this.clientWidth / Math.max(1, this.clientHeight);
    const height = 1.7 * Math.max(y1 - y0, (x1 - x0) / shape, (near - far) / 2, 0.4);
    const away = height / 0.573; // field of view of 32 degrees
    // Tilts the view if bodies leave the plane, so that they do not hide what is behind them.
    const aside: Point = drawing.bodies.some(({ flat }) => !flat) ? [0.4 * away, 0.3 * away] : [0, axes.normal[2] === 1 ? -1e-3 * away : 0]; // z points up in the picture
    const offset = toSpace(axes, aside, away);
    scene.element.look({ view: 'orbit', offset, target: toSpace(axes, [(x0 + x1) / 2, (y0 + y1) / 2], (near + far) / 2) });
  }

  private light(): void {
    const { picker } = this.plane;
    const { selected } = this.hand;
    const is = this.sheet.drawing.bodies.some(({ name, fixed }) => name === selected && !fixed);
    picker?.light(is ? (picker.grips(1000).find(({ object }) => object === selected) ?? null) : null);
  }

  /** Whether a pointer can work on the plane. */
  private get reaches(): boolean {
    return this.plane.picker !== null && !this.session.runner.live;
  }

  private touchOf(pixel: Pixel, { altKey, shiftKey }: PointerEvent): Touch {
    return { pixel, point: this.plane.point(pixel), altKey, shiftKey };
  }

  private onDown(pixel: Pixel, event: PointerEvent): boolean {
    this.forgetFocus();
    const draws = this.changes.tool !== null;
    const taken = this.reaches && this.hand.down(this.touchOf(pixel, event));
    if (taken && draws) event.preventDefault(); // the focus stays here
    return taken;
  }

  private readonly forgetFocus = () => {
    this.usedFrom = null;
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.target !== this || event.ctrlKey || event.metaKey || event.altKey || !this.hand.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
