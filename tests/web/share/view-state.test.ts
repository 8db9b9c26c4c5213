import { expect, test } from 'vitest';
import { documentHash, galleryHash, readLink } from '../../../web/src/share/link';
import type { ViewState } from '../../../web/src/share/view-state';

const view: ViewState = {
  time: 0.123456789,
  camera: { view: 'follow', offset: [1, -2.5, 0.01], target: [0, 1e-7, 3] },
  plots: [0, 2],
  proof: '0.1.0:AAAAAAAAAAA:AAAA_-',
};

test('What is seen comes back from both kinds of link', () => {
  expect(readLink(galleryHash('rolling-coin', { mu: 0.3 }, view))).toEqual({
    kind: 'gallery',
    name: 'rolling-coin',
    parameters: { mu: 0.3 },
    view,
  });
  expect(readLink(documentHash({ slipstick: 1 }, view))).toEqual({ kind: 'document', text: '{"slipstick":1}', view });
  expect(readLink(documentHash({ slipstick: 1 }, { plots: [] }))).toMatchObject({ view: { plots: [] } });
});

test('A link without a view is as short as can be', () => {
  expect(galleryHash('rolling-coin', {})).toBe('#g=rolling-coin');
});
