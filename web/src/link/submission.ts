import { loadDictionary } from './dictionary';
import { readLink } from './link';

/** Whether a text is a submission to tasks, as core/grading tells one. */
export function isSubmission(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && 'submission' in json && 'answers' in json;
  } catch {
    return false;
  }
}

/** The submissions in a text, as JSON: it is one, or has links to some in it. */
export async function submissionsIn(text: string): Promise<string[]> {
  if (isSubmission(text)) return [text];
  const links = text.match(/(?:#|%23)s(?:=|%3D)[\w.-]+/gi) ?? [];
  const dictionary = links.length > 0 ? ((await loadDictionary()) ?? undefined) : undefined;
  return links.flatMap((hash) => {
    const link = readLink(hash, dictionary);
    return link.kind === 'document' && link.handed ? [link.handed.text] : [];
  });
}
