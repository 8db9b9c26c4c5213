import { language } from '../state/language';
import type { Remark } from '../state/tasks';
import { Later } from '../ui/later';
import { type Words, wordsBy } from './words-by';

export type { Words } from './words-by';

/** The words around tasks in the language of a document, such as "de" or "de-AT"; in English if the page has no translations into it. */
export function wordsOf(documentLanguage: string): Words {
  const { msg, lang } = language.msgIn(documentLanguage);
  return wordsBy(msg, lang);
}

/** The sentences of remarks, which load for other languages than English: the engine has the English ones. */
const remarks = new Later(() => import('./remarks-by'));

/** A remark on an answer in this language, and its language; a remark without a code is not translated. */
export function remarkIn(documentLanguage: string, { message, code = '', values = {} }: Remark): { text: string; lang: string } {
  const { msg, lang } = language.msgIn(documentLanguage);
  if (lang === 'en') return { text: message, lang };
  const translated = new Map(Object.entries(remarks.part?.remarksBy(msg) ?? {})).get(code);
  return translated ? { text: translated(values as Readonly<Record<string, string | number>>), lang } : { text: message, lang: 'en' };
}
