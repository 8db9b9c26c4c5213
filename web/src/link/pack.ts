import { deflateSync, type FlateError, FlateErrorCode, Inflate, strToU8, zlibSync } from 'fflate';
import { fromBase64Url, toBase64Url } from './base64url';

/** Maximum size of documents in links, in bytes. */
export const largestText = 2 * 1024 * 1024;
const zlibHead = 6; // bytes: two with flags, four that identify the dictionary
const zlibTail = 4; // bytes: the checksum of the text

/** Raw DEFLATE (RFC 1951) of a text, as base64url. */
export function pack(text: string): string {
  return coded(deflateSync(strToU8(text), { level: 9 }), 0);
}

/** A zlib stream (RFC 1950) of a text, compressed with a preset dictionary, as base64url. */
export function packWith(dictionary: Uint8Array, text: string): string {
  return coded(zlibSync(strToU8(text), { level: 9, mem: 12, dictionary }), zlibHead);
}

/** An empty block of type 0 (RFC 1951, 3.2.4), not marked as the last one. */
const emptyBlock = [0, 0, 0, 0xff, 0xff];

/**
 * Mail programs and Markdown drop a "-" or "_" at the end of a link. An empty block before all others adds 5 bytes. Then the last base64
 * digit has two unused bits and is a letter or a number.
 */
function coded(data: Uint8Array, start: number): string {
  const code = toBase64Url(data);
  if (!/[-_]$/.test(code)) return code;
  const longer = new Uint8Array(data.length + emptyBlock.length);
  longer.set(data.subarray(0, start));
  longer.set(emptyBlock, start);
  longer.set(data.subarray(start), start + emptyBlock.length);
  return toBase64Url(longer);
}

/** Throws a TooLarge beyond 2 MiB, a CutOff if the end is missing, and another error if the code is damaged. */
export function unpack(code: string): string {
  return textOf(inflate(bytesOf(code)));
}

/**
 * Like `unpack`, for a zlib stream with a dictionary; throws an OtherDictionary if the stream requires another one. Release 0.1.0 wrote
 * links that end with "_" or "-", which may have been dropped: the checksum shows that nothing else is missing.
 */
export function unpackWith(dictionary: Uint8Array, code: string): string {
  let cause: unknown;
  for (const lost of ['', '_', '-']) {
    try {
      return unzip(dictionary, bytesOf(code + lost));
    } catch (error) {
      cause ??= error;
      if (error instanceof TooLarge || error instanceof OtherDictionary) break;
    }
  }
  throw cause;
}

function unzip(dictionary: Uint8Array, data: Uint8Array): string {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < zlibHead + zlibTail || (data[0] & 0x0f) !== 8 || view.getUint16(0) % 31 !== 0 || !(data[1] & 0x20))
    throw new Error('no zlib stream with a dictionary'); // no text
  if (view.getUint32(2) !== adler32(dictionary)) throw new OtherDictionary();
  const text = inflate(data.subarray(zlibHead, -zlibTail), dictionary);
  if (view.getUint32(data.length - zlibTail) !== adler32(text)) throw new Error('the checksum differs'); // no text
  return textOf(text);
}

/** A single base64 digit is less than a byte. */
function bytesOf(code: string): Uint8Array {
  if (code.length % 4 === 1) throw new CutOff();
  const data = fromBase64Url(code);
  if (!data) throw new Error('no base64url'); // no text
  return data;
}

export class TooLarge extends Error {}
export class CutOff extends Error {}
export class OtherDictionary extends Error {}

/** Inflates in pieces, so that a small link cannot exhaust the memory. */
function inflate(data: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  try {
    return inflated(data, dictionary);
  } catch (error) {
    throw (error as Partial<FlateError>).code === FlateErrorCode.UnexpectedEOF ? new CutOff() : error;
  }
}

function inflated(data: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let finished = false;
  const stream = new Inflate({ dictionary }, (piece, final) => {
    size += piece.length;
    if (size > largestText) throw new TooLarge();
    pieces.push(piece.slice());
    finished = final;
  });
  const pieceSize = 1024;
  for (let start = 0; start < data.length; start += pieceSize)
    stream.push(data.subarray(start, start + pieceSize), start + pieceSize >= data.length);
  if (!finished) throw new CutOff();
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

function textOf(data: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(data);
}

/** The checksum of zlib streams (RFC 1950). */
function adler32(data: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}
