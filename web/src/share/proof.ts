import { msg, str } from '@lit/localize';
import { Hash } from '../format/hash';
import { formatNumber } from '../format/quantity';
import { fromBase64Url, toBase64Url } from '../link/base64url';
import type { Recording } from '../state/recording';
import { placeOf, rangeOf, valueAt } from '../state/samples';

const mostColumns = 16; // columns whose values are part of a digest
const places = [1 / 3, 2 / 3, 1]; // fractions of the time span at which they are sampled
const float32Noise = 2e-7; // relative; smaller differences are below the precision of a digest's values

export interface Verdict {
  /** Another version of the engine may compute different numbers; such a difference does not indicate a changed model. */
  outcome: 'same' | 'different' | 'otherEngine';
  text: string;
  /** The version of the author's engine if it is another one, else "". */
  engine: string;
}

/**
 * A digest of all sensors of a run, for a link: engine version, 64 bits over every recorded number, and single-precision values of the
 * first sensors at three times, which quantify the difference of another result. Null for a run too long to be recorded completely.
 */
export function proofOf(recording: Recording, version: string): string | null {
  const { history } = recording;
  if (history.samples === 0 || history.keptEvery > 1) return null;
  const sketch = new Float32Array(sketchOf(recording).map(({ value }) => value));
  return `${version}:${toBase64Url(hashOf(columnsOf(recording).map(({ column }) => column)))}:${toBase64Url(new Uint8Array(sketch.buffer))}`;
}

/** The digest with only the version and the hash, which shows whether another result is the same. */
export function withoutValues(proof: string): string {
  return proof.replace(/[^:]*$/, '');
}

/** Compares the result computed on this computer with the digest in a link; null if there is nothing to compare or report. */
export function verify(recording: Recording, proof: string, version: string): Verdict | null {
  const [authorVersion, authorHash, authorSketch] = proof.split(':');
  if (!authorHash) {
    if (authorVersion === version) return null;
    const text = msg(str`This link was made with engine ${authorVersion}, without a result; this is ${version}.`);
    return { outcome: 'otherEngine', text, engine: authorVersion };
  }
  const own = proofOf(recording, version);
  const sameEngine = authorVersion === version;
  const engine = sameEngine ? '' : authorVersion;
  if (!own)
    return {
      outcome: 'different',
      text: msg('The result cannot be compared with the author’s: this run was too long to keep all its samples.'),
      engine,
    };
  const engines = sameEngine ? '' : ` ${msg(str`The author’s was computed by engine ${authorVersion}; this is ${version}.`)}`;
  if (own.split(':')[1] === authorHash)
    return { outcome: 'same', text: `${msg('Same result as the author’s, to the last bit.')}${engines}`, engine };
  const differs = (text: string): Verdict => ({ outcome: sameEngine ? 'different' : 'otherEngine', text: `${text}${engines}`, engine });
  if (!authorSketch) return differs(msg('Differs from the author’s result in at least one recorded number.'));
  const bytes = fromBase64Url(authorSketch);
  const values = sketchOf(recording);
  if (!bytes || bytes.length !== 4 * values.length)
    return differs(msg('The result cannot be compared with the author’s: the sensors differ.'));
  const authorValues = new Float32Array(bytes.slice().buffer);
  let worst = { difference: 0, place: values[0] };
  values.forEach((place, i) => {
    const difference = Math.abs(Math.fround(place.value) - authorValues[i]) / (place.range || 1);
    if (!(difference <= worst.difference)) worst = { difference, place };
  });
  if (worst.difference <= float32Noise)
    return { outcome: 'same', text: `${msg(str`Same result as the author’s within ${float32Noise}.`)}${engines}`, engine };
  const amount = Number.isFinite(worst.difference) ? msg(str`by ${formatNumber(worst.difference, 2)} of its range`) : msg('without bound');
  return differs(msg(str`Differs from the author’s result: ${worst.place.name} ${amount} at ${formatNumber(worst.place.time, 4)} s.`));
}

function columnsOf(recording: Recording): { name: string; column: Float64Array }[] {
  const { model, history } = recording;
  const sensors = model.sensors.flatMap((sensor, s) =>
    sensor.components.map((component, c) => ({ name: `${sensor.name} ${component}`.trim(), column: history.sensorColumn(s, c) })),
  );
  return [{ name: 't', column: history.time }, ...sensors];
}

function sketchOf(recording: Recording): { name: string; time: number; value: number; range: number }[] {
  const { time } = recording.history;
  const last = time[time.length - 1];
  return columnsOf(recording)
    .slice(1, 1 + mostColumns)
    .flatMap(({ name, column }) => {
      const limits = rangeOf([column]);
      // For a quantity that hardly changes, its magnitude is the reference.
      const range = limits ? Math.max(limits[1] - limits[0], 1e-3 * Math.max(Math.abs(limits[0]), Math.abs(limits[1]))) : 0;
      return places.map((part) => {
        const at = time[0] + part * (last - time[0]);
        // The program also uses the last sample if all samples have the same time, as in a static step that failed.
        const place = at >= last ? { index: time.length - 1, fraction: 0 } : placeOf(time, at);
        return { name, time: at, value: valueAt(column, place), range };
      });
    });
}

function hashOf(columns: readonly Float64Array[]): Uint8Array {
  const hash = new Hash();
  for (const column of columns) {
    const words = new Uint32Array(column.slice().buffer);
    hash.mix(words.length);
    for (let i = 0; i < words.length; i++) hash.mix(words[i]);
  }
  return new Uint8Array(hash.end().buffer);
}
