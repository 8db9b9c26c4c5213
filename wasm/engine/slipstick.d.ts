/** The module's loader, written by Emscripten. */
declare module '*/slipstick.mjs' {
  export default function create(options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): Record<string, never>;
  }): Promise<import('./module').EngineModule>;
}
