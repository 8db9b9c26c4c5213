// Published benchmarks: the model, the source, the compared numbers and their tolerances. `npm run benchmarks` writes docs/benchmarks.md
// from this table, and tests/scripts/benchmarks.test.mjs checks the tolerances.
import { readFileSync } from 'node:fs';
import { hertzImpact, levelPendulum, slidingImpact, springRhombus, windows } from './closed_forms.mjs';

const root = new URL('../../', import.meta.url);

export const sources = {
  library:
    'M. González, D. Dopico, U. Lugrís, J. Cuadrado, *A benchmarking system for MBS simulation software*, Multibody System Dynamics 16 (2006), 179–190; its library of problems, `lim.ii.udc.es/mbsbenchmark`, states data, output steps and allowed errors',
  testSet:
    'Test Set for IVP Solvers, CWI Amsterdam and University of Bari, *Andrews’ squeezing mechanism*, after E. Hairer, G. Wanner, *Solving Ordinary Differential Equations II*; its reference solution was computed with PSIDE and tolerances of 1e-14',
  exudyn: 'Exudyn 1.13.6 with a sixth joint that leaves one more turn free, so that nothing is redundant, 20 000 steps',
  openSim:
    'L. Tagliapietra, M. Vivian, E. Ceseracciu, M. Reggiani, *MBS benchmarks in OpenSim*, `rehabenggroup.github.io/MBSbenchmarksInOpenSim`: the energy must not vary',
  spheres:
    'Y. C. Chung, J. Y. Ooi, *Benchmark tests for verifying discrete element modelling codes at particle impact level*, Granular Matter 13 (2011), 643–656; data as in the scripts of Yade (tests 1 to 4) and Kratos (tests 5 to 8)',
  fourBar:
    'B. Minaker, *Fourbar linkage with diagonal spring*, IFToMM Library of Computational Benchmark Problems, solution 120, `iftomm-multibody.org/benchmark`; data and equilibrium as in `input_ex_four_bar.m` of his program EoM, `github.com/BPMinaker/eom_pkg`',
  simBenchmark: 'SimBenchmark, *Rolling test*, `leggedrobotics.github.io/SimBenchmark/rolling`',
};

/** One compared number. `relative`: the difference is relative to the expected value. */
function row(quantity, by, expected, found, tolerance, { unit = '', relative = true } = {}) {
  const difference = relative ? Math.abs(found - expected) / Math.abs(expected) : Math.abs(found - expected);
  return { quantity, by, expected, found, difference, tolerance, unit };
}
const error = (quantity, by, found, tolerance, unit = '') => row(quantity, by, 0, found, tolerance, { unit, relative: false });

/** The library's measure: root mean square over outputs and components of |y − r| / max(|r|, threshold). */
function libraryError(samples, reference, threshold = 1e-3) {
  let sum = 0;
  let count = 0;
  for (const [time, values] of samples)
    reference(time).forEach((expected, i) => {
      sum += (Math.abs(values[i] - expected) / Math.max(Math.abs(expected), threshold)) ** 2;
      count++;
    });
  return Math.sqrt(sum / count);
}

const samplesOf = ({ time, values }) => time.map((t, i) => [t, values[i]]);
const last = (sensor, component = 0) => sensor.values.at(-1)[component];
const largest = (sensor, component = 0) => Math.max(...sensor.values.map((value) => Math.abs(value[component])));
const deepest = (sensor) => -Math.min(...sensor.values.map(([gap]) => gap));

/** Reference points of a model's plots, by label. */
function referencePoints(model, label) {
  const { display } = JSON.parse(readFileSync(new URL(model, root), 'utf8'));
  const set = display.plots.flatMap((plot) => plot.reference ?? []).find((points) => (points.label.en ?? points.label) === label);
  return new Map(set.x.map((x, i) => [x, set.y[i]]));
}

const bricard = 'web/models/bricard.json';

