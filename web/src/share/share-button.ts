import { customElement } from 'lit/decorators.js';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { load } from '../ui/load';
import { SessionView } from '../ui/session';
import { texts } from './texts';

/** A button for the dialog, whose code loads on first use. */
@customElement('slip-share')
export class ShareButton extends SessionView {
  protected override whileInPage() {
    return [
      watch(
        () => this.session.view.sharing,
        (sharing) => sharing && void load(() => import('./share-dialog')),
      ),
    ];
  }

  protected override render() {
    const open = () => this.session.view.share(true);
    return html`<button type="button" class="header-button" aria-haspopup="dialog" @click=${open}>${texts.share()}</button>
      <slip-share-dialog></slip-share-dialog>`;
  }
}
