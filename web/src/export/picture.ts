import { msg } from '@lit/localize';
import { figureChoice, type Picture, picture } from '../plots';
import type { Recorder, SceneStyle } from '../scene';
import { token } from '../ui/theme';
import type { ExportSource } from './files';

export const noPicture = () => new Error(msg('there is no picture yet'));

/** A recorder for pictures of the 3D view in this size. Call its `end` afterwards. */
export function recorderOf({ scene, size: [width, height] }: Pick<ExportSource, 'scene' | 'size'>, style?: SceneStyle): Recorder {
  const recorder = scene.element?.pictures(width, height, style);
  if (!recorder) throw noPicture();
  return recorder;
}

/** All plots of the page, one below another. */
export function plotsPicture({ session, plots }: ExportSource): Picture {
  const { recording } = session.runner;
  const drawn = recording && picture(plots.element?.drawn ?? [], recording.model, session.comparison.compared, figureChoice.style);
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
