import { Inflate } from 'fflate';

/** What the part of the address after # asks for. */
export type Link =
  | { kind: 'home' }
  | { kind: 'list' }
  | { kind: 'gallery'; name: string; parameters: Record<string, number> }
  | { kind: 'document'; text: string }
  | { kind: 'broken'; message: string };

const linkVersion = 1;
const largestDocument = 2 * 1024 * 1024; // bytes

/** Reads the hash of an address, with or without its "#". Never throws. */
export function readLink(hash: string): Link {
  const text = hash.replace(/^#/, '');
  if (text === '') return { kind: 'home' };
  if (text === 'gallery') return { kind: 'list' };
  if (text.startsWith('m=')) return readDocument(text.slice(2));
  if (text.startsWith('g=')) return readGallery(text);
  return broken('This link is not one of ours: it should begin with #g= or #m=.');
}

/** The hash that opens a gallery model with changed parameters. */
export function galleryHash(name: string, parameters: Record<string, number>): string {
  const changes = Object.entries(parameters).map(([key, value]) => `&${encodeURIComponent(key)}=${value}`);
  return `#g=${encodeURIComponent(name)}${changes.join('')}`;
}

function readGallery(text: string): Link {
  let name = '';
  const parameters: Record<string, number> = {};
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    const [key, value] = [decode(part.slice(0, Math.max(0, equals))), decode(part.slice(equals + 1))];
    if (key === null || value === null) return broken('This link is damaged: it has a % that stands for nothing.');
    if (key === 'g') {
      name = value;
    } else {
      if (key === '' || value.trim() === '' || !Number.isFinite(Number(value)))
        return broken(`This link is damaged: expected name=number, found "${part.slice(0, 60)}".`);
      parameters[key] = Number(value);
    }
  }
  return { kind: 'gallery', name, parameters };
}

function readDocument(payload: string): Link {
  const match = /^(\d+)\.(.*)$/s.exec(payload);
  if (!match) return broken('This link is damaged: its version is missing.');
  if (Number(match[1]) !== linkVersion)
    return broken(`This link has version ${match[1]}; this page reads version ${linkVersion}. A newer page may open it.`);
  const data = fromBase64Url(match[2] as string);
  if (!data || data.length === 0) return broken('This link is damaged: a part of it is missing or changed.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(inflate(data));
    const document: unknown = JSON.parse(text);
    if (typeof document !== 'object' || document === null || Array.isArray(document)) throw new SyntaxError('no object');
    return { kind: 'document', text };
  } catch (error) {
    if (error instanceof TooLarge) return broken('The model in this link is larger than 2 MiB and is not opened.');
    return broken('This link is damaged: a part of it is missing or changed.');
  }
}

class TooLarge extends Error {}

/** Inflates piece by piece, so that a small link cannot fill the memory. */
function inflate(data: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let finished = false;
  const stream = new Inflate((piece, final) => {
    size += piece.length;
    if (size > largestDocument) throw new TooLarge();
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

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function broken(message: string): Link {
  return { kind: 'broken', message };
}
