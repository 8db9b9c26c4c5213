import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Font formats for browsers that cannot run the engine, pages without JavaScript, and files that serve other purposes. */
const needless =
  /\.(ttf|woff)$|^(single\.html|widget\.js|404\.html|pages\.css|robots\.txt|versions\.json|llms\.txt|sitemap\.xml)$|^([\w-]+\/)?m\/|^(docs|reference)\//;

/** Writes the service worker beside the pages once everything is built. It lists every file, and its version differs for every build. */
export function offline(): Plugin {
  let folder = '';
  return {
    name: 'slipstick-offline',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((file) => !needless.test(file) && file !== 'service-worker.js')
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const script = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
      const written = script.replace('__VERSION__', hash.digest('hex').slice(0, 12)).replace('__FILES__', JSON.stringify(files));
      writeFileSync(join(folder, 'service-worker.js'), written);
    },
  };
}
