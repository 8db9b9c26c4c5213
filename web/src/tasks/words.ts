import { own } from '../format/own';
import type { Remark } from '../state/tasks';
import { english, type Words } from './english';
import { german, germanRemarks } from './german';

export type { Words } from './english';

/** `language`: such as "de" or "de-AT". */
export function wordsOf(language: string): Words {
  return isGerman(language) ? german : english();
}

function isGerman(language: string): boolean {
  return /^de(-|$)/i.test(language);
}

/** Remarks of the engine by code, in a language other than English. */
export function remarksOf(language: string): Readonly<Record<string, string>> {
  return isGerman(language) ? germanRemarks : {};
}

/** A remark on an answer in this language; a remark without a code is not translated. */
export function remarkIn(language: string, { message, code = '', values = {} }: Remark): string {
  const remarks = remarksOf(language);
  if (!Object.hasOwn(remarks, code)) return message;
  return remarks[code].replace(/\{(\w+)\}/g, (_, name: string) => String(own(values, name)));
}

/** The language of `remarkIn`. */
export function languageOfRemark(language: string, { code = '' }: Remark): string {
  return Object.hasOwn(remarksOf(language), code) ? wordsOf(language).lang : english().lang;
}
