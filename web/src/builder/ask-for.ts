import { loadReference } from '../state/schema';
import type { Session } from '../state/session';
import type { Question } from '../ui/asking';
import { Changes } from './changes';
import { taskOfQuestion } from './measuring';

/** Adds a question to the open model, and its sensor unless there is one. */
export async function askFor(session: Session, question: Question): Promise<void> {
  const { visit } = session;
  const reference = await loadReference();
  if (session.visit === visit) session.part(Changes).change(taskOfQuestion(session.shownDocument, question, reference));
}
