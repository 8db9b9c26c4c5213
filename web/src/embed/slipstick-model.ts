import { ModelElement, type Viewer } from './model-element';
import type { AnswerMessage, EventMessage, Requests } from './protocol';

const site = new URL(import.meta.url.replace(/[^/]*$/, ''));

/**
 * A model in any page: <slipstick-model model="rolling-coin"></slipstick-model>. It is a picture until it is used, then a frame of the
 * site this script came from. Attributes: model (a name of the gallery) or link (from "#" on), show, autoplay, start, theme, hands-on, title, picture.
 * Events: slipstick-ready, -run, -time, -parameters, -error, and of a run in hand -grab, -release, -push, -input, -stop, each with its data as
 * detail.
 */
export class SlipstickModel extends ModelElement {
  protected pictureOf(model: string): string {
    return new URL(`pictures/${model}.png`, site).href;
  }

  protected makeViewer(): Viewer {
    const frame = document.createElement('iframe');
    const address = new URL('embed.html', site);
    address.search = this.query.toString();
    address.hash = this.hash;
    frame.src = address.href;
    frame.title = this.getAttribute('title') || 'Slipstick model';
    frame.allow = 'clipboard-write; fullscreen';
    const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
    let asked = 0;
    const onMessage = ({ source, data }: MessageEvent<AnswerMessage | EventMessage>) => {
      if (source !== frame.contentWindow || data?.slipstick !== 1) return;
      if ('event' in data) return this.told(data.event, data.data);
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
          const id = ++asked;
          waiting.set(id, { resolve, reject });
          frame.contentWindow?.postMessage({ slipstick: 1, id, request, ...args }, site.origin);
        }),
      end(reason) {
        removeEventListener('message', onMessage);
        for (const { reject } of waiting.values()) reject(reason);
      },
    };
  }
}

customElements.define('slipstick-model', SlipstickModel);
