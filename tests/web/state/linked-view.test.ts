import { expect, test } from 'vitest';
import { documentHash, galleryHash, readLink } from '../../../web/src/link/link';
import type { LinkedView } from '../../../web/src/state/linked-view';

const view: LinkedView = {
  time: 0.123456789,
  camera: { view: 'follow', offset: [1, -2.5, 0.01], target: [0, 1e-7, 3] },
  plots: [0, 2],
  window: [0.2, 0.6],
  looks: {
    0: { hidden: [1, 2], logarithmic: true },
    1: { spectrum: { window: 'flatTop', segments: 4, quantity: 'density', logarithmic: true } },
    2: { zoom: [-0.1, 0.1, 0, 2e-6], logarithmic: false },
  },
  kept: [
    { values: {}, name: '', shown: true },
    { values: { mu: 0.3, radius: 1e-7 }, name: 'μ = 0.3; A & B', shown: false },
    { values: {}, name: 'x', shown: true },
  ],
  freeBody: { body: 'crank, left & right', quantity: 'torque', axes: 'body' },
  student: true,
  proof: '0.1.0:AAAAAAAAAAA:AAAA_-',
};

test('The view is restored from both kinds of link', () => {
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

test('A link of an earlier page still opens in the same way', () => {
  expect(readLink('#g=rolling-coin&mu=0.3&~t=0.25&~c=top,0,0,1,0,0,0&~p=0,2')).toEqual({
    kind: 'gallery',
    name: 'rolling-coin',
    parameters: { mu: 0.3 },
    view: { time: 0.25, camera: { view: 'top', offset: [0, 0, 1], target: [0, 0, 0] }, plots: [0, 2] },
  });
});

test.each([
  '~w=1',
  '~w=1,0',
  '~w=a,b',
  '~w=0,1,2',
  '~z=0,1,2,3',
  '~z=-1,0,1,0,1',
  '~z=0,1,0,0,1',
  '~h=',
  '~h=1',
  '~h=0.1,',
  '~l=x',
  '~f=force,crank',
  '~f=force,global,',
])('A damaged entry %s is not opened', (entry) => {
  expect(readLink(`#g=rolling-coin&${entry}`)).toMatchObject({ kind: 'broken' });
});

test('A kept run takes little room in a link', () => {
  const kept: LinkedView['kept'] = [
    { values: { mu: 0.3, tilt: 0.1 }, name: '', shown: true },
    { values: {}, name: '', shown: false },
  ];
  expect(galleryHash('rolling-coin', {}, { kept })).toBe('#g=rolling-coin&~k=mu:0.3,tilt:0.1&~k=;hidden');
  const untouched: LinkedView['kept'] = kept.map((run) => run && { ...run, untouched: true });
  const hash = galleryHash('rolling-coin', {}, { kept: untouched });
  expect(hash).toBe('#g=rolling-coin&~k=mu:0.3,tilt:0.1;untouched&~k=;hidden,untouched');
  expect(readLink(hash)).toMatchObject({ view: { kept: untouched } });
});

test.each(['~k=mu', '~k=mu:', '~k=mu:x', '~k=mu:1,', '~k=mu:Infinity', '~k=:1', '~k=mu:1;maybe', '~k=%E0%A4%A'])(
  'A damaged kept run %s does not affect the rest of a link',
  (entry) => {
    const good = { values: { mu: 0.5 }, name: '', shown: true };
    expect(readLink(`#g=rolling-coin&mu=0.1&${entry}&~k=mu:0.5`)).toMatchObject({ parameters: { mu: 0.1 }, view: { kept: [null, good] } });
    expect(readLink(`${documentHash({ slipstick: 1 })}&${entry}&~k=mu:0.5`)).toMatchObject({ view: { kept: [null, good] } });
  },
);
