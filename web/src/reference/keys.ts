import { render } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { renderMarkdown } from '../ui/markdown';
import { docSections, loadDoc } from './docs';
import '../ui/prose.css';
import './keys.css';

/** Shows the keys of the page, a section of its documentation, in a dialog. */
export async function showKeys(): Promise<void> {
  const keys = docSections((await loadDoc('about')) ?? '').find(({ name }) => name === 'keys');
  if (!keys || document.querySelector('dialog[open]')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'keys prose';
  dialog.ariaLabel = keys.title;
  render(
    html`<form method="dialog"><button type="submit" class="icon-button" aria-label=${common.close()}>✕</button>${unsafeHTML(renderMarkdown(keys.text))}</form>`,
    dialog,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
