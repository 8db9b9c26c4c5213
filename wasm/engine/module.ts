/** The JavaScript interface of the compiled module: C functions of wasm/bindings, and the shared memory. */
export interface EngineModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF64: Float64Array;
  UTF8ToString(pointer: number): string;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _slipstick_version(): number;
  _slipstick_last_error(): number;
  _slipstick_check(document: number, parameters: number): number;
  _slipstick_expand(document: number, parameters: number): number;
  _slipstick_linearise(document: number, parameters: number, request: number): number;
  _slipstick_assemble(document: number, parameters: number, mayJump: boolean): number;
  _slipstick_open_accuracy(document: number, parameters: number): number;
  _slipstick_advance_accuracy(milliseconds: number): number;
  _slipstick_import_robot(files: number, name: number): number;
  _slipstick_read_mesh(bytes: number, size: number, name: number, mostTriangles: number): number;
  _slipstick_exudyn_script(document: number, parameters: number): number;
  _slipstick_start(document: number, parameters: number): number;
  _slipstick_dispose(run: number): void;
  _slipstick_set_user_function(run: number, slot: number, number: number): number;
  _slipstick_model(run: number): number;
  _slipstick_advance(run: number, milliseconds: number, analysisStep: number, steps: number, time: number): number;
  _slipstick_post(run: number, event: number): number;
  _slipstick_events(run: number): number;
  _slipstick_grade(submission: number, whole: boolean): number;
  _slipstick_regrade(submission: number, document: number): number;
  _slipstick_quantity(typed: number, wanted: number): number;
  _slipstick_measures(run: number): number;
  _slipstick_take_over(run: number, checkpointBytes: number): number;
  _slipstick_go_back(run: number, analysisStep: number, step: number): number;
  _slipstick_samples(run: number): number;
  _slipstick_take(run: number): number;
  _slipstick_poses(run: number): number;
  _slipstick_modes(run: number, step: number): number;
  _slipstick_columns(run: number): number;
  _slipstick_width(run: number): number;
  _slipstick_state(run: number): number;
  _slipstick_open_study(document: number, parameters: number): number;
  _slipstick_close_study(study: number): void;
  _slipstick_study(study: number): number;
  _slipstick_study_values(study: number, from: number, to: number): number;
  _slipstick_study_numbers(): number;
  _slipstick_study_row(study: number, run: number): number;
  /** Called by the module for user function `number`, with the addresses of its arguments and of its result; false if it failed. */
  userFunction?: (number: number, given: number, result: number) => boolean;
}

/** The compiled module, its bytes, or its address. */
export type WasmSource = WebAssembly.Module | BufferSource | string | URL;

const needed =
  'This browser cannot run the engine: it needs WebAssembly with SIMD and exceptions (Chrome or Edge 117, Firefox 121, Safari 16.4 or newer)';

/** Compiles while the file loads, if the browser and the server's content type allow it. An error names the browsers that are supported. */
export async function compileModule(source: WasmSource): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined') throw new Error(`${needed}. WebAssembly is switched off here.`);
  if (source instanceof WebAssembly.Module) return source;
  try {
    return await compiled(source);
  } catch (error) {
    throw error instanceof WebAssembly.CompileError ? new Error(`${needed}. ${error.message}`) : error;
  }
}

async function compiled(source: BufferSource | string | URL): Promise<WebAssembly.Module> {
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`The engine did not load: ${source} answered ${response.status}`);
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/wasm') && 'compileStreaming' in WebAssembly) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export async function instantiateModule(compiled: WebAssembly.Module): Promise<EngineModule> {
  const { default: create } = await import('../../build/wasm-release/light/slipstick.mjs');
  return new Promise((resolve, reject) => {
    create({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}
