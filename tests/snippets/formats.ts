import { formats } from '../../web/src/share/formats';

/** The snippets of a model by format; its title has characters with a meaning in each language. */
export const snippets = Object.fromEntries(
  Object.entries(formats).map(([format, { write }]) => [
    format,
    write({
      site: 'https://example.org/slipstick/',
      hash: '#g=rolling-coin&mu=0.3',
      show: ['scene', 'time', 'parameters'],
      handsOn: false,
      title: 'Coin & "disc" <1>',
      picture: '',
    }),
  ]),
);
