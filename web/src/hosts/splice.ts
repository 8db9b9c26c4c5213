import type { TaskInfo } from '../../../wasm/engine/types';
import { own } from '../format/own';
import { watch } from '../state/observable';
import type { TaskState } from '../state/tasks';
import { HostOrigin } from './origin';

/** The parts of a SPLICE host (cssplice.org) that are used: a page that embeds others. */
export interface Host {
  postMessage(message: object, origin: string): void;
}

/** A course that receives more than scores. */
export interface Course {
  /** Actions and events other than answers; `error`: a sentence about a failure. */
  reportEvent(name: string, data: object, error?: string): void;
  reportHeight(pixels: number): void;
  end(): void;
}

/**
 * Connects the tasks of a frame to a course: requests earlier answers, reports score and answers whenever an answer has been judged, and
 * reports an event whenever a hint is opened. No score is reported before the first judged answer. Only messages of the page around the
 * frame are accepted. `named`: the address requests this protocol; otherwise the seed, often a name, is sent only to a page that has
 * answered.
 */
export function connectSplice(
  book: TaskState,
  tasks: () => readonly TaskInfo[],
  host: Host = window.parent,
  listen: EventTarget = window,
  named = true,
): Course {
  const requestId = newId();
  const around = new HostOrigin();
  let known = named;
  const send = (message: { subject: string; [key: string]: unknown }) =>
    host.postMessage({ message_id: newId(), ...message }, around.target);
  const reportEvent: Course['reportEvent'] = (name, data, error) =>
    send({ subject: 'SPLICE.sendEvent', name, data: plain(data), ...(error ? { error: { code: name, message: error } } : {}) });
  let hints = hintsOf(book);
  let reported: object | null = null;
  let restoring = true;

  const onMessage = (event: Event) => {
    const { source, origin, data } = event as MessageEvent;
    if (source !== host || typeof data !== 'object' || data === null) return;
    const { subject, message_id, state, error } = data as Record<string, unknown>;
    if (subject !== 'SPLICE.getState.response' || message_id !== requestId || !around.accepts(origin)) return;
    known = true;
    if (!restoring) return;
    if (error || typeof state !== 'object' || state === null) {
      restoring = false;
      return;
    }
    void book.restore(state).finally(() => {
      reported = book.answers; // answers from the host need not be reported to it
      hints = hintsOf(book);
      restoring = false;
    });
  };
  listen.addEventListener('message', onMessage);
  const tell = () => {
    if (restoring) return;
    const before = hints;
    hints = hintsOf(book);
    for (const task of Object.keys(hints)) if (hints[task] > (own(before, task) ?? 0)) reportEvent('hint', { task, hints: hints[task] });
    if (book.answers === reported || !book.begun || tasks().length === 0) return;
    reported = book.answers;
    const { seed, answers } = book.saved;
    send({ subject: 'SPLICE.reportScoreAndState', score: book.scoreOf(tasks()), state: plain({ ...(known ? { seed } : {}), answers }) });
  };
  const stop = watch(() => book.answers, tell);
  send({ subject: 'SPLICE.getState', message_id: requestId });
  // A host without storage may not answer.
  const timer = setTimeout(() => {
    restoring = false;
  }, 2000);
  return {
    reportEvent,
    reportHeight: (height) => send({ subject: 'lti.frameResize', height }),
    end: () => {
      clearTimeout(timer);
      listen.removeEventListener('message', onMessage);
      stop();
    },
  };
}

/** The number of open hints, for each task. */
function hintsOf(book: TaskState): Record<string, number> {
  return Object.fromEntries(Object.entries(book.answers).map(([task, { hints }]) => [task, hints]));
}

/** Removes the fields that are meant for programs only. */
function plain(data: object): object {
  return JSON.parse(JSON.stringify(data));
}

function newId(): string {
  return `slipstick-${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`;
}
