import type { Viewer } from './model-element';
import type { AnswerMessage, EventMessage, Events, Requests } from './protocol';

/** A viewer in a frame, controlled by messages. `origin`: origin of the frame; "*" for an opaque origin. */
export function frameViewer(
  frame: HTMLIFrameElement,
  origin: string,
  notify: <N extends keyof Events>(event: N, data: Events[N]) => void,
): Viewer {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const onMessage = ({ source, data }: MessageEvent<AnswerMessage | EventMessage>) => {
    if (source !== frame.contentWindow || data?.slipstick !== 1) return;
    if ('event' in data) return notify(data.event, data.data);
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asker?.reject(new Error(data.error));
    else asker?.resolve(data.result);
  };
  addEventListener('message', onMessage);
  return {
    element: frame,
    send: (request: keyof Requests, args: object) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        frame.contentWindow?.postMessage({ slipstick: 1, id, request, ...args }, origin);
      }),
    end(reason) {
      removeEventListener('message', onMessage);
      for (const { reject } of waiting.values()) reject(reason);
    },
  };
}
