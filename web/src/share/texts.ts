import { msg } from '@lit/localize';

/** Texts that several files of this room show. */
export const texts = {
  copy: () => msg('Copy'),
  share: () => msg('Share'),
};
