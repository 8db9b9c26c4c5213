import { msg } from '@lit/localize';
import { attempt } from '../format/attempt';
import { common } from '../format/texts';
import { layOut, type ModelDocument, withParameters } from '../state/document';
import { baseName, type OpenModel } from '../state/open-model';
import type { Session } from '../state/session';
import { load } from '../ui/load';
import { drafts, newId, notices } from './drafts';

export { schemasAt } from './schema';
export { drafts };

/**
 * Changes the open model in the same way as its editor: it becomes the visitor's own version and runs. The browser stores it if it can. The
 * sliders keep their values.
 */
export function changeModel(session: Session, change: (document: ModelDocument) => ModelDocument): void {
  const { opened } = session;
  if (opened) changeText(session, () => `${layOut(change(opened.document))}\n`);
}

/** Writes the values of the sliders into the model, as the values with which it starts. */
export function useAsStart(session: Session): void {
  changeModel(session, (document) => withParameters(document, session.parameters.linked));
}

/** Makes the visitor's own version of the open model, and opens it for editing. */
export function startFrom(session: Session): void {
  const { opened } = session;
  if (!opened) return;
  session.replace(ownVersion(session, opened, opened.text));
  session.view.choose('build');
}

/**
 * Like `changeModel`, for the text. A text in *Model* that has not run is not replaced before the person has answered a question. `before` is
 * called right before the change.
 */
export function changeText(session: Session, change: (text: string) => string, before = () => {}): void {
  const { opened } = session;
  if (!opened) return;
  const waiting = unrunText(opened);
  if (waiting !== null) return void askAbout(session, opened, waiting, change, before);
  before();
  runText(session, opened, change(opened.text));
}

function runText(session: Session, opened: OpenModel, text: string): void {
  session.edit({ ...ownVersion(session, opened, text), document: JSON.parse(text) as ModelDocument, text });
}

/** The text in *Model*, if it differs from the text that has run or is not a document; null otherwise. */
export function unrunText({ draft, text: ran }: OpenModel): string | null {
  const text = (draft && drafts.text(draft)) ?? ran;
  return text === ran && isDocument(text) ? null : text;
}

const isDocument = (text: string) => attempt(() => typeof JSON.parse(text) === 'object', false);

/** Asks what to do with the text in *Model* before a change replaces it. */
async function askAbout(
  session: Session,
  opened: OpenModel,
  waiting: string,
  change: (text: string) => string,
  before: () => void,
): Promise<void> {
  const { ask } = await load(() => import('../ui/ask'));
  const isWhole = isDocument(waiting);
  const changed = attempt(() => change(opened.text), ''); // only a document can be changed
  const answer = await ask({
    title: msg('The text in Model has not run'),
    text: isWhole
      ? msg('This change would replace what you have written there.')
      : msg('It is not valid JSON yet, and this change would replace it.'),
    answers: [
      ['show', common.showText()],
      ...(isWhole ? [['run', msg('Run the text')] as const] : []),
      ...(isDocument(changed) ? [['drop', msg('Discard the text')] as const] : []),
    ],
  });
  if (session.opened !== opened || answer === null) return;
  if (answer === 'show') return session.view.goTo({ at: 'text', issue: { severity: 'warning', pointer: '', message: '' } });
  if (answer === 'drop') before();
  runText(session, opened, answer === 'drop' ? changed : waiting);
}

/**
 * Makes a model the visitor's own, and stores its text in the browser. The outcome is noted later on the open model: if another tab has
 * changed the model too, this version continues as a separate one.
 */
export function ownVersion(session: Session, model: OpenModel, text: string): OpenModel {
  const draft = model.draft ?? newId();
  void drafts.keep({ id: draft, base: baseName(model), text, changedAt: Date.now() }).then(({ id, notice }) => {
    const { opened } = session;
    if (opened?.draft !== draft) return;
    const note = notice || (notices().includes(opened.note ?? '') ? '' : opened.note);
    if (id !== draft || note !== opened.note) session.replace({ ...opened, draft: id, note });
  });
  return { ...model, draft };
}
