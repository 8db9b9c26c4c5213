import type { TaskInfo } from '../../../wasm/engine/types';
import type { TaskBook } from '../state/tasks';

/** A page that hosts others by the SPLICE messages (cssplice.org), as far as it is used here. */
export interface Host {
  postMessage(message: object, origin: string): void;
}

/**
 * Connects the tasks of a frame with a course: asks for what was answered before, and reports score and answers whenever an answer has been
 * judged. Nothing is reported before the first one. Only the page around the frame is heard. Returns how to end it.
 */
export function connectSplice(
  book: TaskBook,
  tasks: () => readonly TaskInfo[],
  host: Host = window.parent,
  listen: EventTarget = window,
): () => void {
  const asked = newId();
  let told: object | null = null;
  let restoring = true;

  const onMessage = (event: Event) => {
    const { source, data } = event as MessageEvent;
    if (source !== host || typeof data !== 'object' || data === null) return;
    const { subject, message_id, state, error } = data as Record<string, unknown>;
    if (subject !== 'SPLICE.getState.response' || message_id !== asked || !restoring) return;
    if (error || typeof state !== 'object' || state === null) {
      restoring = false;
      return;
    }
    void book.restore(state).finally(() => {
      told = book.answers; // what came from there is known there
      restoring = false;
    });
  };
  listen.addEventListener('message', onMessage);
  const stop = book.subscribe(() => {
    if (restoring || book.answers === told || !book.begun || tasks().length === 0) return;
    told = book.answers;
    host.postMessage(
      {
        subject: 'SPLICE.reportScoreAndState',
        message_id: newId(),
        score: book.scoreOf(tasks()),
        state: JSON.parse(JSON.stringify(book.saved)),
      },
      '*',
    );
  });
  host.postMessage({ subject: 'SPLICE.getState', message_id: asked }, '*');
  // A host that keeps nothing may not answer.
  const patience = setTimeout(() => {
    restoring = false;
  }, 2000);
  return () => {
    clearTimeout(patience);
    listen.removeEventListener('message', onMessage);
    stop();
  };
}

function newId(): string {
  return `slipstick-${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`;
}
