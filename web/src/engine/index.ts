import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { withDecimalMark } from '../format/language';
import { language } from '../state/language';
import { Observable, observed } from '../state/observable';
import { html } from '../ui/html';
import { load } from '../ui/load';

type Translate = typeof import('./translate').translated;

/** The translations of messages, which load when a page in another language than English first shows a message. */
class Translations extends Observable {
  @observed readonly translate: Translate | null = null;
  private loading: Promise<void> | null = null;

  load(): void {
    this.loading ??= load(() => import('./translate')).then(({ translated }) => this.set<Translations>({ translate: translated }));
  }
}

const translations = new Translations();

/** A message of the engine for a reader. `lang`: English, if it has no translation; "": the language of the page. */
export function messageText(message: string): { text: string; lang: string } {
  if (language.shown === 'en') return { text: message, lang: '' };
  const { translate } = translations;
  if (!translate) translations.load();
  const text = translate?.(message, msg, withDecimalMark) ?? null;
  return text === null ? { text: message, lang: 'en' } : { text, lang: '' };
}

/** A message of the engine, marked with its language. */
export function renderMessage(message: string) {
  const { text, lang } = messageText(message);
  return html`<span lang=${lang || nothing}>${text}</span>`;
}
