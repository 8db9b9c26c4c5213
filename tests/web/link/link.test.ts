import { createHash } from 'node:crypto';
import { deflateSync, strToU8, zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { galleryHash, documentHash as hashOf, readLink } from '../../../web/src/link/link';
import { mendedAddress, mendedHash } from '../../../web/src/link/mend';
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

  test('is decoded unchanged', () => {
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

  test('returns the document', () => {
    expect(readLink(documentHash(text))).toEqual({ kind: 'document', text, view: {} });
  });

  test('is damaged if any part of it is cut off', () => {
    const hash = documentHash(text);
    for (let length = 5; length < hash.length - 1; length++) expect(readLink(hash.slice(0, length)).kind, `${length}`).toBe('broken');
  });

  test('is damaged if characters are foreign or the content is not a JSON object', () => {
    for (const hash of ['#m=1.****', '#m=abc', documentHash('{'), documentHash('[1]'), documentHash('null')])
      expect(readLink(hash)).toMatchObject({ kind: 'broken', message: expect.stringContaining('damaged') });
  });

  test('of a higher version is reported as such', () => {
    expect(readLink(documentHash(text, '3'))).toMatchObject({ kind: 'broken', message: expect.stringContaining('version 3') });
  });

  test('may inflate to 2 MiB and not beyond', () => {
    const filled = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
    expect(readLink(documentHash(filled(2 * 1024 * 1024))).kind).toBe('document');
    expect(readLink(documentHash(filled(2 * 1024 * 1024 + 1)))).toMatchObject({ message: expect.stringContaining('2 MiB') });
  });

  test('a decompression bomb is stopped early', () => {
    const hash = documentHash(' '.repeat(50e6));
    const start = process.cpuUsage(); // CPU time, because other processes lengthen wall time
    expect(readLink(hash)).toMatchObject({ message: expect.stringContaining('2 MiB') });
    expect(process.cpuUsage(start).user).toBeLessThan(1e6); // µs
  });
});

describe('A link of version 2', () => {
  const document = { slipstick: 1, title: 'Größe µ', nodes: [{ type: 'RigidBodyEP', name: 'a' }] };
  const hash = hashOf(document, { time: 0.5 }, dictionary);

  test('returns the document from fewer characters', () => {
    expect(hash).toMatch(/^#m=2\.[\w-]+&~t=0\.5$/);
    expect(hash.length).toBeLessThan(hashOf(document).length);
    expect(readLink(hash, dictionary)).toEqual({ kind: 'document', text: JSON.stringify(document), view: { time: 0.5 } });
  });

  test('requests its dictionary first', () => {
    expect(readLink(hash)).toEqual({ kind: 'packed', hash: hash.slice(1) });
  });

  // Published links depend on these bytes.
  test('refers to a dictionary that never changes', () => {
    expect(createHash('sha256').update(dictionary).digest('hex')).toBe('55ef591afe3762f8f8aa45ea0f3bfd90e3776c52f24bb8e531472604a078a146');
    expect(dictionary.length).toBeLessThanOrEqual(32768);
    const old =
      '#m=2.ePnNDLdsrZ09DsIwDIWvkoGBBakqYuEQiBsgIBWgKGKPlHOxczJwYjt_Du3AliF1myqtkvj5e72aTDjZp2IDTL7VZlkBdnc_Q71c1pHqV6LH016trMJqJQeGTOjFBG2j1u67M3WnAQCVG_BgamXdFq0SicPVEL12kq7b3DJFdXhOG6heuQMowccY1TUmrbgMHyucLBKEy0BoTSSmFLhSoI-iAv3wfpUOGRhI6aDBbglYNbv_Oj1wuvD_6liXI3vBlzJFwBRJ7_JI_xUZ_-wjETV2IA_P71V66vIhKs2ny1OjMjeNIQTOt7WEwxoiDESG0OuEwcLWIrBS71wbR7cYa95kVOKH0AG48_hn-e0F5uYXKWUrcFK6XBM_AzNh35G_ELqrdyHFrLuIKxOEW8MayX8A_BCKBg';
    expect(readLink(old, dictionary)).toMatchObject({ kind: 'document', text: expect.stringContaining('"title":"Mass on a spring"') });
  });
});

describe('A link in mails and pages', () => {
  const view = { time: 0.25, kept: [{ values: { mu: 0.3 }, name: 'one (2)', shown: true }] };
  const document = (i: number) => ({ slipstick: 1, title: 'x'.repeat(i % 7), number: i });
  const longer = (i: number) => ({ ...document(i), squares: Array.from({ length: 40 }, (_, k) => i * k * k) });
  const plain = (text: string) => deflateSync(strToU8(text), { level: 9 });
  const zipped = (text: string) => zlibSync(strToU8(text), { level: 9, mem: 12, dictionary });
  const codeOf = (data: Uint8Array) => Buffer.from(data).toString('base64url');
  /** Documents whose links ended with "_" or "-" in release 0.1.0, of versions 1 and 2. */
  const awkward = [
    ...Array.from({ length: 600 }, (_, i) => JSON.stringify(longer(i)))
      .map((text) => ({ text, code: codeOf(plain(text)), version: 1 }))
      .filter(({ code }) => /[-_]$/.test(code)),
    ...[284, 319, 347, 382, 536].map((i) => {
      const text = JSON.stringify(document(i));
      return { text, code: codeOf(zipped(text)), version: 2 };
    }),
  ];

  test('ends with a letter or a digit, which no program cuts off', () => {
    for (const { text, code, version } of awkward) {
      const hash = hashOf(JSON.parse(text), {}, version === 2 ? dictionary : undefined);
      expect(hash).toMatch(/[A-Za-z0-9]$/);
      expect(hash.length).toBe(`#m=1.${code}`.length + 7);
      expect(readLink(hash, dictionary)).toEqual({ kind: 'document', text, view: {} });
    }
    const proof = `0.1.0:AAAAAAAAAAA:${'A'.repeat(15)}`;
    for (const seen of [
      view,
      { plots: [] },
      { proof: '0.2.0' },
      { model: 'a1b2c3' },
      { proof: '0.1.0:AAAAAAAAAAA:' },
      { proof: `${proof}_` },
      { proof: `${proof}-` },
      { kept: [{ ...view.kept[0], name: 'so?!' }] },
    ])
      for (const hash of [hashOf(document(1), seen, dictionary), galleryHash('rolling-coin', { mu: -1e-7 }, seen)]) {
        expect(hash).toMatch(/[A-Za-z0-9]$/);
        expect(readLink(hash, dictionary)).toMatchObject({ view: seen });
      }
  });

  test('of release 0.1.0 opens, and if it has lost a "_" or "-" at its end, its checksum restores it', () => {
    expect(awkward.length).toBeGreaterThan(30);
    for (const { text, code, version } of awkward) {
      expect(code).toMatch(/[-_]$/);
      const read = (left: string, view = '') => readLink(`#m=${version}.${left}${view}`, dictionary);
      expect(read(code)).toEqual({ kind: 'document', text, view: {} });
      const cut = read(code.slice(0, -1), '&~t=1');
      if (version === 2) expect(cut).toEqual({ kind: 'document', text, view: { time: 1 } });
      else expect(cut).toMatchObject({ kind: 'broken', message: expect.stringContaining('its end is missing') });
      expect(read(code.slice(0, -2))).toMatchObject({ kind: 'broken' });
    }
  });

  test('may be rewritten', () => {
    const written = hashOf(document(1), view, dictionary);
    const opened = readLink(written, dictionary);
    expect(opened).toMatchObject({ kind: 'document', view });
    const other = [
      written.replace('&~t', '&%7Et').replace('&~k', '&%7ek'),
      `%23${written.slice(1)}`,
      encodeURIComponent(written),
      `${encodeURIComponent(written)}&data=05%7C02&reserved=0`,
    ];
    for (const hash of other) {
      expect(readLink(hash, dictionary), hash).toEqual(opened);
      expect(readLink(mendedHash(`https://example.org/slipstick/${hash}`), dictionary), hash).toEqual(opened);
    }
    expect(readLink('%23g=rolling-coin&mu=0.3&%7Et=0.25')).toEqual(readLink('#g=rolling-coin&mu=0.3&~t=0.25'));
    expect(readLink('#g%3Drolling-coin%26mu%3D0.3')).toEqual(readLink('#g=rolling-coin&mu=0.3'));
    expect(readLink('#i%3Dobject.RigidBody')).toEqual(readLink('#i=object.RigidBody'));
    expect(mendedHash('https://example.org/?x=%23m%3D1#g=a&b=%23')).toBe('g=a&b=%23');
    expect(mendedHash('https://example.org/')).toBe('');
    const address = (text: string) => mendedAddress(new URL(text) as unknown as Location);
    expect(address(`https://example.org/slipstick/%23${written.slice(1)}`)).toBe(`./${written}`);
    expect(address('https://example.org/index.html%23g%3Drolling-coin%26mu%3D0.3')).toBe('./#g=rolling-coin&mu=0.3');
    for (const whole of ['', '?seed=%23m=1', '%23', '%23gallery', '#m=1.%23m=2']) expect(address(`https://example.org/${whole}`)).toBe('');
  });

  test('that was cut off is reported with its missing end', () => {
    const long = { slipstick: 1, title: 'Größe', description: Array.from({ length: 400 }, (_, i) => i * i).join(' ') };
    for (const known of [undefined, dictionary]) {
      const hash = hashOf(long, {}, known);
      for (const length of [200, 201, 202, 203, hash.length - 40])
        expect(readLink(hash.slice(0, length), dictionary)).toMatchObject({ message: expect.stringContaining('its end is missing') });
    }
  });
});

test('Without a link the first model opens; other addresses get an explanation', () => {
  expect(readLink('')).toEqual({ kind: 'home' });
  expect(readLink('#gallery')).toEqual({ kind: 'list' });
  expect(readLink('#anything')).toMatchObject({ kind: 'broken' });
});

test('Tutorials open by their file name, with their folder too', () => {
  for (const hash of ['#doc=first-model', '#doc=tutorials/first-model'])
    expect(readLink(hash)).toEqual({ kind: 'doc', name: 'first-model', section: '' });
  expect(readLink('#doc=tutorials/first-model/share-it')).toEqual({ kind: 'doc', name: 'first-model', section: 'share-it' });
});
