import { deflateSync, Inflate, strToU8, zlibSync } from 'fflate';

/** Of the documents that links carry, in bytes. */
export const largestText = 2 * 1024 * 1024;
const zlibHead = 6; // bytes: two of flags, four that name the dictionary
const zlibTail = 4; // bytes: the checksum of the text

/** Raw DEFLATE (RFC 1951) of a text. */
export function pack(text: string): Uint8Array {
  return deflateSync(strToU8(text), { level: 9 });
}

/** A zlib stream (RFC 1950) of a text, which refers to a preset dictionary. */
export function packWith(dictionary: Uint8Array, text: string): Uint8Array {
  return zlibSync(strToU8(text), { level: 9, mem: 12, dictionary });
}

/** Throws a TooLarge beyond 2 MiB, another error where the data are damaged. */
export function unpack(data: Uint8Array): string {
  return textOf(inflate(data));
}

/** The same for a zlib stream with a dictionary; throws an OtherDictionary if it was made with another one. */
export function unpackWith(dictionary: Uint8Array, data: Uint8Array): string {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < zlibHead + zlibTail || (data[0] & 0x0f) !== 8 || view.getUint16(0) % 31 !== 0 || !(data[1] & 0x20))
    throw new Error('no zlib stream with a dictionary');
  if (view.getUint32(2) !== adler32(dictionary)) throw new OtherDictionary();
  const text = inflate(data.subarray(zlibHead, -zlibTail), dictionary);
  if (view.getUint32(data.length - zlibTail) !== adler32(text)) throw new Error('the checksum differs');
  return textOf(text);
}

export class TooLarge extends Error {}
export class OtherDictionary extends Error {}

/** Inflates piece by piece, so that a small link cannot fill the memory. */
function inflate(data: Uint8Array, dictionary?: Uint8Array): Uint8Array {
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
  if (!finished) throw new Error('the stream does not end');
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