/** Young's modulus (Pa), Poisson's ratio, density (kg/m³) and radius (m). */
const materials = {
  glass: { E: 4.8e10, nu: 0.2, rho: 2800, R: 0.01 },
  limestone: { E: 2e10, nu: 0.25, rho: 2500, R: 0.01 },
  'aluminium alloy': { E: 7e10, nu: 0.3, rho: 2699, R: 0.1 },
  'magnesium alloy': { E: 4e10, nu: 0.35, rho: 1800, R: 0.1 },
  'aluminium oxide': { E: 3.8e11, nu: 0.23, rho: 4000, R: 0.0025 },
  steel: { E: 2.08e11, nu: 0.3, rho: 7850, R: 1e-5 },
};
const massOf = ({ rho, R }) => (4 / 3) * Math.PI * R ** 3 * rho;

function plane(name, material, parameters, rows) {
  return {
    name,
    source: 'spheres',
    model: 'tests/benchmarks/models/sphere-on-plane.json',
    parameters: { ...materials[material], ...parameters },
    rows,
  };
}
function pair(name, material, parameters, rows) {
  return {
    name,
    source: 'spheres',
    model: 'tests/benchmarks/models/two-spheres.json',
    parameters: { ...materials[material], ...parameters },
    rows,
  };
}

/** Test 1 or 2: an elastic impact after Hertz. */
function elastic({ gap, force }, stiffness, mass, speed) {
  const expected = hertzImpact(stiffness, mass, speed);
  return [
    row('largest force', 'closed form', expected.force, largest(force, 'x' in force ? 0 : forceAxis(force)), 1e-4, { unit: 'N' }),
    row('deepest overlap', 'closed form', expected.overlap, deepest(gap), 1e-4, { unit: 'm' }),
  ];
}
const forceAxis = (force) => [0, 1, 2].reduce((most, i) => (largest(force, i) > largest(force, most) ? i : most), 0);

