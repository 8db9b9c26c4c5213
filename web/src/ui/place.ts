import { msg } from '@lit/localize';
import type { Issue } from '../../../wasm/engine/types';
import { html } from './html';

/** The location of an issue in its document; if `go` is given, a button that navigates there. */
export function issuePlace(issue: Issue, go: ((issue: Issue) => void) | null) {
  const place = html`<code>${issue.pointer || msg('(the whole document)')}</code>`;
  return go ? html`<button type="button" class="issue-place" title=${msg('Go there')} @click=${() => go(issue)}>${place}</button>` : place;
}
