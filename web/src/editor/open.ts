import { msg, str } from '@lit/localize';
import type { Engine } from '../../../wasm/engine/types';
import { attempt } from '../format/attempt';
import { loadDictionary } from '../link/dictionary';
import { submissionHash } from '../link/link';
import { isSubmission } from '../link/submission';
import type { Session } from '../state/session';
import { chooseFiles } from '../ui/choose-files';
import { drafts, newId } from './drafts';
import { type Files, hasRobot, readRobot } from './robots';

export const largestFile = 2 * 1024 * 1024; // bytes

/** Stores a text as a new model of the visitor. `hash`: address of its page; `notice`: why the browser does not store it, or "". */
export async function keepText(text: string): Promise<{ hash: string; notice: string }> {
  const { id, notice } = await drafts.keep({ id: newId(), base: '', text, changedAt: Date.now() });
  return { hash: `#d=${id}`, notice };
}

/** Opens a text as a new model of the visitor, or a submission in the same way as a link to it; the address changes accordingly. */
export async function openText(text: string): Promise<void> {
  if (isSubmission(text)) location.hash = submissionHash(JSON.parse(text) as object, (await loadDictionary()) ?? undefined);
  else location.hash = (await keepText(text)).hash;
}

/** The text of a model file, or why it cannot be opened. */
export async function readModelFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > largestFile) return { problem: msg(str`“${file.name}” is larger than 2 MiB, too large to open.`) };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return isResult(text) ? { problem: msg(str`“${file.name}” contains recorded data, not a model.`) } : { text };
  } catch {
    return { problem: msg(str`“${file.name}” is not UTF-8 text.`) };
  }
}

/** Opens a model that a person chooses, or a robot with its referenced files. Returns why that fails, or "". */
export async function openChosenFiles(session: Session): Promise<string> {
  const files = await chooseFiles({ accept: '.json,application/json,.urdf,.xml,.mjcf,.stl,.obj', multiple: true });
  if (files.length === 0) return '';
  const isRobot = hasRobot(byName(files));
  const read = isRobot ? await readRobot(await session.runner.prepare(), byName(files)) : await readModelFile(files[0]);
  if ('problem' in read) return read.problem;
  await openText(read.text);
  return '';
}

/** Whether a file is a table of numbers: decided by its name, or by its content for a text file, which may also contain a model. */
export async function isTable(file: File): Promise<boolean> {
  if (/\.(csv|tsv)$/i.test(file.name)) return true;
  return /\.txt$/i.test(file.name) && !(await file.text()).trimStart().startsWith('{');
}

/**
 * Opens a file that is dropped anywhere on the page. `many` receives several files or a folder, `table` a table of numbers with the element
 * on which it was dropped; `engine` reads a robot. Returns a function that stops it.
 */
export function openDroppedFiles(
  onProblem: (message: string) => void,
  many: (files: File[]) => void,
  table: (file: File, on: Element | null) => void,
  engine: () => Promise<Engine>,
): () => void {
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const drop = async (event: DragEvent) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    const on = event.target instanceof Element ? event.target : null;
    const { folder, byPath } = await droppedFiles(event.dataTransfer);
    const files = [...byPath.values()];
    const isRobot = hasRobot(byPath);
    if (!isRobot && (folder || files.length > 1)) return many(files);
    if (!isRobot && (await isTable(files[0]))) return table(files[0], on);
    const read = isRobot ? await readRobot(await engine(), byPath) : await readModelFile(files[0]);
    if ('problem' in read) onProblem(read.problem);
    else await openText(read.text);
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}

/** All dropped files, including files in folders. */
async function droppedFiles({ items, files }: DataTransfer): Promise<{ folder: boolean; byPath: Files }> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []); // before the first await
  if (!entries.some(({ isDirectory }) => isDirectory)) return { folder: false, byPath: byName([...files]) };
  return { folder: true, byPath: new Map((await Promise.all(entries.map(filesBelow))).flat()) };
}

const byName = (files: readonly File[]): Files => new Map(files.map((file) => [file.name, file]));

async function filesBelow(entry: FileSystemEntry): Promise<[path: string, file: File][]> {
  if (!entry.isDirectory)
    return [[entry.fullPath.slice(1), await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))]];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break; // a folder returns its entries in batches
    found.push(...some);
  }
  return (await Promise.all(found.map(filesBelow))).flat();
}

/** Whether the text is a result of the program, or recorded data of the page. */
export function isResult(text: string): boolean {
  const { status, statistics, sensors } = (attempt(() => JSON.parse(text), null) ?? {}) as Record<string, unknown>;
  return status !== undefined && statistics !== undefined && Array.isArray(sensors);
}
