import { strFromU8, unzipSync } from 'fflate';
import { submissionsIn } from '../link/submission';

const largestFile = 2 * 1024 * 1024; // bytes
const largestZip = 256 * 1024 * 1024;

/** A text with its name. */
export interface NamedText {
  name: string;
  text: string;
}
/** Submissions in files, and what is wrong with the other files. */
export interface HandedFiles {
  submissions: NamedText[];
  problems: { name: string; problem: string }[];
}

/** The texts in files; a zip file has several, and what a computer itself puts into folders is left out. */
export async function textsIn(files: readonly File[]): Promise<NamedText[]> {
  const texts = await Promise.all(
    files.map(async (file) => {
      const isZip = /\.zip$/i.test(file.name);
      if (file.size > (isZip ? largestZip : largestFile)) return [{ name: file.name, text: '' }];
      const bytes = new Uint8Array(await file.arrayBuffer());
      return isZip ? textsInZip(file.name, bytes) : [{ name: file.name, text: strFromU8(bytes) }];
    }),
  );
  return texts.flat().filter(({ name }) => !/(^|\/)(\.|__MACOSX|Thumbs\.db)/.test(name));
}

function textsInZip(name: string, bytes: Uint8Array): NamedText[] {
  try {
    const entries = unzipSync(bytes, { filter: ({ originalSize }) => originalSize > 0 && originalSize <= largestFile });
    return Object.entries(entries).map(([path, content]) => ({ name: path, text: strFromU8(content) }));
  } catch {
    return [{ name, text: '' }];
  }
}

/** What was handed in: files that the page saved, and texts with links in them. */
export async function handedFiles(files: readonly File[]): Promise<HandedFiles> {
  const found: HandedFiles = { submissions: [], problems: [] };
  for (const { name, text } of await textsIn(files)) {
    const submissions = await submissionsIn(text);
    for (const submission of submissions) found.submissions.push({ name, text: submission });
    if (submissions.length === 0) found.problems.push({ name, problem: 'This is not a submission.' });
  }
  return found;
}

/** The model in a file that was handed out: its JSON, a web page in one file or a package for a learning platform. null: there is none. */
export async function handedOutModel(file: File): Promise<string | null> {
  for (const { text } of await textsIn([file])) {
    const inside = /<script type="application\/json" id="model">(.*?)<\/script>/s.exec(text)?.[1];
    try {
      const json = JSON.parse(inside ?? text) as { document?: unknown } | null;
      const document = inside ? json?.document : json;
      if (typeof document === 'object' && document !== null && !Array.isArray(document)) return JSON.stringify(document);
    } catch {} // the manifest of a package, or no model
  }
  return null;
}
