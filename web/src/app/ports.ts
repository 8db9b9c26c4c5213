import type { TaskInfo } from '../../../wasm/engine/types';
import type { EventMessage, Events, RequestMessage, Requests } from '../embed/protocol';
import { followFrameHeight } from '../hosts/frame-height';
import { HostOrigin } from '../hosts/origin';
import type { TaskState } from '../state/tasks';
import { listen } from '../ui/listen';
import { load } from '../ui/load';

/** A connection of a model to its surroundings: to the page around a frame, or to a course. */
export interface Port {
  /** Reports an event. */
  report?<N extends keyof Events>(event: N, data: Events[N]): void;
  end(): void;
}

export type Answers = {
  [N in keyof Requests]: (args: Requests[N]['args']) => Requests[N]['result'] | Promise<Requests[N]['result']>;
};

/** Messages to and from the page around a frame. `host`: as in the address of the frame. */
export function framePort(answers: Answers, host: '' | 'splice' | 'jsinput' = ''): Port {
  const around = new HostOrigin();
  const post = (message: object) => {
    if (window.parent !== window) window.parent.postMessage(message, around.target);
  };
  const onMessage = async ({ source, origin, data }: MessageEvent<RequestMessage>) => {
    if (source !== window.parent || source === window || data?.slipstick !== 1 || !Object.hasOwn(answers, data.request)) return;
    if (!around.accepts(origin)) return;
    const { id, request } = data;
    try {
      const answer = answers[request] as (args: unknown) => unknown;
      post({ slipstick: 1, id, result: await answer(data) });
    } catch (error) {
      post({ slipstick: 1, id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  const report: Port['report'] = (event, data) => {
    const reported = event === 'tasks' && host === '' ? withoutSeed(data as Events['tasks']) : data;
    post({ slipstick: 1, event, data: reported } as EventMessage);
  };
  // The channel of JSInput carries only texts.
  return { ...(host === 'jsinput' ? {} : { report }), end: listen(window, 'message', onMessage) };
}

/** Any page may show any model, so unrequested messages must not contain a person's name. */
function withoutSeed({ seed: _, ...reported }: Events['tasks']): Events['tasks'] {
  return reported;
}

/** A course that uses SPLICE; it follows the height of a frame. `named`: the address requests this protocol. */
export async function splicePort(book: TaskState, tasks: () => readonly TaskInfo[], frame: Element | null, named: boolean): Promise<Port> {
  const { connectSplice } = await load(() => import('../hosts/splice'));
  const course = connectSplice(book, tasks, window.parent, window, named);
  const stopHeight = frame ? followFrameHeight(frame, course.reportHeight) : () => {};
  return {
    report: (event, data) => {
      if (event === 'time' || event === 'tasks' || event === 'height') return;
      course.reportEvent(event, data, event === 'error' ? (data as Events['error']).message : undefined);
    },
    end: () => {
      course.end();
      stopHeight();
    },
  };
}

/** A problem of Open edX. */
export async function jsInputPort(book: TaskState, tasks: () => readonly TaskInfo[]): Promise<Port> {
  const [{ connectJsInput }, { wordsOf }] = await Promise.all([
    load(() => import('../hosts/jsinput')),
    load(() => import('../tasks/words')),
  ]);
  return { end: connectJsInput(book, tasks, () => wordsOf(book.languageFor(tasks())).checkFirst) };
}