const impacts = [
  ...['glass', 'limestone'].map((material) => {
    const { E, nu, R } = materials[material];
    const mass = massOf(materials[material]);
    return pair(`Test 1, ${material}`, material, {}, (sensors) =>
      elastic(sensors, ((4 / 3) * E * Math.sqrt(R / 2)) / (2 * (1 - nu ** 2)), mass / 2, 20),
    );
  }),
  ...['aluminium alloy', 'magnesium alloy'].map((material) => {
    const { E, nu, R } = materials[material];
    return plane(`Test 2, ${material}`, material, {}, (sensors) =>
      elastic(sensors, ((4 / 3) * E * Math.sqrt(R)) / (1 - nu ** 2), massOf(materials[material]), 0.2),
    );
  }),
  ...[0.2, 0.4, 0.6, 0.8, 1].map((restitution) =>
    // The restitution law is an approximation with an error of at most 0.5 % of the impact speed.
    plane(`Test 3, e = ${restitution}`, 'aluminium oxide', { normal: 3.9, restitution }, ({ velocity }) => [
      row('restitution', 'published', restitution, last(velocity, 2) / 3.9, 5e-3, { relative: false }),
    ]),
  ),
  ...[40, 60, 80].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [normal, tangential] = [3.9 * Math.cos(angle), 3.9 * Math.sin(angle)];
    const { R } = materials['aluminium oxide'];
    return plane(`Test 4, ${degrees}°`, 'aluminium oxide', { normal, tangential, restitution: 0.98, mu: 0.092 }, ({ velocity, spin }) => {
      const sliding = slidingImpact({ mu: 0.092, restitution: 0.98, normal, slip: tangential });
      return [
        row('tangential restitution', 'closed form', 1 + sliding.tangential / tangential, last(velocity, 0) / tangential, 1e-3),
        row('spin', 'closed form', sliding.surface / R, last(spin, 1), 3e-3, { unit: 'rad/s' }),
      ];
    });
  }),
  ...[8, 12].map((ratio) =>
    plane(`Test 5, v_s/(μ v_n) = ${ratio}`, 'steel', { normal: 5, tangential: ratio * 0.3 * 5, mu: 0.3 }, ({ velocity, spin }) => {
      const surface = materials.steel.R * last(spin, 1);
      return [
        row('v_s′/(μ v_n′)', 'closed form', ratio - 7, (last(velocity, 0) - surface) / (0.3 * last(velocity, 2)), 0.02, {
          relative: false,
        }),
        row('R ω′/(μ v_n)', 'closed form', 5, surface / (0.3 * 5), 4e-3),
      ];
    }),
  ),
  ...[6, 12].map((spin0) =>
    // Here and below e = 0.5, for which the law gives 0.50017.
    plane(`Test 6, ${spin0} rad/s`, 'aluminium alloy', { spin: -spin0, restitution: 0.5, mu: 0.4 }, ({ velocity, spin }) => {
      const slip = 0.1 * spin0;
      return [
        row('β', 'closed form', -1 + (3.5 * 0.4 * 1.5 * 0.2) / slip, -(last(velocity, 0) - 0.1 * last(spin, 1)) / slip, 1e-3),
        row('spin', 'closed form', -spin0 + (2.5 * 0.4 * 1.5 * 0.2) / 0.1, last(spin, 1), 1e-3, { unit: 'rad/s' }),
      ];
    }),
  ),
  ...[6, 20].map((spin0) =>
    pair(
      `Test 7, ±${spin0} rad/s`,
      'aluminium alloy',
      { normal0: 0.2, normal1: 0.2, spin0, spin1: spin0, restitution: 0.5, mu: 0.4 },
      ({ velocity, spin }) => [
        row('tangential velocity', 'closed form', 0.4 * 1.5 * 0.2, Math.abs(last(velocity, 2)), 1e-3, { unit: 'm/s' }),
        row('spin', 'closed form', spin0 - (2.5 * 0.4 * 1.5 * 0.2) / 0.1, last(spin, 1), 1e-3, { unit: 'rad/s' }),
      ],
    ),
  ),
  ...[6, 12].map((spin0) =>
    pair(
      `Test 8, ${spin0} rad/s`,
      'aluminium alloy',
      { normal0: 0.2, normal1: 0, spin0, larger: 5, density: 1e6, restitution: 0.5, mu: 0.4 },
      ({ velocity, spin }) => [
        row('tangential velocity', 'closed form', 0.4 * 1.5 * 0.2, Math.abs(last(velocity, 2)), 1e-3, { unit: 'm/s' }),
        row('spin', 'closed form', spin0 - (2.5 * 0.4 * 1.5 * 0.2) / 0.1, last(spin, 1), 1e-3, { unit: 'rad/s' }),
      ],
    ),
  ),
];

