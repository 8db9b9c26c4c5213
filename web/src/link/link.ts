import { msg, str } from '@lit/localize';
import { type LinkedView, readViewEntry, viewText } from '../state/linked-view';
import type { SubmissionText } from '../state/tasks';
import { tooDeep, tooMuch } from './limits';
import { decoded, mendedHash } from './mend';
import { CutOff, OtherDictionary, pack, packWith, TooLarge, unpack, unpackWith } from './pack';

/** The request in the fragment of the address. */
export type Link =
  | { kind: 'home' }
  | { kind: 'list' }
  /** The page that grades submissions. */
  | { kind: 'grade' }
  | { kind: 'gallery'; name: string; parameters: Record<string, number>; view: LinkedView }
  | { kind: 'document'; text: string; view: LinkedView; submission?: SubmissionText }
  /** A document that requires the dictionary. */
  | { kind: 'packed'; hash: string }
  | { kind: 'draft'; id: string }
  /** A page of the reference such as "object.RigidBody" ("" for the list), or of the documentation; `section`: a section of the page. */
  | { kind: 'reference'; item: string; section: string; search: string }
  | { kind: 'doc'; name: string; section: string }
  | { kind: 'broken'; message: string };

/** Reads the fragment of an address, with or without its "#". Never throws. `dictionary`: required by links of version 2. */
export function readLink(hash: string, dictionary?: Uint8Array): Link {
  const text = mendedHash(/^(#|%23)/.test(hash) ? hash : `#${hash}`);
  if (text === '') return { kind: 'home' };
  if (text === 'gallery') return { kind: 'list' };
  if (text === 'grade') return { kind: 'grade' };
  if (/^[ms]=/.test(text)) return readDocument(text[0] as 'm' | 's', text.slice(2), dictionary);
  const page = /^(?:reference|i=([^/]*)|doc=(?:tutorials\/)?([^/]*))(?:[/=](.*))?$/.exec(text);
  if (page) {
    const [, item, name, rest = ''] = page;
    const last = decoded(rest) ?? '';
    if (name !== undefined) return { kind: 'doc', name, section: last };
    if (item !== undefined) return { kind: 'reference', item, section: last, search: '' };
    return { kind: 'reference', item: '', section: '', search: last };
  }
  if (text.startsWith('d=')) return { kind: 'draft', id: text.slice(2) };
  if (text.startsWith('g=')) return readGallery(text);
  return broken(msg('This is not a Slipstick link: it should begin with #g= or #m=.'));
}

/** The fragment with a whole document, as JSON without white space; the dictionary makes it much shorter. */
export function documentHash(document: object, view: LinkedView = {}, dictionary?: Uint8Array): string {
  const text = JSON.stringify(document);
  const payload = dictionary ? `2.${packWith(dictionary, text)}` : `1.${pack(text)}`;
  return `#m=${payload}${viewText(view)}`;
}

/** The fragment with a submission to tasks. */
export function submissionHash(submission: object, dictionary?: Uint8Array): string {
  return documentHash(submission, {}, dictionary).replace('#m=', '#s=');
}

/** The fragment that opens a gallery model with changed parameters. */
export function galleryHash(name: string, parameters: Record<string, number>, view: LinkedView = {}): string {
  const changes = Object.entries(parameters).map(([key, value]) => `&${encodeURIComponent(key)}=${value}`);
  return `#g=${encodeURIComponent(name)}${changes.join('')}${viewText(view)}`;
}

/** The fragment of a page of the reference; `section`: a parameter or a heading on it. */
export function referenceHash(kind: string, type: string, section = ''): string {
  return `#i=${kind}.${type}${section ? `/${encodeURIComponent(section)}` : ''}`;
}

/** The fragment of a page of the documentation. */
export function docHash(name: string, section = ''): string {
  return `#doc=${name}${section ? `/${encodeURIComponent(section)}` : ''}`;
}

/** The fragment of a search in the reference. */
export function searchHash(query: string): string {
  return query ? `#reference=${encodeURIComponent(query)}` : '#reference';
}

function readGallery(text: string): Link {
  let name = '';
  const parameters = new Map<string, number>();
  const view: LinkedView = {};
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    const [key, value] = [decoded(part.slice(0, Math.max(0, equals))), decoded(part.slice(equals + 1))];
    if (key?.startsWith('~')) {
      if (!readViewEntry(view, key, value)) return damagedView(key);
      continue;
    }
    if (key === null || value === null) return broken(msg('This link is damaged: it contains an invalid % code.'));
    if (key === 'g') {
      name = value;
    } else {
      if (key === '' || value.trim() === '' || !Number.isFinite(Number(value)))
        return broken(msg(str`This link is damaged: expected name=number, got "${part.slice(0, 60)}".`));
      parameters.set(key, Number(value));
    }
  }
  return { kind: 'gallery', name, parameters: Object.fromEntries(parameters), view };
}

function readDocument(kind: 'm' | 's', rest: string, dictionary?: Uint8Array): Link {
  const [payload, ...entries] = rest.split('&');
  const view = readView(entries);
  if (typeof view === 'string') return damagedView(view);
  const match = /^(\d+)\.(.*)$/s.exec(payload);
  if (!match) return broken(msg('This link is damaged: its version is missing.'));
  const [, version, code] = match;
  if (version !== '1' && version !== '2')
    return broken(msg(str`This link has version ${version}; this page reads versions 1 and 2. A newer page may open it.`));
  if (!/^[\w-]+$/.test(code)) return broken(damaged());
  if (version === '2' && !dictionary) return { kind: 'packed', hash: `${kind}=${rest}` };
  try {
    const text = version === '2' && dictionary ? unpackWith(dictionary, code) : unpack(code);
    if (tooDeep(text)) return broken(msg('The model in this link is nested too deeply and is not opened.'));
    const whole: unknown = JSON.parse(text);
    const submission = kind === 's' ? submissionOf(whole, text) : undefined;
    const document = submission ? submission.document : whole;
    if (typeof document !== 'object' || document === null || Array.isArray(document)) throw new SyntaxError('no object'); // no text
    const excess = tooMuch(document as Record<string, unknown>);
    if (excess) return broken(msg(str`The model in this link is too large: ${excess}.`));
    return submission ? { kind: 'document', text: JSON.stringify(document), view, submission } : { kind: 'document', text, view };
  } catch (error) {
    if (error instanceof TooLarge) return broken(msg('The model in this link is larger than 2 MiB, too large to open.'));
    if (error instanceof OtherDictionary) return broken(msg('This link was made with another dictionary, which this page does not have.'));
    return broken(error instanceof CutOff ? cutOff() : damaged());
  }
}

const damaged = () => msg('This link is damaged: a part of it is missing or changed.');
const cutOff = () => msg('This link is damaged: its end is missing. Copy the whole link again.');

function submissionOf(whole: unknown, text: string): SubmissionText {
  const { document, name, seed, answers } = (whole ?? {}) as Record<string, unknown>;
  return { document: document as object, name: textOf(name), seed: textOf(seed), answers, text };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A view from its entries in a link, or the key of the first damaged entry. */
export function readView(entries: readonly string[]): LinkedView | string {
  const view: LinkedView = {};
  for (const entry of entries) {
    const equals = Math.max(0, entry.indexOf('='));
    const [key, value] = [decoded(entry.slice(0, equals)), decoded(entry.slice(equals + 1))];
    if (!readViewEntry(view, key ?? '', value)) return entry.slice(0, equals);
  }
  return view;
}

function damagedView(key: string): Link {
  return broken(
    key
      ? msg(str`This link is damaged: the text after ${key.slice(0, 20)} is missing or changed.`)
      : msg('This link is damaged: the text after the "&" is missing or changed.'),
  );
}

function broken(message: string): Link {
  return { kind: 'broken', message };
}
