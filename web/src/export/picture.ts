import { picture } from '../plots';
import type { Recorder, SceneOnPage } from '../scene';
import { token } from '../ui/theme';
import type { ExportSource } from './files';

export const noPicture = () => new Error('there is no picture yet');

/** Makes pictures of the 3D view in this size; `end` of it must follow. */
export function recorderOf(scene: SceneOnPage, [width, height]: ExportSource['size']): Recorder {
  const recorder = scene.element?.pictures(width, height);
  if (!recorder) throw noPicture();
  return recorder;
}

/** All plots of the page, one under another. */
export function plotsPicture({ session, plots }: ExportSource): ReturnType<typeof picture> {
  const { recording } = session.runner;
  const figures = plots.element?.figures ?? [];
  if (!recording || figures.length === 0) throw noPicture();
  return picture(figures, recording.model, session.comparison.compared);
}

/** The 3D view as a picture, as it is seen. */
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
