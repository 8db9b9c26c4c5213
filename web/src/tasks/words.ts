import { language } from '../state/language';
import { Observable, observed } from '../state/observable';
import type { Remark } from '../state/tasks';
import { load } from '../ui/load';
import type { remarksBy } from './remarks-by';
import { type Words, wordsBy } from './words-by';

export type { Words } from './words-by';

/** The words around tasks in the language of a document, such as "de" or "de-AT"; in English if the page has no translations into it. */
export function wordsOf(documentLanguage: string): Words {
  const { msg, lang } = language.msgIn(documentLanguage);
  return wordsBy(msg, lang);
}

/** The sentences of remarks, which load for other languages than English: the engine has the English ones. */
class Remarks extends Observable {
  @observed readonly by: typeof remarksBy | null = null;
  private loading: Promise<void> | null = null;

  prepare(): void {
    this.loading ??= load(() => import('./remarks-by')).then(({ remarksBy }) => this.set<Remarks>({ by: remarksBy }));
  }
}

const remarks = new Remarks();

/** A remark on an answer in this language, and its language; a remark without a code is not translated. */
export function remarkIn(documentLanguage: string, { message, code = '', values = {} }: Remark): { text: string; lang: string } {
  const { msg, lang } = language.msgIn(documentLanguage);
  if (lang === 'en') return { text: message, lang };
  remarks.prepare();
  const translated = new Map(Object.entries(remarks.by?.(msg) ?? {})).get(code);
  return translated ? { text: translated(values as Readonly<Record<string, string | number>>), lang } : { text: message, lang: 'en' };
}
