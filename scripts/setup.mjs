// Finds missing requirements for building and testing. On Debian and Ubuntu it installs them, elsewhere it prints what to install. `npm run
// setup` checks all requirements; `npm start` needs fewer and reports it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choosePackages, needs, olderThan, problemOf, purposes } from './needs.mjs';
import { bold, Failure, find, isMain, main, root, run, runQuietly } from './tools.mjs';

/** Optional packages must not cause long waits without a network. */
const fewRetries = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** Installs everything that the purpose needs, including the packages of npm. */
export async function setUp(purpose) {
  if (process.platform === 'win32') throw new Failure(onWindows);
  checkNode();
  const missing = (optional) =>
    purposes[purpose].map((name) => needs[name]).filter((need) => !need.without === !optional && problemOf(need));
  if (missing(false).length > 0) {
    await install(missing(false));
    const left = missing(false);
    if (left.length > 0) throw new Failure(`Still missing:\n${instructions(left)}`);
  }
  if (missing(true).length > 0) {
    await install(missing(true), fewRetries).catch((error) => console.log(error.message));
    for (const need of missing(true)) console.log(`Without ${need.name}, ${need.without}.`);
  }
  await installPackages();
}

const onWindows = `Slipstick is built on Linux. On Windows, please use the Windows Subsystem for Linux: \`wsl --install -d Debian\`, then Git and Node
in there, and all commands as on Debian.`;

function checkNode() {
  const { node } = process.versions;
  const least = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  if (!olderThan(node, least)) return;
  if (!node.startsWith('20.') || olderThan(node, '20.19'))
    throw new Failure(`Node ${least} or newer is needed, this is ${node} (https://nodejs.org)`);
  console.log(`Node ${node} still works, but gets no more security fixes: please install Node ${least} or newer.`);
}

/** Instructions for systems without apt-get. */
export function instructions(missing, platform = process.platform) {
  const list = missing.map((need) => `  - ${problemOf(need) ?? need.name}`).join('\n');
  const brew = missing.flatMap((need) => need.brew ?? []);
  return platform === 'darwin' && brew.length > 0 ? `${list}\nWith Homebrew: brew install ${brew.join(' ')}` : list;
}

/** Installs packages of Debian or Ubuntu; an unknown package does not prevent the installation of the others. */
async function install(missing, options = []) {
  const please = `Please install what is missing and try again:\n`;
  if (!isDebian()) throw new Failure(please + instructions(missing));
  const asRoot = process.getuid() === 0 ? [] : (await canSudo()) ? ['sudo', '-n'] : null;
  const aptGet = (args, settings) => {
    const [command, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(command, rest, settings);
  };
  // Without its lists apt-get knows no packages. A source that does not answer is no reason to stop.
  if (asRoot) await aptGet(['update', '-q', ...options], { allowFailure: true });
  const known = await knownPackages(missing.flatMap(({ packages, orElse = [] }) => [...packages, ...orElse]));
  const { packages, unknown } = choosePackages(missing, (name) => known.has(name));
  if (unknown.length > 0) console.log(`apt-get has no package for:\n${instructions(unknown)}`);
  if (packages.length === 0) return;
  if (!asRoot) throw new Failure(`${please}  sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`);
  console.log(bold(`Installing ${packages.join(' ')}`));
  await aptGet(['install', '-y', '-q', '--no-install-recommends', ...options, ...packages]);
}

/** The names of the packages that apt-get can install. */
async function knownPackages(names) {
  const { output } = await runQuietly('env', ['LC_ALL=C', 'apt-cache', 'policy', ...names]);
  return installable(output);
}

/** The packages with a candidate in the output of `apt-cache policy`. */
export function installable(text) {
  return new Set([...text.matchAll(/^(\S+):\n(?: {2}.*\n)*? {2}Candidate: (?!\(none\))/gm)].map(([, name]) => name));
}

function isDebian() {
  if (!find('apt-get') || !existsSync('/etc/os-release')) return false;
  return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function canSudo() {
  return find('sudo') !== null && (await run('sudo', ['-n', 'true'], { allowFailure: true })) === 0;
}

/** npm ci, unless node_modules was made from this package-lock.json. */
async function installPackages() {
  const stamp = join(root, 'node_modules', '.slipstick-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log(bold('Installing packages of npm'));
  await run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setUp('everything');
    console.log('Everything that is needed is there.');
  });
}
