import { msg } from '@lit/localize';

/** Texts that several files of this room show. */
export const texts = {
  stepSize: () => msg('step size'),
  newtonIterations: () => msg('Newton iterations'),
};
