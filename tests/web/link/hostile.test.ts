import { deflateSync, gzipSync, strToU8, zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { documentHash, readLink } from '../../../web/src/link/link';
import { packWith } from '../../../web/src/link/pack';
import { withoutTexts, withParameters } from '../../../web/src/state/document';
import { dictionary } from './dictionary';

const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const packed = (text: string) => base64url(deflateSync(strToU8(text)));
const model = { slipstick: 1, title: 'Größe', nodes: [{ type: 'Point' }] };
const good = packed(JSON.stringify(model));
const flipped = (at: number) => {
  const data = Buffer.from(good, 'base64url');
  data[at] ^= 0x55;
  return base64url(data);
};
const invalidUtf8 = base64url(deflateSync(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])));
const short = (text: string, known = dictionary) => packWith(known, text);
const goodShort = short(JSON.stringify(model));
/** The link with one byte of the zlib stream changed. */
const flippedShort = (at: number) => {
  const data = Buffer.from(goodShort, 'base64url');
  data[at < 0 ? data.length + at : at] ^= 0x55;
  return base64url(data);
};
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i]));

/** Links that cannot be opened, with the expected message. */
const corpus: [name: string, hash: string, message: RegExp][] = [
  ['cut after its version', '#m=1.', /damaged/],
  ['without a version', `#m=${good}`, /version is missing/],
  ['with nothing at all', '#m=', /version is missing/],
  ['of a newer version', `#m=3.${good}`, /version 3/],
  ['of a version written otherwise', `#m=01.${good}`, /version 01/],
  ['of a much newer version', `#m=999999999999999999999.${good}`, /version 999/],
  ['of version 0', `#m=0.${good}`, /version 0/],
  ['of a negative version', `#m=-1.${good}`, /damaged/],
  ['cut in the middle', `#m=1.${good.slice(0, good.length / 2)}`, /damaged/],
  ['with its last characters missing', `#m=1.${good.slice(0, -4)}`, /damaged/],
  ['with its first characters missing', `#m=1.${good.slice(4)}`, /damaged/],
  ['with a changed byte at its start', `#m=1.${flipped(0)}`, /damaged/],
  ['with spaces, as mails break them', `#m=1.${good.slice(0, 10)} ${good.slice(10)}`, /damaged/],
  ['with %0A, as mails break them', `#m=1.${good.slice(0, 10)}%0A${good.slice(10)}`, /damaged/],
  ['with plain base64 of another alphabet', '#m=1.ab+/cd==', /damaged/],
  ['with a foreign character', '#m=1.äöü', /damaged/],
  ['with a script', '#m=1.<script>alert(1)</script>', /damaged/],
  ['with gzip instead of raw deflate', `#m=1.${base64url(gzipSync(strToU8(JSON.stringify(model))))}`, /damaged/],
  ['with zlib instead of raw deflate', `#m=1.${base64url(zlibSync(strToU8(JSON.stringify(model))))}`, /damaged/],
  ['without compression', `#m=1.${base64url(strToU8(JSON.stringify(model)))}`, /damaged/],
  ['with text that is no UTF-8', `#m=1.${invalidUtf8}`, /damaged/],
  ['with text that is no JSON', `#m=1.${packed('{"slipstick": 1,')}`, /damaged/],
  ['with an empty text', `#m=1.${packed('')}`, /damaged/],
  ['with a list', `#m=1.${packed('[1,2]')}`, /damaged/],
  ['with a number', `#m=1.${packed('7')}`, /damaged/],
  ['with null', `#m=1.${packed('null')}`, /damaged/],
  ['with a bomb of white space', `#m=1.${packed(`{}${' '.repeat(8e6)}`)}`, /2 MiB/],
  ['with a bomb of keys', `#m=1.${packed(`{${'"a":1,'.repeat(4e5)}"b":1}`)}`, /2 MiB/],
  ['that nests without end', `#m=1.${packed('['.repeat(1e6))}`, /nested too deeply/],
  ['that nests beyond the limit', `#m=1.${packed(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`)}`, /nested too deeply/],
  ['with thousands of sliders', `#m=1.${packed(JSON.stringify({ ...model, parameters: many(5000) }))}`, /5000 parameters/],
  ['with thousands of plots', `#m=1.${packed(JSON.stringify({ ...model, display: { plots: Array(1000).fill({}) } }))}`, /1000 plots/],
  [
    'with an endless description',
    `#m=1.${packed(JSON.stringify({ ...model, description: 'x'.repeat(3e5) }))}`,
    /more than 200\u2009000 characters/,
  ],
  ['of version 2 with nothing', '#m=2.', /damaged/],
  ['of version 2 cut in its head', `#m=2.${goodShort.slice(0, 7)}`, /damaged/],
  ['of version 2 cut in the middle', `#m=2.${goodShort.slice(0, goodShort.length / 2)}`, /damaged/],
  ['of version 2 with its last characters missing', `#m=2.${goodShort.slice(0, -4)}`, /damaged/],
  ['of version 2 with a damaged head', `#m=2.${flippedShort(1)}`, /damaged/],
  ['of version 2 with the name of another dictionary', `#m=2.${flippedShort(3)}`, /another dictionary/],
  ['of version 2 made with another dictionary', `#m=2.${short('{"a":1}', strToU8('{"b":2}'))}`, /another dictionary/],
  ['of version 2 with changed content', `#m=2.${flippedShort(9)}`, /damaged/],
  ['of version 2 with a wrong checksum', `#m=2.${flippedShort(-1)}`, /damaged/],
  ['of version 2 in the form of version 1', `#m=2.${good}`, /damaged/],
  ['of version 1 in the form of version 2', `#m=1.${goodShort}`, /damaged/],
  ['of version 2 without a dictionary', `#m=2.${base64url(zlibSync(strToU8(JSON.stringify(model))))}`, /damaged/],
  ['of version 2 with a bomb', `#m=2.${short(`{}${' '.repeat(8e6)}`)}`, /2 MiB/],
  ['of version 2 with a bomb of its dictionary', `#m=2.${short(new TextDecoder().decode(dictionary).repeat(70))}`, /2 MiB/],
  ['of version 2 that nests without end', `#m=2.${short('['.repeat(1e6))}`, /nested too deeply/],
  ['of version 2 with a list', `#m=2.${short('[1,2]')}`, /damaged/],
  ['of version 2 with text that is no JSON', `#m=2.${short('{"slipstick": 1,')}`, /damaged/],
  ['with a view that is cut', `#m=1.${good}&~t=`, /damaged.*~t/],
  ['with a time that is none', `#m=1.${good}&~t=soon`, /damaged.*~t/],
  ['with an infinite time', `#m=1.${good}&~t=Infinity`, /damaged.*~t/],
  ['with half a camera', `#m=1.${good}&~c=orbit,1,2,3`, /damaged.*~c/],
  ['with a camera in its target', `#m=1.${good}&~c=orbit,0,0,0,1,1,1`, /damaged.*~c/],
  ['with an unknown view', `#m=1.${good}&~c=upside,1,2,3,4,5,6`, /damaged.*~c/],
  ['with plots that are no numbers', `#m=1.${good}&~p=first`, /damaged.*~p/],
  ['for an unknown audience', `#m=1.${good}&~a=teacher`, /damaged.*~a/],
  ['with a cut digest', `#m=1.${good}&~r=0.1.0:abc`, /damaged.*~r/],
  ['with an endless digest', `#m=1.${good}&~r=0.1.0:AAAAAAAAAAA:${'A'.repeat(5000)}`, /damaged.*~r/],
  ['with an unknown entry', `#m=1.${good}&~z=1`, /damaged.*~z/],
  ['with something that is no entry', `#m=1.${good}&mu=0.3`, /damaged/],
  ['to the gallery with a broken escape', '#g=%E0%A4%A', /damaged/],
  ['to the gallery with a parameter that is no number', '#g=rolling-coin&mu=a', /damaged/],
  ['to the gallery with an infinite parameter', '#g=rolling-coin&mu=1e999', /damaged/],
  ['to the gallery with a broken view', '#g=rolling-coin&~t=x', /damaged.*~t/],
  ['of another kind', '#javascript:alert(1)', /not a Slipstick link/],
];

