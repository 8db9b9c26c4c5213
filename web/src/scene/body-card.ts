import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { common } from '../format/texts';
import type { FreeBodyLook } from '../state/linked-view';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { load } from '../ui/load';
import { SessionView } from '../ui/session';
import { aboutBody, noFreeBody } from './about-body';
import type { Grip, Pixel } from './grip';
import { type SceneOnPage, sceneContext } from './on-page';
import './body-card.css';

const mostGrips = 100;
const tolerances: Record<string, number> = { mouse: 4, pen: 8, touch: 16 }; // tolerance beside a body, pixels

/** A card over the 3D view with facts, at the time shown, about the body that a person has pressed or selected with the key B. */
@customElement('slip-body-card')
export class BodyCard extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  @state() private chosen: Grip | null = null;
  /** The free body that a link has opened. */
  private restored: FreeBodyLook | null = null;

  protected override whileInPage() {
    return [
      this.scene.pointers.use({ press: (pixel, event) => this.onPress(pixel, event) }),
      watch(
        () => this.session.runner.live !== null,
        (isLive) => isLive && this.choose(null),
      ),
      listen(this.parentElement as HTMLElement, 'drawn', this.onDrawn, { capture: true }),
      listen(this.parentElement as HTMLElement, 'keydown', this.onKey),
    ];
  }

  protected override render() {
    const { chosen } = this;
    const { runner, cursor, opened } = this.session;
    if (!chosen || !runner.recording || runner.live) return nothing;
    const facts = aboutBody(runner.recording, chosen, opened?.document.sensors, cursor.shown);
    if (!facts) return nothing;
    return html`<section class="body-card" aria-label=${msg(str`Body ${facts.name}`)}>
      <header>
        <h2>${facts.name}</h2>
        <button type="button" class="icon-button" aria-label=${common.close()} @click=${() => this.choose(null)}>✕</button>
      </header>
      ${
        this.isFree
          ? html`<slip-free-body .body=${chosen.object}></slip-free-body>`
          : html`<dl>${facts.rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
              ${chosen.link === null ? this.renderButton() : nothing}`
      }
    </section>`;
  }

  private renderButton() {
    return html`<button
      type="button"
      class="text-button"
      title=${msg('Shows all forces and torques on this body; the model runs once more')}
      @click=${this.free}
    >${msg('Free body')}</button>`;
  }

  /** The free-body diagram replaces the facts. */
  private get isFree(): boolean {
    return this.session.view.freeBody !== null && this.session.view.freeBody.body === this.chosen?.object;
  }

  private readonly free = async () => {
    const { chosen, session } = this;
    await load(() => import('./free-body-view'));
    if (chosen && this.chosen === chosen) session.view.showFreeBody({ body: chosen.object, quantity: 'force', axes: 'global' });
  };

  /** Shows the free body of a link, once the picture has bodies. */
  private readonly onDrawn = async () => {
    const { runner, view } = this.session;
    const { freeBody } = view;
    if (!freeBody || !runner.recording || this.chosen || this.restored === freeBody) return;
    const problem = noFreeBody(runner.recording.model, freeBody.body);
    if (problem) return this.reject(problem);
    const grip = this.scene.element?.picture?.grips(Infinity).find(({ object, link }) => object === freeBody.body && link === null);
    if (!grip) return this.reject(msg(str`“${freeBody.body}” is not drawn as one body, so its free body cannot be shown.`));
    this.restored = freeBody;
    await load(() => import('./free-body-view'));
    if (this.session.view.freeBody !== freeBody || this.chosen || this.session.runner.live) return;
    this.chosen = grip;
    this.scene.element?.picture?.light(grip);
  };

  /** Reports the free body of a link that cannot be shown, and omits it from new links. */
  private reject(problem: string): void {
    const { session } = this;
    session.view.showFreeBody(null);
    if (session.opened) session.replace({ ...session.opened, note: [session.opened.note, problem].filter(Boolean).join(' ') });
  }

  private choose(grip: Grip | null): void {
    if (this.session.view.freeBody) this.session.view.showFreeBody(null);
    this.chosen = grip;
    this.scene.element?.picture?.light(grip);
  }

  private onPress(pixel: Pixel, { pointerType }: PointerEvent): void {
    if (!this.session.runner.live) this.choose(this.scene.element?.picture?.gripUnder(pixel, tolerances[pointerType] ?? 4) ?? null);
  }

  /** B steps through the bodies. */
  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || this.session.runner.live) return;
    if (event.key === 'Escape' && this.chosen) return this.choose(null);
    const grips = event.key.toLowerCase() === 'b' ? (this.scene.element?.picture?.grips(mostGrips) ?? []) : [];
    if (grips.length === 0) return;
    event.preventDefault();
    const { chosen } = this;
    const at = grips.findIndex(({ object, link }) => object === chosen?.object && link === chosen.link);
    this.choose(grips[at + 1] ?? null);
  };
}
