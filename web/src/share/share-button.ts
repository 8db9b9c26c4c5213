import { customElement } from 'lit/decorators.js';
import { html } from '../ui/html';
import { load } from '../ui/load';
import { SessionView } from '../ui/session';

/** A button for the dialog, whose code loads on first use. */
@customElement('slip-share')
export class ShareButton extends SessionView {
  protected override render() {
    const open = () => this.session.view.share(true);
    return html`<button type="button" class="header-button" aria-haspopup="dialog" @click=${open}>Share</button>
      <slip-share-dialog></slip-share-dialog>`;
  }

  protected override updated(): void {
    if (this.session.view.sharing) void load(() => import('./share-dialog'));
  }
}
