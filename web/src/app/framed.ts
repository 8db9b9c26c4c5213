import type { EventMessage, Events, RequestMessage } from '../embed/protocol';
import { HostOrigin } from '../hosts/origin';
import { EmbeddedModel } from './embedded';

/** A model in a frame that exchanges messages with the surrounding page. */
export abstract class FramedModel extends EmbeddedModel {
  private readonly origin = new HostOrigin();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.onMessage);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.onMessage);
  }

  protected tell<N extends keyof Events>(event: N, data: Events[N]): void {
    const told = event === 'tasks' && this.options.host === '' ? withoutSeed(data as Events['tasks']) : data;
    this.post({ slipstick: 1, event, data: told } as EventMessage);
  }

  /** Listens to the surrounding page only. */
  private readonly onMessage = async ({ source, origin, data }: MessageEvent<RequestMessage>) => {
    if (source !== window.parent || source === window || data?.slipstick !== 1 || !Object.hasOwn(this.answers, data.request)) return;
    if (!this.origin.hears(origin)) return;
    const { id, request } = data;
    try {
      const answer = this.answers[request] as (args: unknown) => unknown;
      this.post({ slipstick: 1, id, result: await answer(data) });
    } catch (error) {
      this.post({ slipstick: 1, id, error: error instanceof Error ? error.message : String(error) });
    }
  };

  private post(message: object): void {
    if (window.parent !== window) window.parent.postMessage(message, this.origin.target);
  }
}

/** Any page may show any model, so unrequested messages must not contain a person's name. */
function withoutSeed({ seed: _, ...told }: Events['tasks']): Events['tasks'] {
  return told;
}
