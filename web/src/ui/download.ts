import { short } from '../format/short';

const longestName = 100; // characters

/** Saves a text or a picture as a file on the person's computer. */
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // a slow disk may still be reading from it
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name derived from a title: "Rolling coin" → "rolling-coin". */
export function fileName(title: string): string {
  return (
    short(title, longestName)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'model'
  );
}
