import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Session } from '../state/session';
import type { PageLook } from '../state/view-state';
import { View } from '../ui/view';
import type { ShareDialog } from './share-dialog';

/** Opens the dialog, whose code loads on first use. */
@customElement('slip-share')
export class ShareButton extends View {
  @property({ attribute: false }) session!: Session;
  @property({ attribute: false }) look!: () => PageLook;

  protected override render() {
    return html`<button type="button" class="header-button" aria-haspopup="dialog" @click=${this.open}>Share</button>
      <slip-share-dialog .session=${this.session}></slip-share-dialog>`;
  }

  readonly open = async () => {
    await import('./share-dialog');
    this.querySelector<ShareDialog>('slip-share-dialog')?.open(this.look());
  };
}
