import { expect, test } from 'vitest';
import { baseName, beforeLiveRun, galleryName, type OpenModel } from '../../../web/src/state/open-model';

const content = { document: {}, text: '{}' };
const coin: OpenModel = { origin: 'gallery', name: 'rolling-coin', hash: '', parameters: {}, ...content };

test('A link can name a gallery model until it is changed; the changed model keeps its base', () => {
  const draft: OpenModel = { ...coin, draft: 'd1' };
  const byHand: OpenModel = { ...coin, hands: { actions: 'added', before: coin } };
  expect([coin, draft, byHand].map(galleryName)).toEqual(['rolling-coin', '', '']);
  expect([coin, draft, byHand].map(baseName)).toEqual(['rolling-coin', 'rolling-coin', 'rolling-coin']);
  const linked: OpenModel = { origin: 'document', ...content };
  expect([galleryName(linked), baseName(linked), galleryName(null)]).toEqual(['', '', '']);
});

test('Only actions that a live run added lead back to the previous model', () => {
  expect(beforeLiveRun({ ...coin, hands: { actions: 'added', before: coin } })).toBe(coin);
  expect(beforeLiveRun({ ...coin, hands: { actions: 'removed', before: coin } })).toBeNull();
  expect([beforeLiveRun(coin), beforeLiveRun(null)]).toEqual([null, null]);
});
