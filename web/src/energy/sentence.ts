import { msg, str } from '@lit/localize';
import { formatNumber } from '../format/quantity';
import type { ModelDocument } from '../state/document';
import type { Measured } from './run-energies';

/** The unexplained part of the energy, and if it is large, when it arises and why. */
export function sentence({ balance, isLarge, item }: Measured, document: ModelDocument): string {
  const { relative, scale, isExchange, at, falls } = balance;
  if (scale === 0) return msg('No energy is exchanged in this run.');
  const part = formatNumber(100 * relative, 2);
  const all = formatNumber(scale, 3);
  const found = isExchange
    ? msg(str`${part} % of the exchanged energy of ${all} J is unexplained.`)
    : msg(str`${part} % of the kinetic energy of ${all} J is unexplained.`);
  if (!isLarge) return found;
  const time = formatNumber(at, 3);
  const place = item
    ? msg(str`Most of it arises at ${time} s, when the energy of “${item}” changes most.`)
    : msg(str`Most of it arises at ${time} s.`);
  const reason =
    falls && isDamped(document)
      ? msg('The numerical damping of the integrator takes energy from motions that the steps hardly resolve; see spectralRadius.')
      : msg('Shorter steps, or smaller tolerances, reduce it.');
  return `${found} ${place} ${reason}`;
}

/** Whether a dynamic step of the analysis may have numerical damping. */
function isDamped({ analysis }: ModelDocument): boolean {
  const steps = (Array.isArray(analysis) ? analysis : [analysis]) as (
    | { type?: unknown; solver?: unknown; generalizedAlpha?: { spectralRadius?: unknown } }
    | undefined
  )[];
  return steps.some(
    (step) =>
      step?.type === 'dynamic' && (step.solver ?? 'GeneralizedAlpha') === 'GeneralizedAlpha' && step.generalizedAlpha?.spectralRadius !== 1,
  );
}
