import { configureLocalization } from '@lit/localize';
import { runtimeMsg } from '@lit/localize/internal/runtime-msg.js';
import type { LocaleModule, MsgFn } from '@lit/localize/internal/types.js';
import { attempt } from '../format/attempt';
import { languageAmong, writeFor } from '../format/language';
import { Observable, observed } from './observable';

/** The language in which the texts are written. */
const source = 'en';
const storageKey = 'slipstick.language';

export type Templates = LocaleModule['templates'];

/** A language with translations by identifier, which load on demand. */
export interface Translation {
  /** Such as "de" or "zh-Hans". */
  code: string;
  /** Its name in itself. */
  name: string;
  templates(): Promise<Templates>;
}

/** The language of the page. */
export class Language extends Observable {
  /** The language of the texts on the page. A view is redrawn when it changes. */
  @observed readonly shown: string = source;
  @observed readonly offered: readonly { code: string; name: string }[] = [];
  /** The languages that have loaded. */
  @observed readonly loaded: ReadonlyMap<string, Templates> = new Map();
  /** Loading of the first language; null: it is there. */
  pending: Promise<void> | null = null;
  private translations: readonly Translation[] = [];
  private readonly loading = new Map<string, Promise<Templates>>();
  private setLocale: (locale: string) => Promise<void> = async () => {};
  private wanted = source;

  /** Offers languages and shows the first one that a reader wants: `readers` in descending order of priority. */
  begin(translations: readonly Translation[], readers: readonly string[]): void {
    if (this.offered.length === 0) {
      this.translations = translations;
      this.set<Language>({ offered: [{ code: source, name: 'English' }, ...translations.map(({ code, name }) => ({ code, name }))] }); // no text: a name in itself
      const targetLocales = translations.map(({ code }) => code);
      const loadLocale = async (code: string) => ({ templates: await this.templatesOf(code) });
      this.setLocale = configureLocalization({ sourceLocale: source, targetLocales, loadLocale }).setLocale;
    }
    const shown = this.among(readers);
    writeFor(regional(shown, readers));
    if (shown === this.wanted) return;
    this.pending = this.show(shown)
      .catch(() => {}) // without translations, the page is in English
      .finally(() => {
        this.pending = null;
      });
  }

  /** Shows a language and remembers the choice. Fails if its texts do not load. */
  async choose(code: string): Promise<void> {
    attempt(() => localStorage.setItem(storageKey, code), undefined); // without storage, the choice lasts as long as the page
    writeFor(regional(code, navigator.languages));
    await this.show(code);
  }

  /** The language on offer that suits a reader. */
  among(readers: readonly string[]): string {
    return languageAmong([source, ...this.translations.map(({ code }) => code)], readers) || source;
  }

  /** `msg` in the language of a document, and that language: English if it is not on offer, and until it has loaded. */
  msgIn(documentLanguage: string): { msg: MsgFn; lang: string } {
    const code = this.among([documentLanguage]);
    const templates = this.loaded.get(code);
    if (!templates && code !== source) void this.templatesOf(code).catch(() => {});
    return { msg: ((text, options) => runtimeMsg(templates, text, options)) as MsgFn, lang: templates ? code : source };
  }

  private async show(code: string): Promise<void> {
    this.wanted = code;
    if (code !== source) await this.templatesOf(code); // `setLocale` does not try twice
    if (this.wanted !== code) return; // another one was chosen meanwhile
    await this.setLocale(code);
    this.set<Language>({ shown: code });
  }

  private templatesOf(code: string): Promise<Templates> {
    const known = this.loading.get(code);
    if (known) return known;
    const loading = this.load(code);
    this.loading.set(code, loading);
    loading.catch(() => this.loading.delete(code));
    return loading;
  }

  private async load(code: string): Promise<Templates> {
    const templates = (await this.translations.find((each) => each.code === code)?.templates()) ?? {};
    this.set<Language>({ loaded: new Map([...this.loaded, [code, templates]]) });
    return templates;
  }
}

export const language = new Language();

/** The language that a person chose on an earlier visit. */
export const chosenLanguage = (): string | null => attempt(() => localStorage.getItem(storageKey), null);

/** What a person wants: as in the address, ?lang=de, as chosen before, or as set in the browser. */
export function readersLanguages(query: string): string[] {
  const named = new URLSearchParams(query).get('lang');
  return [named, chosenLanguage(), ...navigator.languages].filter((each) => each !== null);
}

/** A language as a reader names it, with the region: its decimal mark may differ. */
const regional = (code: string, readers: readonly string[]) => readers.find((reader) => languageAmong([code], [reader])) ?? code;
