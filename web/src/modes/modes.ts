import type { Eigenvalue } from '../../../wasm/engine/types';

/** One mode of a linearised system: an eigenvalue, or a conjugate pair. */
export interface Mode {
  /** Its index among the eigenvalues of its step. */
  index: number;
  /** 1/s; for a pair, the positive imaginary part. */
  real: number;
  imaginary: number;
  /** |λ| / 2π in Hz. */
  frequency: number;
  /** −Re λ / |λ|: at 1 it decays without oscillation, below 0 it grows. Null for a rigid motion. */
  damping: number | null;
}

/** The modes of a list of eigenvalues, in the same order; the second of each pair is dropped. */
export function modesOf(values: readonly Eigenvalue[]): Mode[] {
  const isSecond = ({ real, imaginary }: Eigenvalue, i: number) =>
    imaginary < 0 && values.some((other, k) => k !== i && other.real === real && other.imaginary === -imaginary);
  return values.flatMap((value, index) => {
    if (isSecond(value, index)) return [];
    const { real, imaginary } = value;
    const size = Math.hypot(real, imaginary);
    return [{ index, real, imaginary, frequency: size / (2 * Math.PI), damping: size > 0 ? -real / size : null }];
  });
}

/** A line of names, then one line for each mode, every number with all digits. */
export function modesCsv(steps: readonly (readonly Eigenvalue[])[]): string {
  const lines = steps.flatMap((values, step) =>
    modesOf(values).map(({ frequency, damping, real, imaginary }) => [step + 1, frequency, damping ?? '', real, imaginary].join(',')),
  );
  return `${['eigenvalue step,natural frequency [Hz],damping ratio,real part [1/s],imaginary part [1/s]', ...lines].join('\n')}\n`; // no text
}
