import { join } from 'node:path';
import { createServer } from 'vite';

/** Lets Vite load a module of this folder, which shares code with the page, and uses it. */
export async function loaded<Module, Result>(file: string, use: (module: Module) => Result | Promise<Result>): Promise<Result> {
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    return await use((await server.ssrLoadModule(join(import.meta.dirname, file))) as Module);
  } finally {
    await server.close();
  }
}
