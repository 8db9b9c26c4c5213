import type { DirectEngine, DirectOptions } from '../engine/direct';
import { type Events, type Handlers, packColumns, type RequestMessage, toErrorData, type WorkerMessage } from '../engine/protocol';
import { type Run, SimulationError, type StudyLane } from '../engine/types';

/** The worker's end of the connection to the page. */
export interface Port {
  onmessage: ((event: MessageEvent<RequestMessage>) => void) | null;
  postMessage(message: WorkerMessage, transfer: Transferable[]): void;
}

export type LoadEngine = (module: WebAssembly.Module, options: DirectOptions) => Promise<DirectEngine>;

/** Answers requests with an engine in this thread. */
export function serve(port: Port, loadEngine: LoadEngine): void {
  let engine: DirectEngine | null = null;
  let run: Run | null = null;
  let runEnded = Promise.resolve();
  let study: StudyLane | null = null;

  const loaded = (): DirectEngine => {
    if (!engine) throw new SimulationError('engine', 'The engine was asked before it was loaded.');
    return engine;
  };
  const started = (): Run => {
    if (!run) throw new SimulationError('engine', 'There is no run.');
    return run;
  };
  const studied = (): StudyLane => {
    if (!study) throw new SimulationError('engine', 'There is no study.');
    return study;
  };
  const post = <N extends keyof Events>(event: N, data: Events[N], transfer: Transferable[] = []) =>
    port.postMessage({ event, data } as WorkerMessage, transfer);

  const forward = async (running: Run): Promise<void> => {
    let error: unknown = null;
    try {
      for await (const chunk of running) {
        const columns = packColumns(chunk);
        post('chunk', { ...chunk, columns }, [columns.values.buffer]);
      }
    } catch (thrown) {
      error = thrown;
    }
    const status = error ? 'failed' : running.status === 'finished' ? 'finished' : 'cancelled';
    const [events, measures] = await Promise.all([running.events(), running.measures()]);
    const { eigenvalues = [], modes = [] } = running;
    post('ended', { status, error: error ? toErrorData(error) : null, eigenvalues, modes, events, measures });
  };

  const handlers: Handlers = {
    async load({ module, historyBytes }) {
      engine = await loadEngine(module, { historyBytes });
      return { version: engine.version };
    },
    memory: () => loaded().memory(),
    check: ({ document, parameters }) => loaded().check(document, parameters),
    assemble: ({ document, parameters, mayJump }) => loaded().assemble(document, parameters, { mayJump }),
    async openAccuracy({ document, parameters }) {
      await loaded().openAccuracy(document, parameters);
      return null;
    },
    advanceAccuracy: ({ milliseconds }) => loaded().advanceAccuracy(milliseconds),
    linearSignals: ({ document, parameters }) => loaded().linearSignals(document, parameters),
    linearise: ({ document, request, parameters }) => loaded().linearise(document, request, parameters),
    expand: ({ document, parameters }) => loaded().expand(document, parameters),
    exudynScript: ({ document, parameters }) => loaded().exudynScript(document, parameters),
    importRobot: ({ files, name }) => loaded().importRobot(files, name),
    readMesh: ({ bytes, name, mostTriangles }) => loaded().readMesh(bytes, name, mostTriangles),
    spectra: ({ document, sets, milliseconds }) => loaded().spectra(document, sets, milliseconds),
    async openStudy({ document, parameters }) {
      study?.close();
      study = await loaded().study(document, parameters);
      return study.info;
    },
    studyValues: ({ from, to }) => studied().values(from, to),
    studyRows: ({ runs, milliseconds }) => studied().rows(runs, milliseconds),
    closeStudy() {
      study?.close();
      study = null;
      return null;
    },
    trials: ({ document, sets, channels, milliseconds }) => loaded().trials(document, sets, channels, milliseconds),
    grade: ({ submission, whole }) => loaded().grade(submission, whole),
    regrade: ({ submission, document }) => loaded().regrade(submission, document),
    quantity: ({ typed, unit }) => loaded().quantity(typed, unit),
    async start({ document, parameters, sliceMilliseconds, live }) {
      const started = loaded().start(document, { parameters, sliceMilliseconds, live });
      run = started;
      const model = await started.model;
      // Sends the answer before the events.
      runEnded = Promise.resolve().then(() => forward(started));
      return model;
    },
    post: ({ event }) => started().post(event),
    events: () => started().events(),
    goBack: ({ step }) => started().goBack(step),
    setPace({ pace }) {
      run?.setPace(pace);
      return null;
    },
    pause() {
      run?.pause();
      return null;
    },
    resume() {
      run?.resume();
      return null;
    },
    async cancel() {
      run?.cancel();
      await runEnded;
      return null;
    },
  };

  port.onmessage = async ({ data: { id, request, args } }) => {
    try {
      const handler = handlers[request] as (args: unknown) => unknown;
      port.postMessage({ id, result: await handler(args) }, []);
    } catch (error) {
      port.postMessage({ id, error: toErrorData(error) }, []);
    }
  };
}
