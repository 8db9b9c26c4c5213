import { msg } from '@lit/localize';

/** Texts that several files of this room show. */
export const texts = {
  spectrum: () => msg('Spectrum'),
  thisRun: () => msg('this run'),
};
