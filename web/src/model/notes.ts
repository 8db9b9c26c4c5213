import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { galleryHash } from '../link/link';
import { baseName, beforeLiveRun, type OpenModel } from '../state/open-model';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';

/**
 * Notes on the open model: that it is the visitor's own, that its run was changed by hand, or that its link could not be used completely.
 */
@customElement('slip-notes')
export class Notes extends SessionView {
  /** The page is in a frame of another one. */
  @property({ type: Boolean }) embedded = false;

  protected override render() {
    const { opened, runner } = this.session;
    if (!opened) return nothing;
    return html`
      ${opened.draft && !this.embedded ? this.renderOwn(baseName(opened)) : nothing}
      ${runner.live ? nothing : this.renderHands(opened)}
      ${opened.note ? html`<p class="link-note" role="status">${opened.note}</p>` : nothing}
    `;
  }

  /** Notes that a model is the visitor's own, with ways to share it and to return to the gallery model from which it was made. */
  private renderOwn(base: string) {
    return html`<p class="own-note">
      <span>${base ? msg('Your changed copy: this address works in this browser only.') : msg('Your own model: this address works in this browser only.')}</span>
      <button type="button" class="text-button" @click=${this.share}>${msg('Make a link that works everywhere')}</button>
      ${base ? html`<a href=${galleryHash(base, {})}>${msg('Back to the original')}</a>` : nothing}
    </p>`;
  }

  /** Notes on a run with or without a person's actions, and a button that switches between them. */
  private renderHands(model: OpenModel) {
    const { hands } = this.session;
    if (beforeLiveRun(model)) return this.renderAdded(model);
    if (!model.hands && !hands.openedWithActions) return nothing;
    const [said, way, act] = model.hands
      ? [msg('This is the run without the hand.'), msg('Back to the run with it'), this.goBack]
      : [msg('A person’s hand is part of this run.'), msg('Run it without the hand'), () => hands.removeActions()];
    return html`<p class="own-note">
      <span>${said}</span>
      <button type="button" class="text-button" @click=${act}>${way}</button>
    </p>`;
  }

  /** Notes on a run with the actions of the visitor or of a submission, with ways to share it and to go back. */
  private renderAdded({ origin, document }: OpenModel) {
    const count = Array.isArray(document.events) ? document.events.length : 0;
    if (origin === 'submission' && count > 0)
      return html`<p class="own-note">
        <span>${msg('This run has what was done by hand before it was handed in.')}</span>
        <button type="button" class="text-button" @click=${this.goBack}>${msg('Show it without hands')}</button>
      </p>`;
    return html`<p class="own-note">
      <span>${count > 0 ? msg('Your actions are part of the model now: it repeats them wherever it runs.') : msg('You did nothing in this run.')}</span>
      ${count > 0 && !this.embedded ? html`<button type="button" class="text-button" @click=${this.share}>${msg('Share this run')}</button>` : nothing}
      <button type="button" class="text-button" @click=${this.goBack}>${msg('Back to the run without your actions')}</button>
    </p>`;
  }

  private readonly goBack = () => this.session.hands.goBack();
  private readonly share = () => this.session.view.share(true);
}
