// Builds all release artefacts in build/package: `npm run package`.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildEngine, buildPreset, buildSite } from './build.mjs';
import { licencesOf } from './licences.mjs';
import { environmentPython } from './python.mjs';
import { setUp } from './setup.mjs';
import { Failure, find, isMain, main, readOptions, root, run, runTool, sourceFiles } from './tools.mjs';
import { tryOut } from './tryout.mjs';

const folder = join(root, 'build', 'package');
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const licences = 'LICENCES.txt';
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

function fresh(path) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** Builds the npm package from an existing engine; returns the path of the tarball. `quality`: Brotli quality for the reported sizes. */
export async function packNpm(target = folder, quality = constants.BROTLI_MAX_QUALITY) {
  const { build, createLogger } = await import('vite');
  const made = join(target, 'npm');
  const room = join(root, 'packages', 'npm');
  await build({ configFile: join(room, 'vite.config.ts'), customLogger: createLogger('warn'), build: { outDir: made } });
  copyFileSync(join(root, 'build', 'wasm-release', 'slipstick.wasm'), join(made, 'slipstick.wasm'));
  for (const file of ['LICENSE', 'web/public/schema.json']) copyFileSync(join(root, file), join(made, basename(file)));
  writeFileSync(join(made, licences), licencesOf({ parts: ['engine'] }));
  await writeTypes(join(target, 'types'), join(made, 'types'), ['index', 'element', 'models']);
  writeJson(join(made, 'package.json'), { version: own.version, ...readJson(join(room, 'manifest.json')) });
  const sizes = sizesOf(made, quality);
  const readme = readFileSync(join(room, 'README.md'), 'utf8').replace(/\{(\w+)\}/g, (_, name) => sizes[name]);
  writeFileSync(join(made, 'README.md'), readme);
  const output = await run('npm', ['pack', made, '--pack-destination', target, '--silent'], { capture: true });
  return join(target, output.trim().split('\n').at(-1));
}

/** Transfer sizes of the files that a page loads, in KiB after Brotli. */
function sizesOf(made, quality) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const bytes = (file) => brotliCompressSync(readFileSync(join(made, file)), { params }).length;
  const size = (...files) => files.reduce((sum, file) => sum + bytes(file) / 1024, 0);
  const needed = (file, found = new Set()) => {
    if (found.has(file)) return found;
    found.add(file);
    for (const [, next] of readFileSync(join(made, file), 'utf8').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      needed(next, found);
    return found;
  };
  const all = readdirSync(made).filter((file) => file.endsWith('.js') && /(stage|markdown)/.test(file));
  return {
    engine: size('slipstick.wasm').toFixed(0),
    index: size(...needed('index.js')).toFixed(0),
    element: size(...new Set([...needed('element.js'), ...all])).toFixed(0),
  };
}

/** Writes the type declarations of these modules of the package, and of the modules that they import. */
async function writeTypes(from, to, entries) {
  await runTool('tsc', ['-p', 'packages/npm/tsconfig.json', '--outDir', from]);
  const left = entries.map((name) => `packages/npm/${name}.d.ts`);
  const done = new Set();
  for (let file = left.pop(); file; file = left.pop()) {
    if (done.has(file)) continue;
    done.add(file);
    const named = readFileSync(join(from, file), 'utf8').replace(/^import ['"][^'"]*['"];\n/gm, ''); // modules without types
    const text = named.replace(/((?:from|import)\s*\(?\s*['"])(\.[^'"]+)(['"])/g, (whole, before, name, after) => {
      const next = posix.join(posix.dirname(file), name.replace(/\.[jt]s$/, ''));
      const found = [`${next}.d.ts`, `${next}/index.d.ts`].find((each) => existsSync(join(from, each)));
      if (!found) return whole;
      left.push(found);
      const path = posix.relative(posix.dirname(file), found.replace(/\.d\.ts$/, '.js'));
      return `${before}${path.startsWith('.') ? path : `./${path}`}${after}`;
    });
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), text);
  }
}

/** Builds the wheel for this computer, with the native build and the viewer of the site. */
async function packWheel(python) {
  const before = new Set(readdirSync(folder));
  const options = ['--no-build-isolation', '--no-deps', '-C', `build-dir=${join(root, 'build', 'native-release')}`, '-w', folder];
  await run(python, ['-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', ...options, './python']);
  return join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.whl') && !before.has(file)),
  );
}

