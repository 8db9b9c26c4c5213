/**
 * The Cholesky factor L of a symmetric matrix A = L Lᵀ, by rows; null if A is not positive definite. Implemented here because there are at
 * most six rows, and a matrix library takes ten kilobytes.
 */
export function cholesky(matrix: readonly (readonly number[])[]): number[][] | null {
  const factor: number[][] = [];
  for (let i = 0; i < matrix.length; i++) {
    factor.push([]);
    for (let k = 0; k <= i; k++) {
      let rest = matrix[i][k];
      for (let j = 0; j < k; j++) rest -= factor[i][j] * factor[k][j];
      if (k === i && !(rest > 0)) return null;
      factor[i].push(k === i ? Math.sqrt(rest) : rest / factor[k][k]);
    }
  }
  return factor;
}

/** Solves L Lᵀ x = b for x. */
export function solved(factor: readonly (readonly number[])[], b: readonly number[]): number[] {
  const x = [...b];
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i] -= factor[i][k] * x[k];
    x[i] /= factor[i][i];
  }
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++) x[i] -= factor[k][i] * x[k];
    x[i] /= factor[i][i];
  }
  return x;
}

/** The inverse of L Lᵀ. */
export function inverted(factor: readonly (readonly number[])[]): number[][] {
  return factor.map((_, i) =>
    solved(
      factor,
      factor.map((_, k) => (i === k ? 1 : 0)),
    ),
  );
}
