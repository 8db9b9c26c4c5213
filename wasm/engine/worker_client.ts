import {
  type Args,
  type ErrorData,
  type EventHandlers,
  type EventMessage,
  fromErrorData,
  type RequestMessage,
  type RequestName,
  type Result,
  type WorkerMessage,
} from './protocol';
import { SimulationError } from './types';

/** The required part of a Worker. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: RequestMessage): void;
  terminate(): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: SimulationError): void;
}

/** The page's end of the connection to one worker. */
export class WorkerClient {
  /** Receives the messages of the run in this worker. */
  listener: EventHandlers | null = null;
  /** Called once, when the worker died or was closed. */
  onclosed: ((error: SimulationError) => void) | null = null;
  /** Time of the last message, by performance.now(). */
  lastHeard = performance.now();
  #closed: SimulationError | null = null;
  #nextId = 1;
  readonly #pending = new Map<number, Pending>();

  constructor(readonly worker: WorkerLike) {
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onmessageerror = () => this.close(died('it sent a damaged message'));
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.close(died(event.message || 'its program did not load'));
    };
  }

  get closed(): boolean {
    return this.#closed !== null;
  }

  request<N extends RequestName>(request: N, args: Args<N>): Promise<Result<N>> {
    if (this.#closed) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.worker.postMessage({ id, request, args } as RequestMessage);
    });
  }

  /** Ends the worker at once; pending requests fail with the error. */
  close(error: SimulationError): void {
    if (this.#closed) return;
    this.#closed = error;
    this.worker.terminate();
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    this.onclosed?.(error);
  }

  #receive(message: WorkerMessage): void {
    if (this.#closed) return;
    this.lastHeard = performance.now();
    if ('event' in message) return this.#dispatch(message);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('error' in message) {
      pending?.reject(fromErrorData(message.error));
      this.#closeIfUnusable(message.error);
    } else pending?.resolve(message.result);
  }

  /** A listener that throws receives no further messages: its run ends with that error. */
  #dispatch(message: EventMessage): void {
    try {
      if (message.event === 'chunk') this.listener?.chunk(message.data);
      else this.listener?.ended(message.data);
    } catch (error) {
      return this.close(error instanceof SimulationError ? error : died(String(error)));
    }
    if (message.event === 'ended' && message.data.error) this.#closeIfUnusable(message.data.error);
  }

  /** After a trap the module's memory is unreliable; after running out of memory it remains large. */
  #closeIfUnusable(error: ErrorData): void {
    if (error.code === 'engine' || error.code === 'memory') this.close(fromErrorData(error));
  }
}

function died(reason: string): SimulationError {
  return new SimulationError(
    'engine',
    `The engine stopped unexpectedly (${reason}) and will be restarted. The samples recorded so far are kept.`,
  );
}
