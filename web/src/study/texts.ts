import { msg, str } from '@lit/localize';

/** Texts that several files of this room show. */
export const texts = {
  from: () => msg('from', { desc: 'the start of a range' }),
  to: () => msg('to', { desc: 'the end of a range' }),
  and: () => msg('and', { desc: 'between two parameters, or their values' }),
  runs: (count: number) => (count === 1 ? msg('one run') : msg(str`${count} runs`)),
  bestRun: () => msg('best run'),
  fit: () => msg('Fit'),
  measuredCurve: () => msg('Measured curve'),
  optimise: () => msg('Optimise'),
  runsComputed: () => msg('Runs computed'),
};
