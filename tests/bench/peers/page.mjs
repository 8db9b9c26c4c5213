// Writes docs/speed.md from the measurements.
import { cpus } from 'node:os';
import { median } from './compare.mjs';

const number = (value) => (value === null || value === undefined ? '' : String(Number(value.toPrecision(2))));
const table = (header, rows) => [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function exudynTable(rows) {
  const error = (value) => (value === null || value === undefined ? '' : value.toExponential(0));
  const withErrors = rows.some(({ errors }) => errors);
  const errorColumns = withErrors ? ['Exudyn error', 'Slipstick error'] : [];
  return table(
    [
      ...['model', 'steps', 'iterations per step', 'fastest Exudyn settings', 'Exudyn ms', 'Slipstick ms', 'ratio', 'fastest'],
      ...['Chromium ms', 'ratio', ...errorColumns],
    ],
    rows.map((row) => [
      row.name,
      row.steps,
      number(row.iterations),
      row.settings ?? '',
      row.there === null ? row.error : number(row.there),
      number(row.here),
      row.there === null ? '' : number(row.there / row.here),
      row.there === null ? '' : number(row.fastestThere / row.fastestHere),
      number(row.chromium),
      row.there === null ? '' : number(row.there / row.chromium),
      ...(withErrors ? [error(row.errors?.there), error(row.errors?.here)] : []),
    ]),
  );
}

function speedTables({ exudyn, mujoco, precision, growth, grains }) {
  const rows = exudyn.rows.filter(({ python }) => !python);
  const compared = rows.filter(({ there }) => there !== null);
  const ratios = compared.map(({ here, there }) => there / here);
  const parts = [
    `## Exudyn\n\n${exudyn.version}; ${cpus()[0].model}. Median ratio ${number(median(ratios))}, smallest ${number(Math.min(...ratios))}; in Chromium, median ${number(median(compared.map(({ chromium, there }) => there / chromium)))}.`,
    exudynTable(rows),
    'Models whose user functions run in Python in Exudyn, timed in a single round. Their ratio says less about the solvers, and the median excludes them:',
    exudynTable(exudyn.rows.filter(({ python }) => python)),
  ];
  if (mujoco.rows.length > 0)
    parts.push(
      `## MuJoCo\n\n${mujoco.version}, WebAssembly in Node.`,
      table(
        ['model', 'MuJoCo µs per step', 'Slipstick µs per step'],
        mujoco.rows.map(({ name, here, there }) => [name, number(there), number(here)]),
      ),
    );
  if (precision.length > 0)
    parts.push(
      'Work and precision: a second of motion is computed in steps of an eighth to eight times the usual size. The error of the final position is measured against a run of the same program with a 64th of the usual step. Each program solves its own contacts, so this compares integrators, not models.',
      '![error of the position against the time for a second of motion](work-precision.svg)',
    );
  if (growth.length > 0)
    parts.push(
      '## Growth\n\nNative program, µs per unknown and step.',
      table(
        ['model', 'bodies or elements', 'unknowns', 'µs', 'iterations per step'],
        growth.map(({ name, size, unknowns, microseconds, iterations }) => [
          name,
          size,
          unknowns,
          number(microseconds),
          number(iterations),
        ]),
      ),
    );
  if (grains.length > 0)
    parts.push(
      '## Grains\n\nSpheres of 5 mm with friction, in steps of 0.1 ms, falling into a box and at rest in it: µs per sphere and step, and the fraction of real time.',
      table(
        ['spheres', 'natively µs', 'real time', 'Chromium µs', 'real time', 'at rest, natively µs', 'real time'],
        grains.map(({ spheres, native, chromium, rest }) => {
          const timed = (microseconds) =>
            microseconds ? [number(microseconds), `${number((100 * 100) / (microseconds * spheres))} %`] : ['', ''];
          return [spheres, ...timed(native), ...timed(chromium), ...timed(rest)];
        }),
      ),
      "The same spheres falling with the contact law of Exudyn's `GeneralContact`, in both programs with `VelocityVerlet` (Exudyn with sparse matrices, without range checks):",
      table(
        ['spheres', 'Exudyn µs', 'Slipstick µs', 'ratio'],
        grains
          .filter(({ general }) => general)
          .map(({ spheres, general: { here, there } }) => [spheres, number(there), number(here), number(there / here)]),
      ),
      'Memory in kB per sphere: for the model, and for the run with its contacts, without recorded samples.',
      table(
        ['spheres', 'model', 'run'],
        grains.filter(({ kilobytes }) => kilobytes).map(({ spheres, kilobytes: { model, run } }) => [spheres, number(model), number(run)]),
      ),
    );
  return parts.join('\n\n');
}

/** The page, from the results of `compareAll`. */
export function speedPage(measured) {
  return `# Speed

\`npm run bench -- --peers\` writes this page. It installs the other programs in \`build/peer\` and runs the same models in turn, so that other
load on the machine affects all of them equally.

The models are the gallery and some without user functions (\`tests/bench/peers/models.mjs\`), each with its own tolerances and steps,
without formula sensors. Exudyn gets the scripts that the Data tab writes. Times cover only the solvers, without loading. Exudyn uses its
fastest settings for each model, to the same tolerances: full or modified Newton, dense or sparse matrices, with or without range checks.
Times are medians of five rounds in CPU time; Chromium is timed by the clock, so other load makes its times longer. Errors result from the
tolerances: they are the largest difference of a sensor from a run of the same program with full Newton and a thousandth of the
tolerances, including the contact tolerances, relative to the size of the sensor. After impacts rounding errors grow in both programs. In
*Cradle by hand* balls collide only in our run, in which an invisible hand lifts them.

MuJoCo solves a different problem: soft contact, relative coordinates, a time step without iterations on constraints. Its models have the
same bodies, masses and steps as ours, but other contact forces; the table compares times per step. The car appears twice: as in the
gallery, with five bodies on joints and 60 unknowns, and as a tree of links with ten coordinates, as in MuJoCo.

${speedTables(measured)}
`;
}
