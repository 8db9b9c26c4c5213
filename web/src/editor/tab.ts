import { common } from '../format/texts';
import type { Session } from '../state/session';
import { tasksPreview, wordsFor } from '../tasks';
import { html } from '../ui/html';
import type { PageTab } from '../ui/page-tab';
import './editor';

export const pageTab: PageTab = {
  id: 'model',
  label: common.model,
  order: 3,
  isIn: (_, { editable }) => editable,
  content: (session, { site }) =>
    hidesText(session) ? textGate(session) : html`${tasksPreview(session, site)}<slip-editor></slip-editor>`,
};

/** Whether the text of another author's model contains hidden values, and nobody has asked to show it. */
function hidesText({ opened, runner, view }: Session): boolean {
  return (runner.model?.hidden ?? []).length > 0 && !opened?.draft && !view.textRevealed;
}

function textGate(session: Session) {
  const words = wordsFor(session);
  return html`<p lang=${words.lang}>${words.hides}</p><button type="button" lang=${words.lang} class="outline-button" @click=${() => session.view.revealText()}>${words.showText}</button>`;
}
