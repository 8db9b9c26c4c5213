import { createHash } from 'node:crypto';
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { galleryHash, documentHash as hashOf, readLink } from '../../../web/src/link/link';
import { dictionary } from './dictionary';

function documentHash(text: string, version = '1'): string {
  const data = deflateSync(strToU8(text));
  return `#m=${version}.${Buffer.from(data).toString('base64url')}`;
}

describe('A gallery link', () => {
  test('carries name and changed parameters', () => {
    expect(readLink('#g=rolling-coin&mu=0.3&radius=2e-2')).toEqual({
      kind: 'gallery',
      name: 'rolling-coin',
      parameters: { mu: 0.3, radius: 0.02 },
      view: {},
    });
  });

  test('comes back as it was written', () => {
    const parameters = { mu: 0.1, 'a&b': -1e-7 };
    expect(readLink(galleryHash('rolling coin', parameters))).toEqual({ kind: 'gallery', name: 'rolling coin', parameters, view: {} });
  });

  test.each(['#g=coin&mu=', '#g=coin&mu=abc', '#g=coin&=1', '#g=coin&mu=Infinity', '#g=%E0%A4%A', '#g=coin&mu'])(
    '%s is damaged',
    (hash) => {
      expect(readLink(hash)).toMatchObject({ kind: 'broken', message: expect.stringContaining('damaged') });
    },
  );
});

describe('A link with a document', () => {
  const text = JSON.stringify({ slipstick: 1, title: 'Größe µ' });

  test('gives the document back', () => {
    expect(readLink(documentHash(text))).toEqual({ kind: 'document', text, view: {} });
  });

  test('is damaged when any part of it is cut off', () => {
    const hash = documentHash(text);
    for (let length = 5; length < hash.length - 1; length++) expect(readLink(hash.slice(0, length)).kind, `${length}`).toBe('broken');
  });

  test('is damaged when characters are foreign or the content is no JSON object', () => {
    for (const hash of ['#m=1.****', '#m=abc', documentHash('{'), documentHash('[1]'), documentHash('null')])
      expect(readLink(hash)).toMatchObject({ kind: 'broken', message: expect.stringContaining('damaged') });
  });

  test('of a higher version says so', () => {
    expect(readLink(documentHash(text, '3'))).toMatchObject({ kind: 'broken', message: expect.stringContaining('version 3') });
  });

  test('may inflate to 2 MiB and not beyond', () => {
    const filled = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
    expect(readLink(documentHash(filled(2 * 1024 * 1024))).kind).toBe('document');
    expect(readLink(documentHash(filled(2 * 1024 * 1024 + 1)))).toMatchObject({ message: expect.stringContaining('2 MiB') });
  });

  test('a bomb is stopped early', () => {
    const hash = documentHash(' '.repeat(50e6));
    const start = process.cpuUsage(); // not the time that passes, which other work on the machine lengthens
    expect(readLink(hash)).toMatchObject({ message: expect.stringContaining('2 MiB') });
    expect(process.cpuUsage(start).user).toBeLessThan(1e6); // µs
  });
});

describe('A link of version 2', () => {
  const document = { slipstick: 1, title: 'Größe µ', nodes: [{ type: 'RigidBodyEP', name: 'a' }] };
  const hash = hashOf(document, { time: 0.5 }, dictionary);

  test('gives the document back, in fewer characters', () => {
    expect(hash).toMatch(/^#m=2\.[\w-]+&~t=0\.5$/);
    expect(hash.length).toBeLessThan(hashOf(document).length);
    expect(readLink(hash, dictionary)).toEqual({ kind: 'document', text: JSON.stringify(document), view: { time: 0.5 } });
  });

  test('asks for its dictionary first', () => {
    expect(readLink(hash)).toEqual({ kind: 'packed', hash: hash.slice(1) });
  });

  // What is out in the world refers to these bytes.
  test('refers to a dictionary that never changes', () => {
    expect(createHash('sha256').update(dictionary).digest('hex')).toBe('55ef591afe3762f8f8aa45ea0f3bfd90e3776c52f24bb8e531472604a078a146');
    expect(dictionary.length).toBeLessThanOrEqual(32768);
    const old =
      '#m=2.ePnNDLdsrZ09DsIwDIWvkoGBBakqYuEQiBsgIBWgKGKPlHOxczJwYjt_Du3AliF1myqtkvj5e72aTDjZp2IDTL7VZlkBdnc_Q71c1pHqV6LH016trMJqJQeGTOjFBG2j1u67M3WnAQCVG_BgamXdFq0SicPVEL12kq7b3DJFdXhOG6heuQMowccY1TUmrbgMHyucLBKEy0BoTSSmFLhSoI-iAv3wfpUOGRhI6aDBbglYNbv_Oj1wuvD_6liXI3vBlzJFwBRJ7_JI_xUZ_-wjETV2IA_P71V66vIhKs2ny1OjMjeNIQTOt7WEwxoiDESG0OuEwcLWIrBS71wbR7cYa95kVOKH0AG48_hn-e0F5uYXKWUrcFK6XBM_AzNh35G_ELqrdyHFrLuIKxOEW8MayX8A_BCKBg';
    expect(readLink(old, dictionary)).toMatchObject({ kind: 'document', text: expect.stringContaining('"title":"Mass on a spring"') });
  });
});

test('Without a link the first model opens; others are explained', () => {
  expect(readLink('')).toEqual({ kind: 'home' });
  expect(readLink('#gallery')).toEqual({ kind: 'list' });
  expect(readLink('#anything')).toMatchObject({ kind: 'broken' });
});
