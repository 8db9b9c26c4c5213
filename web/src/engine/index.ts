import { msg } from '@lit/localize';
import { nothing } from 'lit';
import type { Message, SimulationError, Statistics } from '../../../wasm/engine/types';
import { withDecimalMark } from '../format/language';
import { language } from '../state/language';
import { html } from '../ui/html';
import { Later } from '../ui/later';

/** The translations of messages, which load when a page in another language than English first shows a message. */
const translations = new Later(() => import('./translate'));

/** A message of the engine for a reader; a text has no code. `lang`: English, if it has no translation; "": the language of the page. */
export function messageText(given: string | Message): { text: string; lang: string } {
  const message = typeof given === 'string' ? { message: given } : given;
  if (language.shown === 'en') return { text: message.message, lang: '' };
  const text = translations.part?.translated(message, msg, withDecimalMark) ?? null;
  return text === null ? { text: message.message, lang: 'en' } : { text, lang: '' };
}

/** A message of the engine, marked with its language. */
export function renderMessage(message: string | Message) {
  const { text, lang } = messageText(message);
  return html`<span lang=${lang || nothing}>${text}</span>`;
}

/** A remark on a run with its code. */
export const remarkOf = ({ messages, ...texts }: Statistics, name: 'ended' | 'caution'): string | Message =>
  messages?.[name] ?? texts[name];

/** Why a run failed, with its code. */
export const reasonOf = ({ detail, message }: SimulationError): string | Message => detail.said ?? message;
