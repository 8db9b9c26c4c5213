import type { StrResult } from '@lit/localize';
import type { MsgFn } from '@lit/localize/internal/types.js';
import { messages } from './messages';

interface Pattern {
  pattern: RegExp;
  /** The number of its message. */
  number: number;
  length: number;
}

const asTemplate = ((template: string | StrResult) => template) as MsgFn;
const values = Array.from({ length: 8 }, () => '');

/** Recognises the messages by their English texts, those with more words of their own first. */
const patterns: readonly Pattern[] = messages(asTemplate)
  .map((message, number) => {
    const template = message(values) as string | StrResult;
    const words = typeof template === 'string' ? [template] : [...template.strings];
    const pattern = new RegExp(`^${words.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)')}$`, 's');
    return { pattern, number, length: words.join('').length };
  })
  .sort((a, b) => b.length - a.length);

/**
 * A message of the engine by `msg`, with its values, of which some are messages too; null if it has no translation. `number` writes numbers.
 */
export function translated(message: string, msg: MsgFn, number: (text: string) => string): string | null {
  const said = messages(msg);
  const translate = (text: string): string | null => {
    for (const each of patterns) {
      const found = each.pattern.exec(text);
      if (found) return said[each.number](found.slice(1).map((value) => translate(value) ?? (isNumber(value) ? number(value) : value)));
    }
    return null;
  };
  return translate(message);
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text);
