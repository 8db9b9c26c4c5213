import type { EventMessage, Events, RequestMessage } from '../embed/protocol';
import { EmbeddedModel } from './embedded';

/** A model in a frame, which talks to the page around it by messages. */
export abstract class FramedModel extends EmbeddedModel {
  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.onMessage);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.onMessage);
  }

  protected tell<N extends keyof Events>(event: N, data: Events[N]): void {
    this.post({ slipstick: 1, event, data } as EventMessage);
  }

  /** Listens to the surrounding page only. */
  private readonly onMessage = async ({ source, data }: MessageEvent<RequestMessage>) => {
    if (source !== window.parent || source === window || data?.slipstick !== 1 || !Object.hasOwn(this.answers, data.request)) return;
    const { id, request } = data;
    try {
      const answer = this.answers[request] as (args: unknown) => unknown;
      this.post({ slipstick: 1, id, result: await answer(data) });
    } catch (error) {
      this.post({ slipstick: 1, id, error: error instanceof Error ? error.message : String(error) });
    }
  };

  /** Messages contain no secrets: every page may show every model. */
  private post(message: object): void {
    if (window.parent !== window) window.parent.postMessage(message, '*');
  }
}
