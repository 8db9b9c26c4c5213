import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { type Grip, type Picker, type SceneElement, type SceneOnPage, sceneContext } from '../scene';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import { Drift } from './drift';
import type { Hands } from './hands';
import { HandsAnnouncer } from './hands-announcer';
import { HandsInput } from './hands-input';
import { type HandsOn, handsContext } from './hands-on';
import { HandsOverlay } from './hands-overlay';
import './hands-layer.css';

const mostChoices = 40; // bodies offered to the keyboard

/** An overlay in the element of the 3D view: during a live run, bodies are highlighted and can be grabbed, dragged and pushed. */
@customElement('slip-hands')
export class HandsLayer extends SessionView {
  @consume({ context: handsContext }) handsOn!: HandsOn;
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  /** Bodies that the keyboard can grab. */
  @state() private choices: readonly Grip[] = [];
  private hands: Hands | null = null;
  private input: HandsInput | null = null;
  private overlay!: HandsOverlay;
  private readonly announcer = new HandsAnnouncer(this);
  private readonly drift = new Drift();
  /** Whether the run has been taken over. */
  private takenOver = false;
  private stopLive = () => {};

  protected override whileInPage() {
    this.role = 'group';
    this.tabIndex = -1;
    this.overlay = new HandsOverlay(this, this.session);
    return [
      listen(this.parentElement as HTMLElement, 'drawn', this.onDrawn, { capture: true }),
      watch(
        () => [this.handsOn.hands, this.scene.element] as const,
        ([hands, element]) => this.begin(hands, element),
      ),
      () => this.end(),
    ];
  }

  protected override render() {
    const { hands } = this.handsOn;
    this.ariaLabel = msg('What moves');
    return html`${HandsOverlay.parts()}${hands ? this.renderLive(hands) : nothing}`;
  }

  private renderLive({ live: { problem, takenOver, done } }: Hands) {
    const hint = takenOver
      ? done.length > 0 || !this.picker
        ? ''
        : msg('Drag what moves. With Shift, or after a long press, push it.')
      : msg('Going there …');
    return html`
      <div class="hands-choices" role="group" aria-label=${msg('Bodies to take hold of')}>
        ${this.choices.map(
          (grip) =>
            html`<button
              type="button"
              aria-label=${msg(str`${grip.label}: arrow keys and Page up and down drag it, or push it with Shift; Escape lets go`)}
              @focus=${() => this.input?.choose(grip)}
              @blur=${() => this.input?.leave(grip)}
              @keydown=${(event: KeyboardEvent) => this.input?.onKey(event, grip)}
            >${grip.label}</button>`,
        )}
      </div>
      <p class="hands-note" data-problem=${problem !== ''} ?hidden=${!problem && !hint}>${problem || hint}</p>
      <p class="hidden hands-said" role="status"></p>
    `;
  }

  private get picker(): Picker | null {
    return this.scene.element?.picture ?? null;
  }

  private begin(hands: Hands | null, scene: SceneElement | null): void {
    if (hands === this.hands) return;
    this.end();
    if (!hands || !scene) return;
    this.hands = hands;
    const place = { scene, pointers: this.scene.pointers, picker: () => this.picker };
    this.input = new HandsInput(place, hands, this.session.cursor, this.drift, () => this.draw());
    const { live } = hands;
    this.stopLive = watch(
      () => [live.time, live.takenOver, live.problem],
      () => this.onLive(hands),
    );
  }

  private end(): void {
    if (!this.hands) return;
    this.stopLive();
    this.input?.end();
    this.input = null;
    this.picker?.setTouch(false);
    if (this.takenOver) this.announcer.keepFocus(() => this.handsOn.starter);
    this.takenOver = false;
    this.hands = null;
    this.choices = [];
  }

  private onLive(hands: Hands): void {
    const { picker } = this;
    picker?.setTouch(true);
    if (this.choices.length === 0 && picker) this.choices = picker.grips(mostChoices);
    const { takenOver } = hands.live;
    if (takenOver && !this.takenOver) this.announcer.keepFocus(() => this);
    this.takenOver = takenOver;
    this.announcer.announce(hands, () => this.overlay.force);
  }

  /** A new picture was drawn. */
  private readonly onDrawn = () => {
    this.drift.note(this.picker?.followedPoint?.toArray() ?? null, this.session.cursor.time);
    this.input?.follow();
    this.draw();
  };

  private draw(): void {
    const { picker, hands, input } = this;
    this.overlay.draw({ picker, hands, input });
  }
}
