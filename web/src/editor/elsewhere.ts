import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { attempt } from '../format/attempt';
import type { ModelDocument } from '../state/document';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { drafts } from './drafts';
import { ownVersion } from './index';

/** Reports that another tab has changed the open model, and asks which version to keep. Until then this tab overwrites nothing. */
@customElement('slip-elsewhere')
export class Elsewhere extends SessionView {
  /** The version of another tab. */
  @state() private newer: { id: string; text: string } | null = null;

  protected override whileInPage() {
    return [
      drafts.follow((id, text) => {
        if (id === this.session.opened?.draft) this.newer = { id, text };
      }),
    ];
  }

  protected override render() {
    const { newer } = this;
    const { opened } = this.session;
    if (!newer || newer.id !== opened?.draft || newer.text === opened.text) return nothing;
    return html`<p class="own-note" role="status">
      <span>${msg('Another tab has changed this model.')}</span>
      <button type="button" class="text-button" @click=${this.take}>${msg('Show that version')}</button>
      <button type="button" class="text-button" @click=${this.separate}>${msg('Keep this one as a separate model')}</button>
    </p>`;
  }

  private readonly take = async () => {
    const { session, newer } = this;
    const draft = newer && (await drafts.get(newer.id));
    const { opened } = session;
    if (!draft || opened?.draft !== draft.id) return;
    this.newer = null;
    session.edit({ ...opened, text: draft.text, document: attempt(() => JSON.parse(draft.text) as ModelDocument, {}) });
  };

  private readonly separate = () => {
    const { session } = this;
    const { opened } = session;
    if (!opened?.draft) return;
    this.newer = null;
    const { draft, ...model } = opened;
    session.replace(ownVersion(session, model, drafts.text(draft) ?? opened.text));
  };
}
