import type { PlotLook } from './look';
import type { CameraShot } from './shot';
import { type ChosenStudy, readStudy } from './study-spec';

/** A kept run in a link; the page that opens the link recomputes it. */
export interface LinkedRun {
  /** Values that differ from the document. */
  readonly values: Readonly<Record<string, number>>;
  /** The name given by a person; "": derived from its values. */
  readonly name: string;
  readonly shown: boolean;
  /** It runs without the events of the document. */
  readonly untouched?: true;
}

/** A free-body diagram in a link. */
export interface FreeBodyLook {
  /** Its name. */
  readonly body: string;
  readonly quantity: 'force' | 'torque';
  /** The axes of its table. */
  readonly axes: 'global' | 'body';
}

/** The part of a link besides the model: the view, and the digest of its author's result. */
export interface LinkedView {
  /** Time of the cursor, s. */
  time?: number;
  camera?: CameraShot;
  /** Indices of the plots shown; all if absent. */
  plots?: number[];
  /** The part of the time that plots show, s. */
  window?: [number, number];
  /** Looks of plots, by index. */
  looks?: Record<number, PlotLook>;
  /** Runs that are kept for comparison; null for an unreadable one. */
  kept?: (LinkedRun | null)[];
  freeBody?: FreeBodyLook;
  /** A study other than the document's. */
  study?: ChosenStudy;
  /** The page is for students: without the text of the model, and with its solutions hidden. */
  student?: true;
  /** Hash of the gallery model, as written by `modelHash`. */
  model?: string;
  /** The version that wrote the link and the digest of its result, as written by proof.ts; the version alone if there was no result. */
  proof?: string;
}

/** Maximum length of the name of a kept run, in characters. */
export const longestName = 60;

const mostRead = 100; // kept runs in one link
const noPlot = 999; // an index that no plot has: an empty entry would not end with a letter or a number
const views = ['orbit', 'follow', 'top', 'side'] as const;

/** The part of a link that contains a view: "&~t=0.5&~c=…". The "~" distinguishes it from parameters, whose names begin with a letter. */
export function viewText({
  time,
  camera,
  plots,
  window,
  looks = {},
  kept = [],
  freeBody,
  study,
  student,
  model,
  proof,
}: LinkedView): string {
  const parts: string[] = [];
  if (time !== undefined) parts.push(`~t=${short(time, 9)}`);
  if (camera) parts.push(`~c=${[camera.view, ...[...camera.offset, ...camera.target].map((value) => short(value, 5))].join(',')}`);
  if (plots) parts.push(`~p=${plots.length > 0 ? plots.join(',') : noPlot}`);
  if (window) parts.push(`~w=${window.map((value) => short(value, 6)).join(',')}`);
  const entries = Object.entries(looks);
  for (const [plot, { zoom }] of entries) if (zoom) parts.push(`~z=${[plot, ...zoom.map((value) => short(value, 5))].join(',')}`);
  const hidden = entries.flatMap(([plot, look]) => (look.hidden ?? []).map((curve) => `${plot}.${curve}`));
  if (hidden.length > 0) parts.push(`~h=${hidden.join(',')}`);
  const logarithmic = entries.flatMap(([plot, look]) => (look.logarithmic === undefined ? [] : [`${plot}.${Number(look.logarithmic)}`]));
  if (logarithmic.length > 0) parts.push(`~l=${logarithmic.join(',')}`);
  const spectra = entries.flatMap(([plot, { spectrum }]) => (spectrum ? [`${plot}.${spectrumText(spectrum)}`] : []));
  if (spectra.length > 0) parts.push(`~u=${spectra.join(',')}`);
  for (const run of kept) if (run) parts.push(`~k=${runText(run)}`);
  if (freeBody) parts.push(`~f=${freeBody.quantity},${freeBody.axes},${encodeURIComponent(freeBody.body)}`);
  if (study) parts.push(`~s=${encodeURIComponent(JSON.stringify(study))}`);
  if (student) parts.push('~a=student');
  if (model) parts.push(`~v=${model}`);
  if (proof) parts.push(`~r=${proof}`);
  return parts
    .map((part) => `&${part}`)
    .join('')
    .replace(/[^A-Za-z0-9]$/, percentCode);
}

