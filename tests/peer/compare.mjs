// Compares the records of one model by two programs.

/** Samples closer together than this are simultaneous, s. */
const sameTime = 1e-7;

/** Outputs of one kind, which have similar sizes in a motion. */
const kinds = [
  /^(Position|Displacement|Distance|Rotation|Coordinates|CoordinatesTotal|SlidingCoordinate|ConstraintEquation)(Local)?$/,
  /^((Angular)?Velocity(Local)?|Coordinates_t)$/,
  /^((Angular)?Acceleration(Local)?|Coordinates_tt)$/,
  /^(Force|Torque)(Local)?$/,
];

/** Settings of Newton's method with a thousandth of the tolerances. */
export function tightened({ relativeTolerance = 1e-8, absoluteTolerance = 1e-10, ...others }) {
  return { ...others, relativeTolerance: relativeTolerance / 1000, absoluteTolerance: absoluteTolerance / 1000 };
}

/**
 * Differences of sensors by name.
 * `ours`, `theirs`: {name: {time, values}}; `output(name)`: the quantity of a sensor.
 * Each difference is relative to the sensor's size, the largest absolute value that either program recorded, but at least a hundredth of
 * the largest value of its kind in the model, so that rounding errors in constrained directions do not count. `until`: the time from which
 * the difference exceeds `tolerance`, or null. Sensors that one program lacks are left out; without common samples the difference is
 * infinite.
 */
export function differences(ours, theirs, output, tolerance) {
  const quantity = (name) => kinds.findIndex((kind) => kind.test(output(name))) + 1 || output(name);
  const names = Object.keys(ours).filter((name) => name in theirs);
  const sizes = new Map(names.map((name) => [name, Math.max(size(ours[name]), size(theirs[name]))]));
  const largest = new Map();
  for (const name of names) largest.set(quantity(name), Math.max(largest.get(quantity(name)) ?? 0, sizes.get(name)));
  return names.map((name) => {
    const scale = Math.max(sizes.get(name), 0.01 * largest.get(quantity(name)), 1e-9);
    let [worst, at, until, common] = [0, null, null, 0];
    eachPair(ours[name], theirs[name], (time, a, b) => {
      ++common;
      const difference = distance(a, b) / scale;
      if (difference > tolerance && until === null) until = time;
      if (difference > worst) [worst, at] = [difference, time];
    });
    return common > 0 ? { name, worst, at, until, common } : { name, worst: Infinity, at: null, until: null, common };
  });
}

function size({ values }) {
  let most = 0;
  for (const row of values) for (const value of row) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  return most;
}

function distance(a, b) {
  if (a.length !== b.length) return Infinity;
  let most = 0;
  for (let i = 0; i < a.length; ++i) {
    if (!Number.isFinite(a[i]) && !Number.isFinite(b[i])) continue;
    const difference = Math.abs(a[i] - b[i]);
    most = Number.isNaN(difference) ? Infinity : Math.max(most, difference);
  }
  return most;
}

function eachPair(ours, theirs, visit) {
  let j = 0;
  ours.time.forEach((time, i) => {
    while (j + 1 < theirs.time.length && Math.abs(theirs.time[j + 1] - time) <= Math.abs(theirs.time[j] - time)) ++j;
    if (j < theirs.time.length && Math.abs(theirs.time[j] - time) <= sameTime * Math.max(1, Math.abs(time)))
      visit(time, ours.values[i], theirs.values[j]);
  });
}
