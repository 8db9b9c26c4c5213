import { texts } from 'virtual:languages/embed';
import { msg } from '@lit/localize';
import { runtimeMsg } from '@lit/localize/internal/runtime-msg.js';
import type { MsgFn } from '@lit/localize/internal/types.js';
import { languageAmong, plainTemplate } from '../format/language';

/** The language of an element, from itself or from the page around it; "": unknown. */
export const languageAround = (element: Element): string => element.closest('[lang]')?.getAttribute('lang') ?? '';

/** `msg` in the language of an element. Other pages contain the element's texts only, in all languages. */
export function msgFor(element: Element): MsgFn {
  const around = languageAround(element);
  const code = languageAmong(['en', ...Object.keys(texts)], around ? [around] : navigator.languages);
  if (!code || code === 'en') return msg;
  const templates = Object.fromEntries(Object.entries(texts[code]).map(([id, text]) => [id, plainTemplate(text)]));
  return ((text, options) => runtimeMsg(templates, text, options)) as MsgFn;
}
