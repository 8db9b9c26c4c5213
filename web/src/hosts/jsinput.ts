import type { TaskInfo } from '../../../wasm/engine/types';
import { attempt } from '../format/attempt';
import type { TaskState } from '../state/tasks';
import { HostOrigin } from './origin';
import type { Host } from './splice';

/** The functions of a page for problems of Open edX. They exchange JSON texts without "%", which Open edX decodes. */
export interface JsInput {
  /** Throws until a first answer has been judged: then nothing is submitted. */
  getGrade(): string;
  getState(): string;
  setState(state: string): void;
}

const scope = 'JSInput::';
/** Open edX shows the message of an error with this name to the learner */
const messageError = 'Waitfor Exception'; // no text

/**
 * Connects the tasks of a page to a problem of Open edX (custom JavaScript display and grading), which requests a grade and stores the
 * answers: through messages of jschannel, and through the functions `slipstick.getGrade`, `.getState` and `.setState` of the window.
 * `checkFirst`: the message for a person who requests a grade before an answer has been checked. Only messages of the surrounding page are
 * accepted. Returns a function that disconnects it.
 */
export function connectJsInput(
  book: TaskState,
  tasks: () => readonly TaskInfo[],
  checkFirst: () => string,
  host: Host = window.parent,
  listen: EventTarget = window,
): () => void {
  const functions: JsInput = {
    getGrade: () => {
      if (!book.begun || tasks().length === 0) {
        const message = checkFirst();
        book.notify(message);
        throw Object.assign(new Error(message), { name: messageError });
      }
      book.notify('');
      const scores = Object.fromEntries(tasks().map(({ id }) => [id, book.of(id).score]));
      return safe({ score: book.scoreOf(tasks()), seed: book.seed, tasks: scores });
    },
    getState: () => safe(book.saved),
    setState: (state) => void book.restore(parsed(state)),
  };

  const around = new HostOrigin();
  const send = (message: object) => host.postMessage(JSON.stringify(message) as unknown as object, around.target);
  const onMessage = (event: Event) => {
    const { source, origin, data } = event as MessageEvent;
    const message = source === host && typeof data === 'string' ? parsed(data) : null;
    const { id, method, params } = (message ?? {}) as Record<string, unknown>;
    if (typeof method !== 'string' || !method.startsWith(scope) || !around.accepts(origin)) return;
    const name = method.slice(scope.length);
    if (name === '__ready' && params === 'ping') return send({ method: `${scope}__ready`, params: 'pong' });
    if (typeof id !== 'number' || !Object.hasOwn(functions, name)) return;
    try {
      const result = name === 'setState' ? functions.setState(String(params)) : functions[name as 'getGrade' | 'getState']();
      send({ id, result: result ?? null });
    } catch (error) {
      send({ id, error: 'runtime_error', message: (error as Error).message });
    }
  };
  listen.addEventListener('message', onMessage);
  send({ method: `${scope}__ready`, params: 'ping' });

  // Calls made before this program was loaded.
  const place = globalThis as { slipstick?: Partial<JsInput> & { early?: string } };
  const early = place.slipstick?.early;
  place.slipstick = functions;
  if (early !== undefined) functions.setState(early);
  return () => {
    listen.removeEventListener('message', onMessage);
    delete place.slipstick;
  };
}

function safe(value: object): string {
  return JSON.stringify(value).replaceAll('%', '\\u0025');
}

function parsed(text: string): object | null {
  const value: unknown = attempt(() => JSON.parse(text), null);
  return typeof value === 'object' ? value : null;
}