/** Mail programs and Markdown drop punctuation at the end of a link. */
function percentCode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Reads one entry into `view`; false if it is damaged or not part of a view. `value`: null if it cannot be decoded. */
export function readViewEntry(view: LinkedView, key: string, value: string | null): boolean {
  if (key === '~k') {
    view.kept = [...(view.kept ?? []), value === null ? null : readRun(value)]; // the rest of the link remains usable
    return view.kept.length <= mostRead;
  }
  if (value === null) return false;
  if (key === '~t') {
    view.time = Number(value);
    return value !== '' && Number.isFinite(view.time);
  }
  if (key === '~c') {
    const [name, ...texts] = value.split(',');
    const known = views.find((candidate) => candidate === name);
    const numbers = numbersOf(texts);
    if (!known || numbers.length !== 6 || !numbers.every(Number.isFinite) || Math.hypot(...numbers.slice(0, 3)) === 0) return false;
    const [a, b, c, d, e, f] = numbers;
    view.camera = { view: known, offset: [a, b, c], target: [d, e, f] };
    return true;
  }
  if (key === '~p') {
    if (!/^(\d{1,3}(,\d{1,3})*)?$/.test(value)) return false;
    view.plots =
      value === ''
        ? []
        : value
            .split(',')
            .map(Number)
            .filter((plot) => plot !== noPlot);
    return true;
  }
  if (key === '~w') {
    const [from, to, ...more] = numbersOf(value.split(','));
    view.window = [from, to];
    return from < to && to < Infinity && more.length === 0;
  }
  if (key === '~z') {
    const [plot, ...zoom] = numbersOf(value.split(','));
    if (!isPlot(plot) || zoom.length !== 4 || !zoom.every(Number.isFinite) || zoom[0] >= zoom[1] || zoom[2] >= zoom[3]) return false;
    lookOf(view, plot).zoom = zoom;
    return true;
  }
  if (key === '~h' || key === '~l') {
    if (!/^\d{1,3}\.\d{1,3}(,\d{1,3}\.\d{1,3})*$/.test(value)) return false;
    for (const pair of value.split(',')) {
      const [plot, number] = pair.split('.').map(Number);
      const look = lookOf(view, plot);
      if (key === '~h') look.hidden = [...(look.hidden ?? []), number];
      else look.logarithmic = number === 1;
    }
    return true;
  }
  if (key === '~f') {
    const [, quantity, axes, body] = /^(force|torque),(global|body),(.+)$/s.exec(value) ?? [];
    view.freeBody = { quantity, axes, body } as FreeBodyLook;
    return body !== undefined;
  }
  if (key === '~u') {
    for (const entry of value.split(',')) {
      const [, plot, window, segments, quantity, axis] = spectrumEntry.exec(entry) ?? [];
      if (!plot) return false;
      lookOf(view, Number(plot)).spectrum = {
        window: window as Spectrum['window'],
        segments: Number(segments),
        quantity: quantity as Spectrum['quantity'],
        logarithmic: axis === '1',
      };
    }
    return true;
  }
  if (key === '~s') {
    view.study = readStudy(value) ?? undefined;
    return view.study !== undefined;
  }
  if (key === '~a') {
    view.student = true;
    return value === 'student';
  }
  if (key === '~v') {
    view.model = value;
    return /^[0-9a-z]{1,16}$/.test(value);
  }
  if (key === '~r') {
    view.proof = value;
    return /^[\w.+-]{1,40}(:[\w-]{11}:[\w-]{0,512})?$/.test(value);
  }
  return false;
}

type Spectrum = NonNullable<PlotLook['spectrum']>;

function spectrumText({ window, segments, quantity, logarithmic }: Spectrum): string {
  return [window, segments, quantity, Number(logarithmic)].join('.');
}

const spectrumEntry = /^(\d{1,3})\.(hann|rectangle|flatTop)\.([1-9]\d{0,5})\.(amplitude|density)\.([01])$/;

/** "mu:0.3,radius:0.02", then ";" with "hidden" or "untouched" or both, and ";name" if a person has named it. */
function runText({ values, name, shown, untouched }: LinkedRun): string {
  const numbers = Object.entries(values).map(([parameter, value]) => `${parameter}:${value}`);
  const marks = [...(shown ? [] : ['hidden']), ...(untouched ? ['untouched'] : [])];
  return [numbers.join(','), marks.join(','), encodeURIComponent(name)].join(';').replace(/;{1,2}$/, '');
}

function readRun(text: string): LinkedRun | null {
  const [numbers, marked = '', ...name] = text.split(';');
  const marks = marked.split(',').filter(Boolean);
  const pairs = numbers === '' ? [] : numbers.split(',').map((pair) => pair.split(':'));
  const damaged = pairs.some((pair) => pair.length !== 2 || pair[0] === '' || pair[1].trim() === '' || !Number.isFinite(Number(pair[1])));
  if (damaged || marks.some((mark) => mark !== 'hidden' && mark !== 'untouched')) return null;
  const values = Object.fromEntries(pairs.map(([parameter, value]) => [parameter, Number(value)]));
  const run = { values, name: name.join(';').trim().slice(0, longestName), shown: !marks.includes('hidden') };
  return marks.includes('untouched') ? { ...run, untouched: true } : run;
}

function lookOf(view: LinkedView, plot: number): PlotLook {
  view.looks ??= {};
  view.looks[plot] ??= {};
  return view.looks[plot];
}

function isPlot(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < 1000;
}

/** NaN if it is not a number. */
function numbersOf(texts: string[]): number[] {
  return texts.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
}

function short(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}
