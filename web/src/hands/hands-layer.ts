import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { decimalsFor, displayUnit, formatFixed, formatNumber, withUnit } from '../format/quantity';
import type { Grip, Pixel, SceneView } from '../scene';
import { sensorColumn } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import type { Session } from '../state/session';
import { type Held, handSensor, heldAt, type Pushed, pushesAt } from '../state/touched';
import { View } from '../ui/view';
import { Drift } from './drift';
import type { Hands, HandsOn } from './hands';
import type { Point } from './target-path';
import './hands-layer.css';

const tolerances: Record<string, number> = { mouse: 8, pen: 10, touch: 24 }; // pixels beside a body that count
const longPress = 550; // ms
const still = 8; // pixels within which a finger rests
const poke = 60; // pixels of way that a push without one has
const keyStep = 24; // pixels that an arrow key moves the hand
const mostChoices = 40; // bodies that the keyboard offers
const reaction = 0.02; // s until a grab takes effect
const sayEvery = 1000; // ms
const showEvery = 150; // ms between two numbers of the force
const beside = 14; // pixels from the pointer to the number
const pushShown = 400; // ms that a push is seen after it has ended
const patience = 60; // pictures until a button is there that can have the focus

/** What a pointer or the keyboard does to a body. */
interface Touch {
  /** Of the pointer; null: the keyboard. */
  pointer: number | null;
  grip: Grip;
  pushes: boolean;
  /** How far in front of the viewer, m; of what is flat, its z. */
  depth: number;
  flat: number | null;
  start: Pixel;
  pixel: Pixel;
  /** Where it was taken. */
  from: Point;
}

/** Over the 3D view while a run is live: bodies light up and can be taken, dragged and pushed. */
@customElement('slip-hands')
export class HandsLayer extends View {
  @property({ attribute: false }) session!: Session;
  @property({ attribute: false }) handsOn!: HandsOn;
  /** What the keyboard can take. */
  @state() private choices: readonly Grip[] = [];
  private hands: Hands | null = null;
  private touch: Touch | null = null;
  private hover: Grip | null = null;
  private readonly drift = new Drift();
  private pressing: ReturnType<typeof setTimeout> | undefined;
  /** The last push of a person, how far it reached in m, and when it was made. */
  private pushed: (Pushed & { way: Point; made: number }) | null = null;
  /** Whether the run has been taken over. */
  private taken = false;
  /** What the note was made of. */
  private noted = '';
  private saidAt = 0;
  private shownAt = 0;
  private stops: (() => void)[] = [];
  /** What the 3D view and this lie in. */
  private place: HTMLElement | null = null;