export const groups = [
  {
    title: 'Rigid mechanisms',
    text: 'The library’s error is the root mean square, over outputs and components, of |y − r| / max(|r|, 1e-3). It requires 1e-1 at low and 1e-3 at high precision.',
    benchmarks: [
      {
        name: 'A01 pendulum, 2000 s',
        source: 'library',
        model: 'tests/benchmarks/models/a01-pendulum.json',
        rows: ({ P1 }) => [error('error of the place, 4000 outputs', 'closed form', libraryError(samplesOf(P1), levelPendulum), 1e-3)],
      },
      {
        name: 'A02 four-bars, N = 40, 20 s',
        source: 'library',
        model: 'tests/benchmarks/models/a02-four-bars.json',
        rows: ({ B0, velocity }) => {
          const samples = B0.time.map((t, i) => [t, [...B0.values[i].slice(0, 2), ...velocity.values[i].slice(0, 2)]]);
          return [
            error(
              'error of place and velocity, 400 outputs',
              'closed form',
              libraryError(samples, (t) => windows(t, 40)),
              1e-3,
            ),
          ];
        },
      },
      {
        name: 'A03 Andrews’ mechanism, 0.03 s',
        source: 'testSet',
        model: 'tests/benchmarks/models/a03-andrews.json',
        rows: ({ angles, rates }) => {
          const published = {
            angles: [
              15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805303, 0.5347301163226948,
              1.048080741042263,
            ],
            rates: [
              1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385, 0.5735699284790808, -19.29337464421385,
              0.3231791658026955,
            ],
          };
          return ['β', 'Θ', 'γ', 'Φ', 'δ', 'Ω', 'ε'].flatMap((name, i) => [
            row(name, 'published', published.angles[i], last(angles, i), 1e-6, { unit: 'rad' }),
            row(`rate of ${name}`, 'published', published.rates[i], last(rates, i), 1e-4, { unit: 'rad/s' }),
          ]);
        },
      },
      {
        name: 'A04 Bricard, 10 s',
        source: 'exudyn',
        model: bricard,
        parameters: { steps: 4000 },
        rows: ({ 'corner D': corner, weight }) => {
          const points = ['x', 'y', 'z'].map((axis) => referencePoints(bricard, `${axis}, Exudyn`));
          const samples = samplesOf(corner).map(([t, place]) => [Math.round(t * 100) / 100, place]);
          const common = samples.filter(([t]) => points[0].has(t));
          return [
            error(
              `error of the place, ${common.length} outputs`,
              'Exudyn',
              libraryError(common, (t) => points.map((of) => of.get(t))),
              1e-3,
            ),
          ].concat(error('largest change of the energy', 'published', largest(weight, 2) / 1e3, 1e-3, 'J'));
        },
      },
      {
        name: 'Four-bar linkage with a diagonal spring',
        source: 'fourBar',
        model: 'tests/benchmarks/models/four-bar-spring.json',
        rows: ({ corner }, [eigenvalues]) => {
          const angle = 2.23433101898;
          const expected = springRhombus(angle);
          const [found] = eigenvalues.filter(([, imaginary]) => imaginary > 0);
          return [
            row('equilibrium', 'published', angle, Math.atan2(last(corner, 1), last(corner, 0) - 1), 1e-10, { unit: 'rad' }),
            row('eigenvalue, real part', 'closed form', expected.real, found[0], 1e-9, { unit: '1/s' }),
            row('eigenvalue, imaginary part', 'closed form', expected.imaginary, found[1], 1e-9, { unit: '1/s' }),
          ];
        },
      },
    ],
  },
  {
    title: 'Impacts of spheres',
    text: 'Hertzian contact, with friction μ N while it slides. For contacts that stick during the impact, the published curves follow the tangential elasticity of Mindlin and Deresiewicz, which these laws lack; the cases here slide throughout. Friction acts at the overlapped surface, so its lever is up to 0.5 % shorter than the radius in tests 4 and 5. The second sphere of test 8 is five times as large and too heavy to move.',
    benchmarks: impacts,
  },
  {
    title: 'Rolling',
    text: 'All balls roll, so the acceleration of the box is a = (F − μ g (M + 25 m)) / (M + 25 m · 2/7), and a ball has 2/7 a.',
    benchmarks: [
      {
        name: '25 balls on a pushed box, 2 s',
        source: 'simBenchmark',
        model: 'tests/benchmarks/models/rolling-balls.json',
        rows: (sensors) => {
          const speed = (2 * (150 - 0.4 * 9.81 * 35)) / (10 + (25 * 2) / 7);
          const found = (name) => Math.hypot(last(sensors[name], 0), last(sensors[name], 1));
          return [
            row('velocity of the box', 'closed form', speed, found('box'), 1e-3, { unit: 'm/s' }),
            ...['ball 0', 'ball 12', 'ball 24'].map((name) =>
              row(`velocity of ${name}`, 'closed form', (2 / 7) * speed, found(name), 1e-3, { unit: 'm/s' }),
            ),
          ];
        },
      },
    ],
  },
];
