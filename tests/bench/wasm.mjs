// Times whole runs of models in WebAssembly; the same file runs in Node and in a browser.

/**
 * Milliseconds of the fastest run and number of steps of each document, without loading. `create` is the default export of slipstick.mjs,
 * `compiled` the compiled module.
 */
export async function timeModels(create, compiled, documents, minimumSeconds = 1) {
  const module = await instantiate(create, compiled);
  return documents.map((document) => {
    const times = [];
    let statistics = null;
    const start = performance.now();
    while (times.length < 3 || performance.now() - start < 1000 * minimumSeconds) {
      const result = timeRun(module, document);
      times.push(result.milliseconds);
      statistics = result.statistics;
    }
    return { milliseconds: Math.min(...times), steps: statistics.steps, newtonIterations: statistics.newtonIterations };
  });
}

function instantiate(create, compiled) {
  return create({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
}

function timeRun(module, document) {
  const texts = [document, '{}'].map((text) => copyIn(module, text));
  const run = module._slipstick_start(...texts);
  for (const text of texts) module._free(text);
  if (run === 0) throw new Error(lastError(module));
  const start = performance.now();
  const status = module._slipstick_advance(run, 1e9, -1, 0, Infinity);
  const milliseconds = performance.now() - start;
  const state = JSON.parse(module.UTF8ToString(module._slipstick_state(run)));
  module._slipstick_dispose(run);
  if (status !== 1) throw new Error(state.stop?.message ?? lastError(module));
  return { milliseconds, statistics: state.statistics };
}

const lastError = (module) => module.UTF8ToString(module._slipstick_last_error());

function copyIn(module, text) {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const pointer = module._malloc(bytes.length);
  module.HEAPU8.set(bytes, pointer);
  return pointer;
}
