import { deflateSync, Inflate, strToU8 } from 'fflate';
import { fromBase64Url, toBase64Url } from './base64url';
import { tooDeep, tooMuch } from './limits';
import { readViewEntry, type ViewState, viewText } from './view-state';

/** What the part of the address after # asks for. */
export type Link =
  | { kind: 'home' }
  | { kind: 'list' }
  | { kind: 'gallery'; name: string; parameters: Record<string, number>; view: ViewState }
  | { kind: 'document'; text: string; view: ViewState }
  | { kind: 'draft'; id: string }
  /** A page of the reference ("" for the list), and one of the documentation. */
  | { kind: 'reference'; item: string }
  | { kind: 'doc'; name: string }
  | { kind: 'broken'; message: string };

const linkVersion = 1;
const largestDocument = 2 * 1024 * 1024; // bytes

/** Reads the hash of an address, with or without its "#". Never throws. */
export function readLink(hash: string): Link {
  const text = hash.replace(/^#/, '');
  if (text === '') return { kind: 'home' };
  if (text === 'gallery') return { kind: 'list' };
  if (text.startsWith('m=')) return readDocument(text.slice(2));
  if (text === 'reference') return { kind: 'reference', item: '' };
  if (text.startsWith('i=')) return { kind: 'reference', item: text.slice(2) };
  if (text.startsWith('doc=')) return { kind: 'doc', name: text.slice(4) };
  if (text.startsWith('d=')) return { kind: 'draft', id: text.slice(2) };
  if (text.startsWith('g=')) return readGallery(text);
  return broken('This link is not one of ours: it should begin with #g= or #m=.');
}

/** The hash that carries a whole document, its JSON without white space. */
export function documentHash(document: object, view: ViewState = {}): string {
  return `#m=${linkVersion}.${toBase64Url(deflateSync(strToU8(JSON.stringify(document)), { level: 9 }))}${viewText(view)}`;
}

/** The hash that opens a gallery model with changed parameters. */
export function galleryHash(name: string, parameters: Record<string, number>, view: ViewState = {}): string {
  const changes = Object.entries(parameters).map(([key, value]) => `&${encodeURIComponent(key)}=${value}`);
  return `#g=${encodeURIComponent(name)}${changes.join('')}${viewText(view)}`;
}

function readGallery(text: string): Link {
  let name = '';
  const parameters: Record<string, number> = {};
  const view: ViewState = {};
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    const [key, value] = [decode(part.slice(0, Math.max(0, equals))), decode(part.slice(equals + 1))];
    if (key === null || value === null) return broken('This link is damaged: it has a % that stands for nothing.');
    if (key === 'g') {
      name = value;
    } else if (key.startsWith('~')) {
      if (!readViewEntry(view, key, value)) return damagedView(key);
    } else {
      if (key === '' || value.trim() === '' || !Number.isFinite(Number(value)))
        return broken(`This link is damaged: expected name=number, found "${part.slice(0, 60)}".`);
      parameters[key] = Number(value);
    }
  }
  return { kind: 'gallery', name, parameters, view };
}

function readDocument(rest: string): Link {
  const [payload, ...entries] = rest.split('&');
  const view: ViewState = {};
  for (const entry of entries) {
    const [key, value = ''] = (decode(entry) ?? '').split('=', 2);
    if (!readViewEntry(view, key, value)) return damagedView(key);
  }
  const match = /^(\d+)\.(.*)$/s.exec(payload);
  if (!match) return broken('This link is damaged: its version is missing.');
  if (Number(match[1]) !== linkVersion)
    return broken(`This link has version ${match[1]}; this page reads version ${linkVersion}. A newer page may open it.`);
  const data = fromBase64Url(match[2] as string);
  if (!data || data.length === 0) return broken('This link is damaged: a part of it is missing or changed.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(inflate(data));
    if (tooDeep(text)) return broken('The model in this link is nested too deeply and is not opened.');
    const document: unknown = JSON.parse(text);
    if (typeof document !== 'object' || document === null || Array.isArray(document)) throw new SyntaxError('no object');
    const excess = tooMuch(document as Record<string, unknown>);
    if (excess) return broken(`The model in this link is not opened: ${excess}.`);
    return { kind: 'document', text, view };
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

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function damagedView(key: string): Link {
  return broken(`This link is damaged: what follows ${key.slice(0, 20) || 'the "&"'} is missing or changed.`);
}

function broken(message: string): Link {
  return { kind: 'broken', message };
}
