// Closed-form solutions for comparison with results.

/** Amplitude am(u | m) of Jacobi's elliptic functions, by the arithmetic-geometric mean; 0 ≤ m < 1. */
export function amplitude(u, m) {
  const means = [1];
  const halves = [Math.sqrt(m)];
  let other = Math.sqrt(1 - m);
  while (Math.abs(halves.at(-1)) > 1e-15) {
    const mean = means.at(-1);
    means.push((mean + other) / 2);
    halves.push((mean - other) / 2);
    other = Math.sqrt(mean * other);
  }
  const steps = means.length - 1;
  let angle = 2 ** steps * means[steps] * u;
  for (let n = steps; n > 0; n--) angle = (angle + Math.asin((halves[n] / means[n]) * Math.sin(angle))) / 2;
  return angle;
}

/** K(m), a quarter of the period. */
export function quarterPeriod(m) {
  let [a, b] = [1, Math.sqrt(1 - m)];
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / 2 / a;
}

const gravity = 9.81; // m/s²

/** A01: x and y of a pendulum of 1 m that is released horizontally, at +x: sin(θ/2) = sin(45°) sn(K + ω t). */
export function levelPendulum(t) {
  const quarter = quarterPeriod(0.5);
  const angle = 2 * Math.asin(Math.SQRT1_2 * Math.sin(amplitude((quarter + Math.sqrt(gravity) * t) % (4 * quarter), 0.5)));
  return [Math.sin(angle), -Math.cos(angle)];
}

/**
 * A02: position and velocity of the first upper corner of n windows.
 * The bars translate, the links rotate by φ from upright: ½ (n + (n + 1)/3) φ̇² + (n + (n + 1)/2) g cos φ is conserved; the initial rate is
 * 1 rad/s upright.
 */
export function windows(t, n) {
  const ratio = ((n + (n + 1) / 2) * gravity) / (n + (n + 1) / 3);
  const rate = Math.sqrt(0.25 + ratio);
  const m = ratio / (0.25 + ratio);
  const angle = Math.PI - 2 * amplitude(quarterPeriod(m) - rate * t, m);
  const speed = Math.sqrt(1 + 4 * ratio * Math.sin(angle / 2) ** 2);
  return [Math.sin(angle), Math.cos(angle), speed * Math.cos(angle), -speed * Math.sin(angle)];
}

/** Hertz: largest force, deepest overlap and duration of an elastic impact with stiffness k = 4/3 E* √R*, mass m* and speed. */
export function hertzImpact(stiffness, mass, speed) {
  const overlap = ((1.25 * mass * speed ** 2) / stiffness) ** 0.4;
  return { force: stiffness * overlap ** 1.5, overlap, duration: (2.943275 * overlap) / speed };
}

/**
 * A sphere that slides during the whole impact on a fixed surface: the change by friction μ N of its tangential velocity and of the
 * velocity R ω of its surface. `slip` is the tangential velocity of the contact point.
 */
export function slidingImpact({ mu, restitution, normal, slip }) {
  const impulse = mu * (1 + restitution) * normal; // per mass
  return { slides: Math.abs(slip) >= 3.5 * impulse, tangential: -Math.sign(slip) * impulse, surface: 2.5 * impulse };
}

/**
 * Four rods of 1 m, one of them ground, three of 1 kg, with a diagonal spring of 25 N/m and 1 N·s/m, √2 m long: the eigenvalue of
 * vibrations about equilibrium at the angle φ of the side rods.
 * With the diagonal s = 2 cos φ/2, T = 5/6 φ̇² and V = 2 g sin φ + 25/2 (s − √2)².
 */
export function springRhombus(angle) {
  const [sine, cosine] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  const inertia = 5 / 3;
  const damping = sine ** 2;
  const stiffness = -2 * gravity * Math.sin(angle) + 25 * sine ** 2 - (25 / 2) * (2 * cosine - Math.SQRT2) * cosine;
  const real = -damping / (2 * inertia);
  return { real, imaginary: Math.sqrt(stiffness / inertia - real ** 2) };
}
