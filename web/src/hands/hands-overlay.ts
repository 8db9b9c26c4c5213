import { msg } from '@lit/localize';
import type { TemplateResult } from 'lit';
import { decimalsFor, displayUnit, formatFixed, formatNumber, withUnit } from '../format/quantity';
import type { Picker, Pixel } from '../scene';
import { type Held, handSensor, heldAt, type Pushed, pushesAt } from '../state/hand-events';
import { sensorColumn } from '../state/recording';
import { meanOf } from '../state/samples';
import type { Session } from '../state/session';
import { html } from '../ui/html';
import type { Hands } from './hands';
import { defaultPush, type HandsInput } from './hands-input';
import type { Point } from './target-path';

const forceTitle = () => msg('Force of the hand');

const showEvery = 300; // ms between two updates of the displayed force
const meanOver = 500; // ms of the person's time: the displayed force is averaged, because the hand may hold a vibrating body
const beside = 14; // pixels from the pointer to the number
const pushShown = 400; // ms for which a push remains visible after its end

/** The hand that the overlay shows: of a live run, or as recorded in a finished one. */
export interface Seen {
  picker: Picker | null;
  hands: Hands | null;
  input: HandsInput | null;
}

/** Elements of the overlay. */
export class HandsOverlay {
  private shownAt = 0;

  constructor(
    private readonly layer: HTMLElement,
    private readonly session: Session,
  ) {}

  /** Its elements. */
  static parts = (): TemplateResult => html`
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
      <output class="hands-force" aria-live="off" aria-label=${forceTitle()} hidden></output>
    `;

  draw({ picker, hands, input }: Seen): void {
    const part = (name: string) => this.layer.querySelector<SVGElement>(`.hands-${name}`);
    const show = (name: string, seen: boolean) => part(name)?.setAttribute('visibility', seen ? 'visible' : 'hidden');
    const { touch = null, hover = null } = input ?? {};
    const replayed = hands ? null : this.replayed();
    const grip = touch?.grip ?? hover ?? replayed;
    const point = grip && picker?.gripPoint(grip);
    const end = point && picker?.pixelOf(point.toArray());
    let target: Pixel | null = null;
    if (touch?.pointer != null) target = touch.pixel;
    else if (touch ? hands?.held : replayed) target = picker?.pixelOf(touch ? hands!.target : replayed!.target) ?? null;
    show('end', !!end);
    if (end) place(part('end'), { cx: end.x, cy: end.y });
    show('line', !!end && !!target);
    show('wanted', !!target);
    if (end && target) {
      place(part('line'), { x1: end.x, y1: end.y, x2: target.x, y2: target.y });
      place(part('wanted'), { cx: target.x, cy: target.y });
    }
    const cable = (grip && picker?.lineOf(grip)) ?? [];
    show('cable', cable.length > 0);
    part('cable')?.setAttribute('points', cable.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '));
    const push = picker && this.visiblePush(picker, input, hands !== null);
    show('push', push !== null);
    if (push) place(part('push'), { x1: push.from.x, y1: push.from.y, x2: push.to.x, y2: push.to.y });
    this.layer.querySelector('.hands-lines')?.classList.toggle('pushes', touch?.pushes === true);
    this.drawNumber(target ?? push?.to ?? null, (target ? null : push?.impulse) ?? input?.coming ?? null, hands !== null);
  }

  /** The force of the hand, in words. */
  get force(): string {
    const { session } = this;
    const { recording } = session.runner;
    const document = session.hands.document ?? session.opened?.document;
    const name = document && handSensor(document, 'Force'); // no text
    if (!recording || !name) return '';
    const { live } = session.runner;
    const { time } = session.cursor;
    const since = time - (live ? (meanOver / 1000) * live.speed : 0);
    const size = Math.hypot(...[0, 1, 2].map((i) => meanOf(recording.history.time, sensorColumn(recording, name, i) ?? [0], since, time)));
    const unit = displayUnit('N', size);
    return withUnit(formatFixed(size * unit.factor, Math.max(0, decimalsFor(size * unit.factor) - 1)), unit.text);
  }

  /**
   * Shows the impulse of a push, or the force of the hand at a limited rate, because it changes too fast to be read in each picture of a
   * live run.
   */
  private drawNumber(at: Pixel | null, impulse: Point | null, live: boolean): void {
    const number = this.layer.querySelector<HTMLOutputElement>('.hands-force');
    if (!number) return;
    number.hidden = !at;
    if (!at) return;
    const { offsetWidth: width } = number;
    const left = at.x + beside + width < this.layer.clientWidth ? at.x + beside : at.x - beside - width;
    number.style.transform = `translate(${left}px, ${Math.max(0, at.y - 26)}px)`;
    if (impulse) {
      number.setAttribute('aria-label', msg('Impulse of the push'));
      number.value = withUnit(formatNumber(Math.hypot(...impulse), 2), 'N·s');
      return;
    }
    const now = performance.now();
    if (live && now - this.shownAt < showEvery) return;
    this.shownAt = now;
    number.setAttribute('aria-label', forceTitle());
    number.value = this.force;
  }

  /** A recent push: by the person, or in a finished run. */
  private visiblePush(picker: Picker, input: HandsInput | null, live: boolean): { from: Pixel; to: Pixel; impulse: Point } | null {
    const { opened, runner, cursor } = this.session;
    const pushed = input?.pushed ?? null;
    let shown: Pushed | null = null;
    if (live) shown = pushed && performance.now() - pushed.made < pushShown ? pushed : null;
    else if (opened && runner.recording)
      shown = pushesAt(runner.recording, opened.document, cursor.time, (pushShown / 1000) * cursor.speed)[0] ?? null;
    const point = shown && picker.gripPoint(shown);
    const from = point && picker.pixelOf(point.toArray());
    if (!shown || !point || !from) return null;
    // The person's push has its original length, a replayed push a fixed length.
    const length = defaultPush * picker.metresPerPixel(picker.depthOf(point));
    const [displacement, scale] =
      pushed && shown === pushed ? [pushed.displacement, 1] : [shown.impulse, length / (Math.hypot(...shown.impulse) || 1)];
    const to = picker.pixelOf(point.toArray().map((x, i) => x + scale * displacement[i]) as unknown as Point);
    return to && { from, to, impulse: shown.impulse };
  }

  /** The hand as a finished run recorded it. */
  private replayed(): Held | null {
    const { opened, runner, cursor } = this.session;
    return opened && runner.recording ? heldAt(runner.recording, opened.document, cursor.time) : null;
  }
}

function place(part: SVGElement | null, numbers: Record<string, number>): void {
  for (const [name, value] of Object.entries(numbers)) part?.setAttribute(name, value.toFixed(1));
}
