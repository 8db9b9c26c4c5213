import { drafts } from './drafts';

export const largestFile = 2 * 1024 * 1024; // bytes

/** Keeps a text as a new model of the visitor; the hash of its page, or null if the browser keeps nothing. */
export function keepText(text: string): string | null {
  const id = drafts.newId();
  return drafts.keep({ id, base: '', text, changedAt: Date.now() }) ? `#d=${id}` : null;
}

/** Opens a text as a new model of the visitor; the address changes to it. */
export function openText(text: string): void {
  location.hash = keepText(text) ?? '#d=';
}

/** The text of a model file, or why it is not opened. */
export async function readModelFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > largestFile) return { problem: `“${file.name}” is larger than 2 MiB, too large to open.` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return isResult(text) ? { problem: `“${file.name}” contains recorded data, not a model.` } : { text };
  } catch {
    return { problem: `“${file.name}” is not UTF-8 text.` };
  }
}

/** Lets a person choose a file; null if none was chosen. */
export function pickFile(): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** Opens files that are dropped anywhere on the page. Returns how to stop. */
export function openDroppedFiles(onProblem: (message: string) => void): () => void {
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const drop = async (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    const read = await readModelFile(file);
    if ('problem' in read) onProblem(read.problem);
    else openText(read.text);
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}

/** The text is a result of the program, or recorded data of the page. */
export function isResult(text: string): boolean {
  try {
    const { status, statistics, sensors } = JSON.parse(text) as Record<string, unknown>;
    return status !== undefined && statistics !== undefined && Array.isArray(sensors);
  } catch {
    return false;
  }
}
