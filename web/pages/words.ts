import { codeOf } from '../languages/plugin';

/** A file by its name without the extension. */
export interface Source {
  name: string;
  text: string;
}

/** A language of pages, and the texts around their contents. */
export interface Words {
  /** Its tag, such as "zh-Hans". */
  lang: string;
  /** Its name in itself. */
  name: string;
  main: string;
  language: string;
  models: string;
  reference: string;
  documents: string;
  run: string;
  /** About the list of models. */
  summary: string;
}

export const english: Words = {
  lang: 'en',
  name: 'English',
  main: 'Main',
  language: 'Language',
  models: 'Models',
  reference: 'Reference',
  documents: 'Documents',
  run: 'Run this model',
  summary: 'Models of Slipstick, the multibody simulator that runs in the browser.',
};

/** The words of a file of `web/languages`: translations of texts that the page shows, too. */
export function wordsOf({ name, text }: Source): Words {
  const { language, texts } = JSON.parse(text) as { language: string; texts: Record<string, Record<string, string>> };
  const word = (room: string, source: string): string => {
    const found = texts[room]?.[source];
    if (!found) throw new Error(`web/languages/${name}.json has no translation of “${source}” in ${room}.`);
    return found;
  };
  return {
    lang: codeOf(name),
    name: language,
    main: word('app', 'Main'),
    language: word('app', 'Language'),
    models: word('format', 'Gallery'),
    reference: word('format', 'Reference'),
    documents: word('format', 'Documents'),
    run: word('embed', 'Show the model'),
    summary: word(
      'app',
      'Slipstick simulates machines with contact and friction, right here in your browser: move a slider and see what happens.',
    ),
  };
}

/** The folder of the pages in a language: "" or "de/". */
export const folderOf = ({ lang }: Words): string => (lang === english.lang ? '' : `${lang}/`);

/** The address of the page that runs models, in a language. */
export const queryOf = ({ lang }: Words): string => (lang === english.lang ? '' : `?lang=${lang}`);
