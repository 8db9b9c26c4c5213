import { msg, str } from '@lit/localize';
import { strFromU8, unzipSync } from 'fflate';
import { isRecord } from '../format/own';
import { modelIn } from '../format/single-file';
import { submissionsIn } from '../link/submission';

const MiB = 1024 * 1024; // bytes
const largestFile = 2 * MiB;
const largestZip = 256 * MiB;
const mostRead = 256 * MiB; // uncompressed, all files together

/** A text with its name. */
export interface NamedText {
  name: string;
  text: string;
}
/** A text with its name, or why a file was not read. */
export type ReadFile = NamedText & { problem: string };
/** Submissions in files, and errors of the other files. */
export interface SubmissionFiles {
  submissions: NamedText[];
  problems: { name: string; problem: string }[];
}

/** The texts in files; a zip file may contain several. Files that operating systems add to folders are skipped. */
export async function textsIn(files: readonly File[], most = mostRead): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  let left = most;
  /** Why a file of this size is not read, or "". */
  const tooLarge = (size: number) => {
    if (size > largestFile) return msg('It is larger than 2 MiB.');
    if (size > left) return msg(str`All files together are larger than ${most / MiB} MiB. Grade them in several parts.`);
    left -= size;
    return '';
  };
  for (const file of files) {
    const { name, size } = file;
    if (/\.zip$/i.test(name)) read.push(...(await textsInZip(file, tooLarge)));
    else {
      const problem = tooLarge(size);
      read.push({ name, problem, text: problem ? '' : strFromU8(new Uint8Array(await file.arrayBuffer())) });
    }
  }
  return read.filter(({ name }) => !/(^|\/)(\.|__MACOSX|Thumbs\.db)/.test(name));
}

async function textsInZip(file: File, tooLarge: (size: number) => string): Promise<ReadFile[]> {
  const { name } = file;
  if (file.size > largestZip) return [{ name, text: '', problem: msg(str`It is larger than ${largestZip / MiB} MiB.`) }];
  const unread: ReadFile[] = [];
  try {
    const entries = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter: ({ name, originalSize }) => {
        const problem = originalSize > 0 ? tooLarge(originalSize) : '';
        if (problem) unread.push({ name, text: '', problem });
        return originalSize > 0 && !problem;
      },
    });
    return [...Object.entries(entries).map(([path, content]) => ({ name: path, text: strFromU8(content), problem: '' })), ...unread];
  } catch {
    return [{ name, text: '', problem: msg('This zip file is damaged.') }, ...unread];
  }
}

/** The submissions in files: files saved by the page, and texts that contain links. */
export async function readSubmissions(files: readonly File[]): Promise<SubmissionFiles> {
  const found: SubmissionFiles = { submissions: [], problems: [] };
  for (const { name, text, problem } of await textsIn(files)) {
    const inside = problem ? { submissions: [], problem } : await submissionsOf(text);
    for (const submission of inside.submissions) found.submissions.push({ name, text: submission });
    if (inside.submissions.length === 0) found.problems.push({ name, problem: inside.problem || msg('This is not a submission.') });
  }
  return found;
}

/** The submissions in a text, or why they cannot be read. */
export function submissionsOf(text: string): Promise<{ submissions: string[]; problem: string }> {
  return submissionsIn(text).then(
    (submissions) => ({ submissions, problem: '' }),
    (error: Error) => ({ submissions: [], problem: error.message }),
  );
}

/** The model in a file that was handed out: its JSON, a web page in one file or a package for a learning platform. null: there is none. */
export async function assignedModel(file: File): Promise<string | null> {
  for (const { text } of await textsIn([file])) {
    const inside = modelIn(text);
    try {
      const json = JSON.parse(inside ?? text) as { document?: unknown } | null;
      const document = inside ? json?.document : json;
      if (isRecord(document)) return JSON.stringify(document);
    } catch {} // the manifest of a package, or not a model
  }
  return null;
}