describe('A link', () => {
  test.each(corpus)('%s gets a message', (_, hash, message) => {
    expect(readLink(hash, dictionary)).toMatchObject({ kind: 'broken', message: expect.stringMatching(message) });
  });

  test('whose bytes were changed anywhere gets a message or opens, and never throws', () => {
    const size = Buffer.from(good, 'base64url').length;
    for (let at = 0; at < size; at++) expect(['broken', 'document']).toContain(readLink(`#m=1.${flipped(at)}`).kind);
  });

  test('of version 2 whose bytes were changed anywhere gets a message, because it has a checksum', () => {
    const size = Buffer.from(goodShort, 'base64url').length;
    for (let at = 0; at < size; at++) expect(readLink(`#m=2.${flippedShort(at)}`, dictionary), `${at}`).toMatchObject({ kind: 'broken' });
  });

  test('with names reserved by JavaScript changes only its own document', () => {
    const text =
      '{"slipstick":1,"__proto__":{"polluted":1},"parameters":{"__proto__":{"value":1},"constructor":2},"display":{"__proto__":{"plots":[]}}}';
    for (const known of [undefined, dictionary]) {
      const link = readLink(`#m=${known ? '2' : '1'}.${known ? short(text) : packed(text)}`, known);
      expect(link).toMatchObject({ kind: 'document', text });
    }
    const again = readLink(
      documentHash(withoutTexts(withParameters(JSON.parse(text), { __proto__: 3, toString: 1 } as never)), {}, dictionary),
      dictionary,
    );
    expect(again).toMatchObject({ kind: 'document', text });
    const gallery = readLink('#g=rolling-coin&__proto__=1&constructor=2');
    expect(gallery.kind === 'gallery' && Object.keys(gallery.parameters)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('may nest as deeply as models', () => {
    expect(readLink(`#m=1.${packed(`{"a":${'['.repeat(63)}"[[["${']'.repeat(63)}}`)}`).kind).toBe('document');
  });
});
