import { expect, test } from 'vitest';
import { plainLabel } from '../../../web/src/ui/label';

test('A label replaces LaTeX names of Greek letters, and has subscripts', () => {
  expect(plainLabel('friction \\mu')).toBe('friction μ');
  expect(plainLabel('\\mu_s and \\Omega_0')).toBe('μs and Ω0');
  expect(plainLabel('\\sigma, \\omega, \\alpha, \\lambda, \\Delta')).toBe('σ, ω, α, λ, Δ');
  expect(plainLabel('C:\\temp, \\mutton, \\-')).toBe('C:\\temp, \\mutton, \\-');
});
