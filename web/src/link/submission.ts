import { msg, str } from '@lit/localize';
import { attempt } from '../format/attempt';
import { loadDictionary } from './dictionary';
import { readLink } from './link';

const mostInLinks = 64 * 1024 * 1024; // characters of all submissions contained in links of one text

/** Whether a text is a submission to tasks, by the criterion of core/grading. */
export function isSubmission(text: string): boolean {
  const json: unknown = attempt(() => JSON.parse(text), null);
  return typeof json === 'object' && json !== null && 'submission' in json && 'answers' in json;
}

/** The submissions in a text, as JSON: the text is a submission, or contains links to some. Throws a sentence if they are too large. */
export async function submissionsIn(text: string): Promise<string[]> {
  if (isSubmission(text)) return [text];
  const links = text.match(/(?:#|%23)s(?:=|%3D)[\w.-]+/gi) ?? [];
  const dictionary = links.length > 0 ? ((await loadDictionary()) ?? undefined) : undefined;
  let left = mostInLinks;
  return links.flatMap((hash) => {
    const link = readLink(hash, dictionary);
    if (link.kind !== 'document' || !link.submission) return [];
    left -= link.submission.text.length;
    if (left < 0) throw new Error(msg(str`Its links contain more than ${mostInLinks / 1024 / 1024} MiB.`));
    return [link.submission.text];
  });
}
