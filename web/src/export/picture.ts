import { msg } from '@lit/localize';
import { figureChoice, type Picture, type PlotsOnPage, picture } from '../plots';
import type { Recorder, SceneOnPage, SceneStyle } from '../scene';
import type { Session } from '../state/session';
import { token } from '../ui/theme';

export const noPicture = () => new Error(msg('there is no picture yet'));

/** A recorder for pictures of the 3D view in this size. Call its `end` afterwards. */
export function recorderOf({ element }: SceneOnPage, [width, height]: readonly [number, number], style?: SceneStyle): Recorder {
  const recorder = element?.pictures(width, height, style);
  if (!recorder) throw noPicture();
  return recorder;
}

/** All plots of the page, one below another. */
export function plotsPicture({ element }: PlotsOnPage, { runner: { recording }, comparison }: Session): Picture {
  const drawn = recording && picture(element?.drawn ?? [], recording.model, comparison.compared, figureChoice.style);
  if (!drawn) throw noPicture();
  return drawn;
}

/** The current 3D view as a picture. */
export function scenePicture(source: HTMLCanvasElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [source.width, source.height];
  const context = canvas.getContext('2d');
  if (!context || source.width === 0) return Promise.resolve(null);
  context.fillStyle = token('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0);
  return pngOfCanvas(canvas);
}

export function pngOfCanvas(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
