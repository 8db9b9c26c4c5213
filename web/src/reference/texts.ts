import { msg } from '@lit/localize';

/** Texts that several files of this room show. */
export const texts = {
  onThisPage: () => msg('On this page'),
};
