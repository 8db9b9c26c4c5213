import { createEngine, type DirectEngine } from '../../wasm/engine/direct';
import type { RequestMessage, WorkerMessage } from '../../wasm/engine/protocol';
import type { WorkerLike } from '../../wasm/engine/worker_client';
import { type LoadEngine, type Port, serve } from '../../wasm/worker/serve';

/** A worker in this thread, connected by a real message channel, so that messages are cloned and buffers transferred. */
export class LocalWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  /** Delays messages to the worker, as if it computed endlessly. */
  deaf = false;
  readonly requests: string[] = [];
  readonly #page: MessagePort;
  readonly #inside: MessagePort;
  #engine: DirectEngine | null = null;

  constructor(load: LoadEngine = createEngine) {
    const { port1, port2 } = new MessageChannel();
    this.#page = port1;
    this.#inside = port2;
    port1.onmessage = (event) => {
      if (!this.terminated) this.onmessage?.(event);
    };
    serve(port2 as unknown as Port, async (module, options) => {
      this.#engine = await load(module, options);
      return this.#engine;
    });
  }

  postMessage(message: RequestMessage): void {
    this.requests.push(message.request);
    if (!this.deaf) this.#page.postMessage(message);
  }

  terminate(): void {
    this.terminated = true;
    this.#page.close();
    this.#inside.close();
    this.#engine?.dispose();
  }

  crash(message: string): void {
    this.onerror?.({ message } as ErrorEvent);
  }
}