/** The project's files in the source distribution; it can be built on its own and includes the headers of Eigen and JSON. */
const sources = [/^core\//, /^cmake\//, /^CMakeLists\.txt$/, /^LICENSE$/, /^package\.json$/, /^python\/(bindings|src|README)/];
const others = ['web/public/link-dictionary-2.txt', 'dist/single.html', 'dist/widget.js', 'dist/LICENCES.txt'];

async function packSources(python) {
  const stage = fresh(join(folder, 'sources'));
  const files = (await sourceFiles('')).filter((file) => sources.some((pattern) => pattern.test(file)));
  for (const file of [...files, ...others]) cpSync(join(root, file), join(stage, file));
  const cache = readFileSync(join(root, 'build', 'native-release', 'CMakeCache.txt'), 'utf8');
  for (const library of ['Eigen', 'nlohmann']) {
    const headers = new RegExp(`^${library}_INCLUDE:PATH=(.*)$`, 'm').exec(cache)[1];
    cpSync(join(headers, library), join(stage, 'third_party', library), { recursive: true, dereference: true });
  }
  const project = readFileSync(join(root, 'python', 'pyproject.toml'), 'utf8')
    .replace('readme = "README.md"', 'readme = "python/README.md"')
    .replace('build-dir = "../build/python/{wheel_tag}"', 'build-dir = "build/{wheel_tag}"')
    .replace('cmake.source-dir = ".."', 'cmake.source-dir = "."')
    .replace('wheel.packages = ["src/slipstick"]', 'wheel.packages = ["python/src/slipstick"]')
    .replace('wheel.license-files = ["../LICENSE"]', 'wheel.license-files = ["LICENSE"]')
    .replace('input = "../package.json"', 'input = "package.json"');
  writeFileSync(join(stage, 'pyproject.toml'), project);
  const code = `import os, scikit_build_core.build as build; os.chdir(${JSON.stringify(stage)}); print(build.build_sdist(${JSON.stringify(folder)}))`;
  const output = await run(python, ['-c', code], { capture: true });
  return join(folder, output.trim().split('\n').at(-1));
}

/** Packs a folder into a reproducible archive. */
async function pack(name, stage) {
  const archive = join(folder, `${name}.tar.gz`);
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  await run(find('gtar') ?? 'tar', [...same, '--use-compress-program=gzip -9n', '-cf', archive, '-C', dirname(stage), basename(stage)]);
  return archive;
}

async function packSite() {
  const stage = join(fresh(join(folder, 'stage')), `slipstick-site-${own.version}`);
  cpSync(join(root, 'dist'), stage, { recursive: true });
  return pack(basename(stage), stage);
}

async function packProgram() {
  const name = `slipstick-${own.version}-${process.platform}-${process.arch}`;
  const stage = join(fresh(join(folder, 'stage')), name);
  const built = join(root, 'build', 'native-release');
  mkdirSync(join(stage, 'bin'), { recursive: true });
  mkdirSync(join(stage, 'lib', 'slipstick'), { recursive: true });
  const program = process.platform === 'win32' ? 'slipstick.exe' : 'slipstick';
  copyFileSync(join(built, program), join(stage, 'bin', program));
  const library = readdirSync(built).find((file) => /^slipstick_fmu\.(so|dylib|dll)$/.test(file));
  copyFileSync(join(built, library), join(stage, 'lib', 'slipstick', library));
  await run('strip', [join(stage, 'bin', program)]);
  copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  writeFileSync(join(stage, licences), licencesOf({ scripts: false, parts: ['native'] }));
  return pack(name, stage);
}

/** Writes names and checksums of the artefacts, in the format of `sha256sum --check`. */
function writeSums(files) {
  const line = (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`;
  writeFileSync(join(folder, 'SHA256SUMS'), files.map(line).join(''));
  for (const file of files) console.log(`${basename(file).padEnd(60)} ${(statSync(file).size / 1048576).toFixed(2).padStart(6)} MB`);
}

const usage = `npm run package [-- options]   makes site, npm tarball, wheel, sdist and program in build/package, with SHA256SUMS

  --built     what was built before: engine, site and program
  --program   only the program, for this system
  --sources   the source distribution is tried too, which compiles everything once more
  --help      this text`;

if (isMain(import.meta.url)) {
  await main(async () => {
    const flag = { type: 'boolean', default: false };
    const { built, program, sources: compiles } = readOptions(usage, { options: { built: flag, program: flag, sources: flag } }).values;
    if (program) {
      if (!built) await buildPreset('native-release', ['slipstick']);
      fresh(folder);
      return writeSums([await packProgram()]);
    }
    if (!built) {
      await setUp('tests');
      await buildEngine();
      await buildSite();
      await buildPreset('native-release', ['slipstick']);
    }
    fresh(folder);
    const python = await environmentPython();
    if (!python) throw new Failure('The wheel needs Python 3.10 or newer with its headers and venv.');
    const files = [await packSite(), await packProgram(), await packNpm(), await packWheel(python), await packSources(python)];
    for (const each of ['stage', 'sources', 'npm', 'types']) rmSync(join(folder, each), { recursive: true, force: true });
    writeSums(files);
    await tryOut(
      folder,
      files.map((file) => basename(file)).filter((name) => compiles || !/^slipstick-[\d.]+\.tar\.gz$/.test(name)),
    );
  });
}
