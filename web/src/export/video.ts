import { msg } from '@lit/localize';
import { noPicture } from './picture';
/** A video format that this browser can record. */
export interface VideoFormat {
  type: string;
  extension: string;
}

/** Formats that presentation programs open come first. */
const formats: VideoFormat[] = [
  { type: 'video/mp4;codecs=avc1.640028', extension: 'mp4' },
  { type: 'video/mp4', extension: 'mp4' },
  { type: 'video/webm;codecs=vp9', extension: 'webm' },
  { type: 'video/webm;codecs=vp8', extension: 'webm' },
  { type: 'video/webm', extension: 'webm' },
];
const pictureTime = 1000 / 30; // ms
const hiddenTime = 2000; // ms; a hidden tab draws no more frames
const bitsPerPixel = 8; // per second, at 30 frames per second: lines remain sharp
const mostBits = 40e6; // per second

/** null: this browser cannot record videos. */
export function videoFormat(): VideoFormat | null {
  if (typeof MediaRecorder !== 'function' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  return formats.find(({ type }) => MediaRecorder.isTypeSupported(type)) ?? null;
}

export interface Film {
  canvas: HTMLCanvasElement;
  /** Draws the state at this second of the video; false: it cannot continue. */
  draw(second: number): boolean;
  /** Length of the video in s. */
  length: number;
  format: VideoFormat;
  /** Receives the number of completed seconds. */
  progress(second: number): void;
  signal: AbortSignal;
}

/** Records the frames while they are drawn, in real time. null: it was cancelled. */
export async function recordVideo({ canvas, draw, length, format, progress, signal }: Film): Promise<Blob | null> {
  if (!draw(0)) throw noPicture();
  const stream = canvas.captureStream(30);
  const bits = Math.min(mostBits, bitsPerPixel * canvas.width * canvas.height);
  const recorder = new MediaRecorder(stream, { mimeType: format.type, videoBitsPerSecond: bits });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = (event) => reject((event as ErrorEvent).error ?? new Error(msg('the browser stopped recording')));
  });
  try {
    recorder.start();
    const begin = performance.now();
    for (let second = 0; second < length && !signal.aborted; ) {
      await wait(pictureTime);
      second = Math.min(length, (performance.now() - begin) / 1000);
      if (!draw(second)) throw new Error(msg('the run has changed'));
      progress(second);
    }
    // The video contains the last frame only after it was on the screen, which takes longer on a busy machine.
    await Promise.race([nextPictures(2), wait(hiddenTime)]);
    await wait(3 * pictureTime);
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
  await stopped;
  return signal.aborted ? null : new Blob(pieces, { type: format.type.replace(/;.*/, '') });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resolves when the browser has drawn this many more frames. */
async function nextPictures(count: number): Promise<void> {
  for (let i = 0; i < count; ++i) await new Promise((resolve) => requestAnimationFrame(resolve));
}
