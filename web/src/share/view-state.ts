import type { CameraShot } from '../scene/shot';

/** What a link says beside the model: how it is looked at, and what its author computed. */
export interface ViewState {
  /** Time of the cursor, s. */
  time?: number;
  camera?: CameraShot;
  /** Numbers of the plots shown; all without it. */
  plots?: number[];
  /** Digest of the author's result, as written by proof.ts. */
  proof?: string;
}

const views = ['orbit', 'follow', 'top', 'side'] as const;

/** The part of a link that carries a view: "&~t=0.5&~c=…". The "~" keeps it apart from parameters, whose names begin with a letter. */
export function viewText({ time, camera, plots, proof }: ViewState): string {
  const parts: string[] = [];
  if (time !== undefined) parts.push(`~t=${short(time, 9)}`);
  if (camera) parts.push(`~c=${[camera.view, ...[...camera.offset, ...camera.target].map((value) => short(value, 5))].join(',')}`);
  if (plots) parts.push(`~p=${plots.join(',')}`);
  if (proof) parts.push(`~r=${proof}`);
  return parts.map((part) => `&${part}`).join('');
}

/** Reads one entry into `view`; false if it is not one or is damaged. */
export function readViewEntry(view: ViewState, key: string, value: string): boolean {
  if (key === '~t') {
    view.time = Number(value);
    return value !== '' && Number.isFinite(view.time);
  }
  if (key === '~c') {
    const [name, ...texts] = value.split(',');
    const known = views.find((candidate) => candidate === name);
    const numbers = texts.map((text) => (text === '' ? Number.NaN : Number(text)));
    if (!known || numbers.length !== 6 || !numbers.every(Number.isFinite) || Math.hypot(...numbers.slice(0, 3)) === 0) return false;
    const [a, b, c, d, e, f] = numbers;
    view.camera = { view: known, offset: [a, b, c], target: [d, e, f] };
    return true;
  }
  if (key === '~p') {
    if (!/^(\d{1,3}(,\d{1,3})*)?$/.test(value)) return false;
    view.plots = value === '' ? [] : value.split(',').map(Number);
    return true;
  }
  if (key === '~r') {
    view.proof = value;
    return /^[\w.+-]{1,40}:[\w-]{11}:[\w-]{0,512}$/.test(value);
  }
  return false;
}

function short(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}
