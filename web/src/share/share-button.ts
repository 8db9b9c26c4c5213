import { consume } from '@lit/context';
import { customElement } from 'lit/decorators.js';
import type { Session } from '../state/session';
import { html } from '../ui/html';
import { load } from '../ui/load';
import { sessionContext } from '../ui/session';
import { View } from '../ui/view';

/** A button for the dialog, whose code loads on first use. */
@customElement('slip-share')
export class ShareButton extends View {
  @consume({ context: sessionContext }) session!: Session;

  protected override render() {
    const open = () => this.session.view.share(true);
    return html`<button type="button" class="header-button" aria-haspopup="dialog" @click=${open}>Share</button>
      <slip-share-dialog></slip-share-dialog>`;
  }

  protected override updated(): void {
    if (this.session.view.sharing) void load(() => import('./share-dialog'));
  }
}
