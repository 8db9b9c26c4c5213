import type { TaskInfo } from '../../../wasm/engine/types';
import { pack, unpack } from '../link/pack';
import type { TaskAnswer, TaskState } from '../state/tasks';

/** The interface of a learning platform for the pages of a SCORM 1.2 package (ADL, SCORM run-time environment 1.2). All values are texts. */
export interface ScormApi {
  LMSInitialize(nothing: ''): unknown;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): unknown;
  LMSCommit(nothing: ''): unknown;
  LMSFinish(nothing: ''): unknown;
}

const mostKept = 4096; // characters of suspend_data
const mostParents = 20;

/** The API of the platform around the page, in one of the windows that contain or opened it; null without one. */
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

/** Null also where the window belongs to another site. */
function apiOf(place: Window): ScormApi | null {
  try {
    const { API } = place as Window & { API?: ScormApi };
    return typeof API?.LMSInitialize === 'function' ? API : null;
  } catch {
    return null;
  }
}

/**
 * Connects the tasks of a page with a platform: takes up what was answered before, and reports score (0 … 100), status and answers whenever
 * an answer has been judged. Nothing is reported before the first one. `page` tells when it is left. Returns how to end it.
 */
export async function connectScorm(
  book: TaskState,
  tasks: () => readonly TaskInfo[],
  api: ScormApi,
  page: EventTarget = window,
): Promise<() => void> {
  if (String(api.LMSInitialize('')) !== 'true') return () => {};
  // Not what the browser keeps: that may be somebody else's, who used this computer before.
  await book.restore(readKept(api.LMSGetValue('cmi.suspend_data')) ?? { seed: book.seed, answers: {} });
  let told = book.answers;
  const stop = book.subscribe(() => {
    if (book.answers === told || !book.begun || tasks().length === 0) return;
    told = book.answers;
    const judged = tasks().every(({ id }) => book.of(id).score !== null);
    for (const [name, value] of [
      ['cmi.core.score.min', '0'],
      ['cmi.core.score.max', '100'],
      ['cmi.core.score.raw', String(Math.round(1e4 * book.scoreOf(tasks())) / 100)],
      ['cmi.core.lesson_status', judged ? 'completed' : 'incomplete'],
      ['cmi.suspend_data', keptText(book.saved)],
      ['cmi.core.exit', 'suspend'], // the next visit goes on here
    ])
      api.LMSSetValue(name, value);
    api.LMSCommit('');
  });
  const end = () => {
    page.removeEventListener('pagehide', end);
    stop();
    api.LMSFinish('');
  };
  page.addEventListener('pagehide', end);
  return end;
}

/** As much of the answers as a platform keeps: where they are too many, the longest are left out, and their scores stay. */
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

function readKept(text: string): unknown {
  try {
    return JSON.parse(unpack(text));
  } catch {
    return null; // of another program
  }
}
