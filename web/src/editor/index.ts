import { layOut, type ModelDocument, withParameters } from '../state/document';
import type { Session } from '../state/session';
import { drafts } from './drafts';

export { drafts };

/**
 * Changes the model that is open as its editor does: it becomes the visitor's own version, with the present values of the parameters, and
 * runs. The browser keeps it, if it keeps anything.
 */
export function changeModel(session: Session, change: (document: ModelDocument) => ModelDocument): void {
  const { opened, parameters } = session;
  if (!opened) return;
  const document = change(withParameters(opened.document, parameters.linked));
  changeText(session, `${layOut(document)}\n`);
}

/** The same with another text, which is valid JSON. */
export function changeText(session: Session, text: string): void {
  const { opened } = session;
  if (!opened) return;
  const document = JSON.parse(text) as ModelDocument;
  const draft = opened.draft ?? drafts.newId();
  const base = opened.name ?? opened.base ?? '';
  const kept = drafts.keep({ id: draft, base, text, changedAt: Date.now() });
  session.edit({ ...opened, name: null, base, ...(kept ? { draft } : {}), document, text });
}
