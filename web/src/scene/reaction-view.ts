import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { FreeBodyLook } from '../state/linked-view';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { connectedBodies } from './about-body';
import './free-body-view';

/** The reaction of a joint or connector on one of its bodies, as an arrow in the 3D view and in a table. */
@customElement('slip-reaction')
export class ReactionView extends SessionView {
  /** Its name. */
  @property() item = '';
  @property() quantity: FreeBodyLook['quantity'] = 'force';
  /** The body that a person has chosen. */
  @state() private chosen = '';

  protected override render() {
    const { model } = this.session.runner;
    const bodies = model ? connectedBodies(model, this.item) : [];
    const body = bodies.includes(this.chosen) ? this.chosen : bodies[0];
    if (body === undefined) return nothing;
    return html`
      <div class="free-body-choices">
        <div class="segmented" role="group" aria-label=${msg('Body on which it acts')}>
          ${bodies.map((each) => html`<button type="button" aria-pressed=${each === body} @click=${() => this.choose(each)}>${each}</button>`)}
        </div>
      </div>
      ${keyed(`${this.item}/${body}`, html`<slip-free-body .body=${body} .only=${this.item} .first=${this.quantity}></slip-free-body>`)}
    `;
  }

  private choose(body: string): void {
    this.chosen = body;
  }
}
