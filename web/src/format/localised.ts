import { isRecord } from './own';

type Texts = Readonly<Record<string, unknown>>;

/** Whether a value of a document is a text in several languages. */
export const isLocalised: (value: unknown) => value is Texts = isRecord;

/**
 * The key of the text for a reader of this language, as `languageIn` of core/document/texts.h: the same tag, its primary language, English,
 * or the first one; "" if there is none.
 */
export function languageIn(texts: Texts, language: string): string {
  const keys = Object.keys(texts).filter((key) => typeof texts[key] === 'string');
  for (const wanted of [language, 'en'])
    for (const fits of [...shortened(wanted).map(same), near(wanted)]) {
      const found = keys.find(fits);
      if (found !== undefined) return found;
    }
  return keys[0] ?? '';
}

/** "zh-Hans-CN", "zh-Hans", "zh". */
const shortened = (tag: string) =>
  tag
    .split('-')
    .map((_, i, parts) => parts.slice(0, parts.length - i).join('-'))
    .filter(Boolean);
const same = (tag: string) => (key: string) => key.toLowerCase() === tag.toLowerCase();
/** The same language, in the same script if both name it. */
function near(tag: string): (key: string) => boolean {
  const [primary, script] = partsOf(tag);
  return (key) => {
    const [other, otherScript] = partsOf(key);
    return primary !== '' && other === primary && (script === '' || otherScript === '' || script === otherScript);
  };
}

function partsOf(tag: string): [string, string] {
  const [primary = '', second = ''] = tag.toLowerCase().split('-');
  return [primary, /^[a-z]\w{3}$/.test(second) ? second : ''];
}

/** A text of a document for a reader. `lang`: its language, as named in the document, or "". */
export function localised(text: unknown, language: string): { text: string; lang: string } {
  if (typeof text === 'string') return { text, lang: '' };
  if (!isLocalised(text)) return { text: '', lang: '' };
  const lang = languageIn(text, language);
  return { text: lang === '' ? '' : String(text[lang]), lang };
}

export const textIn = (text: unknown, language: string): string => localised(text, language).text;
