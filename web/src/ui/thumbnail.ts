import { token } from './theme';

/** The contents of a canvas as a small picture of this width in pixels, as a data URL ("data:image/jpeg…"); "" if it is empty. */
export function thumbnail(source: HTMLCanvasElement | null, width: number): string {
  if (!source?.width) return '';
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * source.height) / source.width);
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.fillStyle = token('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.8);
}