  protected override follows() {
    return [{ source: this.handsOn, then: () => this.begin() }];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'group';
    this.ariaLabel = 'What moves';
    this.tabIndex = -1;
    this.begin();
    this.place = this.parentElement;
    this.place?.addEventListener('drawn', this.follow, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end();
    this.place?.removeEventListener('drawn', this.follow, { capture: true });
  }

  protected override render() {
    return html`
      <svg class="hands-lines" aria-hidden="true">
        <marker id="hands-head" class="hands-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto">
          <path d="M0 0 10 5 0 10z" />
        </marker>
        <polyline class="hands-cable" visibility="hidden" />
        <line class="hands-push" marker-end="url(#hands-head)" visibility="hidden" />
        <line class="hands-line" x1="0" y1="0" x2="0" y2="0" visibility="hidden" />
        <circle class="hands-end" r="4" visibility="hidden" />
        <circle class="hands-wanted" r="6" visibility="hidden" />
      </svg>
      <output class="hands-force" aria-live="off" aria-label="Force of the hand" hidden></output>
      ${this.hands ? this.renderLive(this.hands) : nothing}
    `;
  }

  private renderLive({ live: { problem, taken, done } }: Hands) {
    const hint = taken
      ? done.length > 0 || !this.picture
        ? ''
        : 'Drag what moves. With Shift, or after a long press, push it.'
      : 'Going there …';
    return html`
      <div class="hands-choices" role="group" aria-label="Bodies to take hold of">
        ${this.choices.map(
          (grip) =>
            html`<button
              type="button"
              aria-label=${`${grip.label}: arrow keys and Page up and down drag it, with Shift they push it, Escape lets go`}
              @focus=${() => this.choose(grip)}
              @blur=${() => this.leave(grip)}
              @keydown=${(event: KeyboardEvent) => this.onKey(event, grip)}
            >${grip.label}</button>`,
        )}
      </div>
      <p class="hands-note" data-problem=${problem !== ''} ?hidden=${!problem && !hint}>${problem || hint}</p>
      <p class="hidden hands-said" role="status"></p>
    `;
  }

  private get scene(): SceneView | null {
    return this.parentElement?.querySelector<SceneView>('slip-scene') ?? null;
  }

  private get picture(): SceneView['picture'] {
    return this.scene?.picture ?? null;
  }

  private begin(): void {
    const { hands } = this.handsOn;
    if (hands === this.hands) return;
    this.end();
    this.hands = hands;
    const { scene, parentElement: place } = this;
    if (hands && scene && place) {
      const capture = { capture: true };
      const listen = (target: EventTarget, type: string, act: (event: never) => void, options?: AddEventListenerOptions) => {
        target.addEventListener(type, act as EventListener, options);
        this.stops.push(() => target.removeEventListener(type, act as EventListener, options));
      };
      listen(place, 'pointerdown', this.onDown, capture);
      listen(place, 'pointermove', this.onMove, capture);
      listen(place, 'pointerup', this.onUp, capture);
      listen(place, 'pointercancel', this.onCancel, capture);
      listen(place, 'pointerleave', () => this.light(null));
      listen(place, 'contextmenu', this.onMenu, capture);
      this.stops.push(
        hands.subscribe(() => this.onHands()),
        hands.live.subscribe(() => this.onLive()),
      );
      this.picture?.setTouch(true);
    }
    this.requestUpdate();
  }

  private end(): void {
    for (const stop of this.stops.splice(0)) stop();
    clearTimeout(this.pressing);
    this.touch = null;
    this.light(null);
    this.picture?.setTouch(false);
    if (this.taken) this.keepFocus(() => this.closest('.model-page')?.querySelector<HTMLElement>('.hands-on') ?? null);
    this.taken = false;
    this.hands = null;
    this.choices = [];
  }

  /** The buttons of before and of a live run give way to each other: where one had the focus, this has it as soon as it can. */
  private keepFocus(next: () => HTMLElement | null): void {
    let pictures = patience;
    const look = () => {
      const has = document.activeElement;
      if (!document.hasFocus() || pictures-- === 0 || !(has === document.body || has?.closest('slip-live'))) return;
      if (has === document.body) next()?.focus({ preventScroll: true });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }

  private onLive(): void {
    const { picture } = this;
    picture?.setTouch(true);
    if (this.choices.length === 0 && picture) this.choices = picture.grips(mostChoices);
    const { problem, taken, done } = this.hands!.live;
    if (taken && !this.taken) this.keepFocus(() => this);
    this.taken = taken;
    const noted = `${problem} ${taken} ${done.length > 0}`;
    if (noted !== this.noted) this.requestUpdate();
    this.noted = noted;
    this.say();
  }

  private onHands(): void {
    if (!this.hands?.held && this.touch && !this.touch.pushes) this.drop();
    this.draw();
  }

  // Pointers

  private pixelOf({ clientX, clientY }: MouseEvent): Pixel {
    const { left, top } = this.scene!.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  private under(event: PointerEvent): Grip | null {
    if (!(event.target instanceof HTMLCanvasElement)) return null;
    return this.picture?.gripUnder(this.pixelOf(event), tolerances[event.pointerType] ?? 8) ?? null;
  }

  private readonly onDown = (event: PointerEvent) => {
    if (!this.hands?.live.taken || event.button !== 0) return;
    if (this.touch?.pointer != null) return take(event); // one hand
    const grip = this.under(event);
    if (!grip || !this.begun(grip, this.pixelOf(event), event.pointerId, event.shiftKey)) return;
    take(event);
    (event.target as HTMLCanvasElement).setPointerCapture(event.pointerId);
    if (event.pointerType !== 'mouse' && !event.shiftKey) this.pressing = setTimeout(() => this.turnToPush(), longPress);
  };

  private readonly onMove = (event: PointerEvent) => {
    const { touch } = this;
    if (!touch || touch.pointer !== event.pointerId) {
      if (!touch && event.buttons === 0 && this.hands?.live.taken) this.light(this.under(event));
      return;
    }
    take(event);
    touch.pixel = this.pixelOf(event);
    if (Math.hypot(touch.pixel.x - touch.start.x, touch.pixel.y - touch.start.y) > still) clearTimeout(this.pressing);
    this.reach();
  };

  private readonly onUp = (event: PointerEvent) => {
    const { touch } = this;
    if (!touch || touch.pointer !== event.pointerId) return;
    take(event);
    if (touch.pushes) this.push(touch);
    else this.hands?.release();
    this.drop();
    if (event.pointerType === 'mouse') this.light(this.under(event));
  };

  private readonly onCancel = (event: PointerEvent) => {
    if (this.touch?.pointer !== event.pointerId) return;
    this.hands?.release();
    this.drop();
  };

  /** A long press opens no menu over what it pushes. */
  private readonly onMenu = (event: Event) => {
    if (this.touch) event.preventDefault();
  };

  private begun(grip: Grip, pixel: Pixel, pointer: number | null, pushes: boolean): boolean {
    const { picture, hands } = this;
    const point = picture?.gripPoint(grip);
    if (!picture || !hands || !point) return false;
    const depth = picture.depthOf(point);
    // Where it will be when the hand gets there.
    const { live } = hands;
    const lag = (live.history.time.at(-1) ?? 0) - this.session.cursor.time + reaction * live.speed;
    const { velocity } = this.drift;
    const from = point.toArray().map((x, i) => x + lag * velocity[i]) as unknown as Point;
    this.touch = { pointer, grip, pushes, depth, flat: grip.flat ? point.z : null, start: pixel, pixel, from };
    this.light(grip);
    if (!pushes) hands.grab(grip, from, picture.metresPerPixel(depth), velocity);
    this.draw();
    return true;
  }

  /** A finger that rests pushes when it is lifted. */
  private turnToPush(): void {
    if (!this.touch) return;
    this.touch.pushes = true;
    this.hands?.release();
    this.draw();
  }

  /** The hand goes where the pointer is. */
  private reach(): void {
    const { touch, picture } = this;
    if (!touch || touch.pointer === null || touch.pushes || !picture) return;
    this.hands?.move(picture.pointUnder(touch.pixel, touch.depth, touch.flat).toArray() as Point, this.drift.velocity);
    this.draw();
  }

  private push(touch: Touch): void {
    const { picture } = this;
    const point = picture?.gripPoint(touch.grip);
    if (picture && point) this.pushAlong(touch.grip, this.wayOf(touch), picture.metresPerPixel(picture.depthOf(point)));
  }

  /** Where a push goes, m: to the pointer, or away from the viewer where that has hardly moved. */
  private wayOf({ grip, pixel, start }: Touch): Point {
    const { picture } = this;
    const point = picture?.gripPoint(grip);
    if (!picture || !point) return [0, 0, 0];
    const depth = picture.depthOf(point);
    const far = Math.hypot(pixel.x - start.x, pixel.y - start.y);
    if (far < still) return picture.directions[2].multiplyScalar(poke * picture.metresPerPixel(depth)).toArray() as Point;
    return picture
      .pointUnder(pixel, depth, grip.flat ? point.z : null)
      .sub(point)
      .toArray() as Point;
  }

  private pushAlong(grip: Grip, way: Point, metresPerPixel: number): void {
    const { hands } = this;
    if (!hands) return;
    hands.push(grip, way, metresPerPixel);
    const { object, link, at } = grip;
    this.pushed = { object, link, at, impulse: [...hands.impulseOf(grip, way)], way, made: performance.now() };
    this.draw();
  }

  private drop(): void {
    clearTimeout(this.pressing);
    this.touch = null;
    this.light(null);
    this.draw();
  }

  private light(grip: Grip | null): void {
    const same = grip?.object === this.hover?.object && grip?.link === this.hover?.link;
    this.hover = grip;
    this.scene?.classList.toggle('takes', grip !== null);
    if (!same) this.picture?.light(grip);
  }

  // Keyboard

  private choose(grip: Grip): void {
    this.light(grip);
    this.draw();
  }

  private leave(grip: Grip): void {
    if (this.touch && this.touch.pointer !== null) return; // the pointer has it now
    if (this.touch?.pointer === null && this.touch.grip === grip) this.letGo();
    this.light(null);
    this.draw();
  }

  private letGo(): void {
    this.hands?.release();
    this.drop();
  }

  private onKey(event: KeyboardEvent, grip: Grip): void {
    const { picture, hands } = this;
    if (!picture || !hands?.live.taken || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.letGo();
      return this.light(grip);
    }
    const [right, up, away] = picture.directions;
    const ways: Record<string, () => Point> = {
      ArrowRight: () => right.toArray() as Point,
      ArrowLeft: () => right.negate().toArray() as Point,
      ArrowUp: () => up.toArray() as Point,
      ArrowDown: () => up.negate().toArray() as Point,
      PageUp: () => away.toArray() as Point,
      PageDown: () => away.negate().toArray() as Point,
    };
    const direction = ways[event.key]?.();
    const point = picture.gripPoint(grip);
    if (!direction || !point) return;
    event.preventDefault();
    event.stopPropagation();
    const scale = picture.metresPerPixel(picture.depthOf(point));
    const way = (pixels: number) => direction.map((x) => x * pixels * scale) as unknown as Point;
    if (event.shiftKey) return this.pushAlong(grip, way(poke), scale);
    if (this.touch?.grip !== grip && !this.begun(grip, { x: 0, y: 0 }, null, false)) return;
    hands.move(hands.wanted.map((x, i) => x + way(keyStep)[i]) as unknown as Point);
  }

  // What is seen

  /** Another picture is there: the pointer is over another place of what moves. */
  private readonly follow = () => {
    this.drift.note(this.picture?.followedPoint?.toArray() ?? null, this.session.cursor.time);
    if (this.touch) this.reach();
    this.draw();
  };

  private draw(): void {
    const { picture, touch, hands, hover } = this;
    const part = (name: string) => this.querySelector<SVGElement>(`.hands-${name}`);
    const show = (name: string, seen: boolean) => part(name)?.setAttribute('visibility', seen ? 'visible' : 'hidden');
    const replayed = hands ? null : this.replayed();
    const grip = touch?.grip ?? hover ?? replayed;
    const point = grip && picture?.gripPoint(grip);
    const end = point && picture?.pixelOf(point.toArray());
    let wanted: Pixel | null = null;
    if (touch?.pointer != null) wanted = touch.pixel;
    else if (touch ? hands?.held : replayed) wanted = picture?.pixelOf(touch ? hands!.wanted : replayed!.wanted) ?? null;
    show('end', !!end);
    if (end) place(part('end'), { cx: end.x, cy: end.y });
    show('line', !!end && !!wanted);
    show('wanted', !!wanted);
    if (end && wanted) {
      place(part('line'), { x1: end.x, y1: end.y, x2: wanted.x, y2: wanted.y });
      place(part('wanted'), { cx: wanted.x, cy: wanted.y });
    }
    const cable = (grip && picture?.lineOf(grip)) ?? [];
    show('cable', cable.length > 0);
    part('cable')?.setAttribute('points', cable.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '));
    const push = this.pushSeen();
    show('push', push !== null);
    if (push) place(part('push'), { x1: push.from.x, y1: push.from.y, x2: push.to.x, y2: push.to.y });
    this.querySelector('.hands-lines')?.classList.toggle('pushes', touch?.pushes === true);
    this.drawNumber(wanted ?? push?.to ?? null, wanted ? null : push);
  }

  /** The force of the hand, or the impulse of a push. */
  private drawNumber(at: Pixel | null, push: { impulse: Point } | null): void {
    const { touch, hands } = this;
    const number = this.querySelector<HTMLOutputElement>('.hands-force');
    if (!number) return;
    number.hidden = !at;
    if (!at) return;
    const { offsetWidth: width } = number;
    const left = at.x + beside + width < this.clientWidth ? at.x + beside : at.x - beside - width;
    number.style.transform = `translate(${left}px, ${Math.max(0, at.y - 26)}px)`;
    const impulse = push?.impulse ?? (touch?.pushes ? hands?.impulseOf(touch.grip, this.wayOf(touch)) : null);
    if (impulse) {
      number.setAttribute('aria-label', 'Impulse of the push');
      number.value = withUnit(formatNumber(Math.hypot(...impulse), 2), 'N·s');
      return;
    }
    const now = performance.now();
    if (hands && now - this.shownAt < showEvery) return;
    this.shownAt = now;
    number.setAttribute('aria-label', 'Force of the hand');
    number.value = this.forceText();
  }

  /** A push of a moment ago: of the person, or in a run that is over. */
  private pushSeen(): { from: Pixel; to: Pixel; impulse: Point } | null {
    const { picture, hands, pushed, session } = this;
    if (!picture) return null;
    const { opened, runner, cursor } = session;
    let shown: Pushed | null = null;
    if (hands) shown = pushed && performance.now() - pushed.made < pushShown ? pushed : null;
    else if (opened && runner.recording)
      shown = pushesAt(runner.recording, opened.document, cursor.time, (pushShown / 1000) * cursor.speed)[0] ?? null;
    const point = shown && picture.gripPoint(shown);
    const from = point && picture.pixelOf(point.toArray());
    if (!shown || !point || !from) return null;
    // Of the person as long as it was made, later of one length.
    const length = poke * picture.metresPerPixel(picture.depthOf(point));
    const [way, scale] = shown === pushed ? [pushed.way, 1] : [shown.impulse, length / (Math.hypot(...shown.impulse) || 1)];
    const to = picture.pixelOf(point.toArray().map((x, i) => x + scale * way[i]) as unknown as Point);
    return to && { from, to, impulse: shown.impulse };
  }

  /** What a hand does in a run that is over. */
  private replayed(): Held | null {
    const { opened, runner, cursor } = this.session;
    return opened && runner.recording ? heldAt(runner.recording, opened.document, cursor.time) : null;
  }

  private forceText(): string {
    const { session } = this;
    const { recording } = session.runner;
    const document = session.inHand ?? session.opened?.document;
    const name = document && handSensor(document, 'Force');
    if (!recording || !name) return '';
    const shown = placeOf(recording.history.time, session.cursor.time);
    const size = Math.hypot(...[0, 1, 2].map((i) => valueAt(sensorColumn(recording, name, i) ?? [0], shown)));
    const unit = displayUnit('N', size);
    return withUnit(formatFixed(size * unit.factor, Math.max(0, decimalsFor(size * unit.factor) - 1)), unit.text);
  }

  /** For those who do not see it; not too often. */
  private say(): void {
    const { hands } = this;
    const now = performance.now();
    const said = this.querySelector('.hands-said');
    if (!hands || !said || now - this.saidAt < sayEvery) return;
    this.saidAt = now;
    const { held, live } = hands;
    const text = live.problem || (held ? `Holding ${held.label}, ${this.forceText()}.` : '');
    if (said.textContent !== text) said.textContent = text;
  }
}

/** Nobody else gets the event. */
function take(event: PointerEvent): void {
  event.stopImmediatePropagation();
}

function place(part: SVGElement | null, numbers: Record<string, number>): void {
  for (const [name, value] of Object.entries(numbers)) part?.setAttribute(name, value.toFixed(1));
}
