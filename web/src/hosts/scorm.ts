import type { TaskInfo } from '../../../wasm/engine/types';
import { attempt } from '../format/attempt';
import { pack, unpack } from '../link/pack';
import { watch } from '../state/observable';
import type { TaskAnswer, TaskState } from '../state/tasks';

/** The API of a learning platform for the pages of a SCORM 1.2 package (ADL, SCORM run-time environment 1.2). All values are texts. */
export interface ScormApi {
  LMSInitialize(nothing: ''): unknown;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): unknown;
  LMSCommit(nothing: ''): unknown;
  LMSFinish(nothing: ''): unknown;
}

const mostKept = 4096; // characters of suspend_data
const mostParents = 20;

/** The API of the platform, in one of the windows that contain or opened the page; null if there is none. */
export function findScormApi(from: Window = window): ScormApi | null {
  for (const start of [from, from.opener as Window | null]) {
    for (let [at, depth] = [start, 0]; at && depth < mostParents; ++depth) {
      const api = apiOf(at);
      if (api) return api;
      at = at.parent === at ? null : at.parent;
    }
  }
  return null;
}

/** Also null if the window belongs to another site. */
function apiOf(place: Window): ScormApi | null {
  return attempt(() => {
    const { API } = place as Window & { API?: ScormApi };
    return typeof API?.LMSInitialize === 'function' ? API : null;
  }, null);
}

/**
 * Connects the tasks of a page to a platform: restores earlier answers, and reports score (0 … 100), status and answers whenever an answer
 * has been judged. Nothing is reported before the first one. `page` fires an event when it is left. Returns a function that disconnects it.
 */
export async function connectScorm(
  book: TaskState,
  tasks: () => readonly TaskInfo[],
  api: ScormApi,
  page: EventTarget = window,
): Promise<() => void> {
  if (String(api.LMSInitialize('')) !== 'true') return () => {};
  // Ignores answers stored by the browser: they may belong to a previous user of this computer.
  const text = api.LMSGetValue('cmi.suspend_data');
  const kept: unknown = attempt(() => JSON.parse(unpack(text)), null); // another program may have written it
  await book.restore(kept ?? { seed: book.seed, answers: {} });
  let reported = book.answers;
  const tell = () => {
    if (book.answers === reported || !book.begun || tasks().length === 0) return;
    reported = book.answers;
    const judged = tasks().every(({ id }) => book.of(id).score !== null);
    for (const [name, value] of [
      ['cmi.core.score.min', '0'],
      ['cmi.core.score.max', '100'],
      ['cmi.core.score.raw', String(Math.round(1e4 * book.scoreOf(tasks())) / 100)],
      ['cmi.core.lesson_status', judged ? 'completed' : 'incomplete'],
      ['cmi.suspend_data', keptText(book.saved)],
      ['cmi.core.exit', 'suspend'], // the next visit resumes here
    ])
      api.LMSSetValue(name, value);
    api.LMSCommit('');
  };
  const stop = watch(() => book.answers, tell);
  const end = () => {
    page.removeEventListener('pagehide', end);
    stop();
    api.LMSFinish('');
  };
  page.addEventListener('pagehide', end);
  return end;
}

/** The answers in a form that fits the platform's limit: if they are too long, the longest ones are dropped, while their scores remain. */
export function keptText({ seed, answers }: TaskState['saved']): string {
  const left: Record<string, TaskAnswer> = { ...answers };
  const longest = Object.entries(answers).sort(([, a], [, b]) => length(b) - length(a));
  for (;;) {
    const text = pack(JSON.stringify({ seed, answers: left }));
    const next = longest.shift();
    if (text.length <= mostKept || !next) return text.length <= mostKept ? text : '';
    const [id, { tries, hints, score }] = next;
    left[id] = { tries, hints, score, message: '' };
  }
}

function length(answer: TaskAnswer): number {
  return JSON.stringify(answer).length;
}
