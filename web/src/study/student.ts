/** Half the width of the interval that contains 95 % of Student's distribution; `freedom`: its degrees of freedom, at least 1. */
export function student95(freedom: number): number {
  if (freedom === 1) return Math.tan(0.475 * Math.PI);
  if (freedom === 2) return 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2));
  // Expansion about the normal distribution: Abramowitz and Stegun, 26.7.5; from 3 degrees on, its error is less than 0.2 %.
  const z = 1.959963984540054;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, i) => sum + term / freedom ** i, 0);
}
