import { msg, str } from '@lit/localize';

/** Texts that several files of this room show. */
export const texts = {
  endOf: (name: string) => msg(str`end of ${name}`),
  partOf: (name: string) => msg(str`of ${name}`, { id: 'of-item', desc: 'a plane through the body {0}' }),
  build: () => msg('Build'),
  friction: () => msg('Friction'),
  hinge: () => msg('Hinge'),
  makeSlider: () => msg('Make a slider'),
  makeSliderOf: (label: string) => msg(str`Make a slider: ${label}`),
  turnsIntoSlider: () => msg('Turns the number into a parameter with a slider'),
  noBodyIsThere: () => msg('No body is there.'),
};
