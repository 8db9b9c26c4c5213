import type { Plugin } from 'vite';

/**
 * The start of a run needs these files one after the other: the engine that pages load first, the worker and its script of the engine. Its
 * first picture needs the stage with the 3D library.
 */
const needed = [
  /^assets\/slipstick-[\w-]+\.wasm$/,
  /^assets\/worker-[\w-]+\.js$/,
  /^assets\/slipstick-[\w-]+\.js$/,
  /^assets\/stage-[\w-]+\.js$/,
];

/** Pages with these entries run models. */
const running = /^\/(index|embed)\.html$/;

/** Lets pages that run models request the engine together with their own scripts instead of after them. */
export function preload(options: { engine: string }): Plugin {
  return {
    name: 'slipstick-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { path, bundle = {} }) {
        if (!running.test(path)) return [];
        return needed.map((name) => {
          const [file, ...others] = Object.values(bundle).filter(
            (output) =>
              name.test(output.fileName) &&
              (!output.fileName.endsWith('.wasm') ||
                (output.type === 'asset' && output.originalFileNames.some((original) => original.endsWith(options.engine)))),
          );
          if (!file || others.length > 0) throw new Error(`One file must match ${name}, found ${others.length + (file ? 1 : 0)}.`);
          const isEngine = file.fileName.endsWith('.wasm');
          return {
            tag: 'link',
            attrs: isEngine
              ? { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href: `./${file.fileName}` }
              : { rel: 'modulepreload', href: `./${file.fileName}` },
            injectTo: 'head' as const,
          };
        });
      },
    },
  };
}
