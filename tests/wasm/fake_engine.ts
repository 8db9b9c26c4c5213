import { RecordedRun } from '../../wasm/engine/run';
import { type Engine, type ModelInfo, SimulationError } from '../../wasm/engine/types';
import type { WorkerLike } from '../../wasm/engine/worker_client';
import type { RequestMessage, WorkerMessage } from '../../wasm/worker/protocol';
import { type Port, serve } from '../../wasm/worker/serve';

export const fakeModel: ModelInfo = {
  title: 'fake',
  description: '',
  parameters: [],
  sensors: [{ name: 'x', components: ['x'], unit: 'm' }],
  poses: [],
  profiles: [],
  objects: [],
  markers: [],
  nodes: [],
  display: {},
  analysis: [],
};

/** What the document of a fake run may be: how many slices it takes, or how it fails. */
export type Script = { slices: number; failAfter?: { slice: number; error: SimulationError } } | { wrong: string };

/** One sample per slice, a slice per millisecond. */
class FakeRun extends RecordedRun {
  #timer: ReturnType<typeof setInterval> | null = null;
  #slice = 0;

  constructor(script: Script) {
    super();
    setTimeout(() => {
      if ('wrong' in script) return this.end('failed', new SimulationError('model', script.wrong, { pointer: '/objects/0' }));
      this.loaded(fakeModel);
      this.#timer = setInterval(() => this.#advance(script), 1);
    });
  }

  pause(): void {
    this.status = 'paused';
  }

  resume(): void {
    this.status = 'running';
  }

  cancel(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.end('cancelled');
  }

  #advance(script: Extract<Script, { slices: number }>): void {
    if (this.status !== 'running') return;
    const time = this.#slice++;
    this.record({
      samples: 1,
      columns: [Float64Array.of(time), Float64Array.of(10 * time)],
      progress: { analysisStep: 0, analysisSteps: 1, time, startTime: 0, endTime: script.slices, fraction: time / script.slices },
      statistics: { ...this.statistics, steps: this.#slice },
    });
    const failure = script.failAfter;
    if (this.#slice < script.slices && this.#slice !== failure?.slice) return;
    clearInterval(this.#timer!);
    if (failure && this.#slice === failure.slice) this.end('failed', failure.error);
    else this.end('finished');
  }
}

const scripts = new Map<string, Script>();

/** A document that makes a fake engine do what the script says. */
export function documentOf(script: Script): string {
  const name = `script${scripts.size}`;
  scripts.set(name, script);
  return name;
}

export function fakeEngine(): Engine {
  return {
    version: '1.2.3',
    check: async (document) => ({ model: null, issues: [{ severity: 'error', pointer: '/title', message: `got ${document}` }] }),
    expand: async () => {
      throw new SimulationError('model', 'wrong', { pointer: '/nodes/1' });
    },
    schema: async () => ({ title: 'schema' }),
    items: async () => [],
    start: (document) => new FakeRun(scripts.get(document)!),
    spectra: async (_, sets) => sets.map(({ v }) => ({ eigenvalues: [{ real: v, imaginary: 0 }] })),
    dispose: () => {},
  };
}

/** A worker in this thread, connected by a real message channel, so that messages are cloned and buffers transferred. */
export class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  /** Messages to it wait, as if it computed without end. */
  deaf = false;
  readonly requests: string[] = [];
  readonly #page: MessagePort;
  readonly #inside: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#page = port1;
    this.#inside = port2;
    port1.onmessage = (event) => this.onmessage?.(event);
    serve(port2 as unknown as Port, async () => fakeEngine());
  }

  postMessage(message: RequestMessage): void {
    this.requests.push(message.request);
    if (!this.deaf) this.#page.postMessage(message);
  }

  terminate(): void {
    this.terminated = true;
    this.#page.close();
    this.#inside.close();
  }

  crash(message: string): void {
    this.onerror?.({ message } as ErrorEvent);
  }
}
