import { layOut, type ModelDocument, withParameters } from '../state/document';
import { baseName, type OpenModel } from '../state/open-model';
import type { Session } from '../state/session';
import { drafts, newId, notices } from './drafts';

export { drafts };

/**
 * Changes the open model in the same way as its editor: it becomes the visitor's own version, with the present values of the parameters,
 * and runs. The browser stores it if it can.
 */
export function changeModel(session: Session, change: (document: ModelDocument) => ModelDocument): void {
  const { opened, parameters } = session;
  if (!opened) return;
  const document = change(withParameters(opened.document, parameters.linked));
  changeText(session, `${layOut(document)}\n`);
}

/** Like `changeModel`, with the new text, which is valid JSON. */
export function changeText(session: Session, text: string): void {
  const { opened } = session;
  if (!opened) return;
  const document = JSON.parse(text) as ModelDocument;
  session.edit({ ...ownVersion(session, opened, text), document, text });
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
    const note = notice || (notices.includes(opened.note ?? '') ? '' : opened.note);
    if (id !== draft || note !== opened.note) session.replace({ ...opened, draft: id, note });
  });
  return { ...model, draft };
}
