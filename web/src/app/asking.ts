import type { Session } from '../state/session';
import type { Asking, Question } from '../ui/asking';
import { load } from '../ui/load';

/** The page of a model; `parts`: null unless it is in a frame. */
interface Page {
  readonly parts: ReadonlySet<string> | null;
  readonly editable: boolean;
  readonly session: Session;
}

/** Adds questions to the visitor's own model on a page. */
export const askingOn = (page: Page): Asking => ({
  get isPossible() {
    return page.parts === null && page.editable && page.session.opened?.draft !== undefined;
  },
  ask: async (question: Question) => (await load(() => import('../builder/build'))).askFor(page.session, question),
});
