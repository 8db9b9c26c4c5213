import { short } from '../format/short';

const longestName = 100; // characters

/** Saves a text or a picture as a file of the person's computer. */
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A slow disk still reads from it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name from a title: "Rolling coin" → "rolling-coin". */
export function fileName(title: string): string {
  return (
    short(title, longestName)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'model'
  );
}
