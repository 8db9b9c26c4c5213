import { msg, str } from '@lit/localize';

/** Texts that several files of this room show. */
export const texts = {
  endOf: (name: string) => msg(str`end of ${name}`),
  partOf: (name: string) => msg(str`of ${name}`, { id: 'of-item', desc: 'a plane through the body {0}' }),
  build: () => msg('Build'),
  friction: () => msg('Friction'),
  hinge: () => msg('Hinge'),
  noBodyIsThere: () => msg('No body is there.'),
};
