import { token } from '../ui/theme';

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
