import type { StrResult } from '@lit/localize';

/** The first of a reader's languages that is available, by language and script: zh-TW is zh-Hant, but not zh-Hans. "": none is. */
export function languageAmong(languages: readonly string[], readers: readonly string[]): string {
  for (const reader of readers) {
    const same = languages.find((each) => each.toLowerCase() === reader.toLowerCase());
    const near = same ?? languages.find((each) => scriptOf(reader) !== '' && scriptOf(each) === scriptOf(reader));
    if (near) return near;
  }
  return '';
}

/** "zh-Hant" for zh-TW; "" if the text is not a language. */
function scriptOf(language: string): string {
  try {
    const likely = new Intl.Locale(language).maximize();
    return `${likely.language}-${likely.script}`;
  } catch {
    return '';
  }
}

const reading = { locale: 'en', decimalMark: '.' };

/** From now on, numbers and dates are written for readers of this language and region. */
export function writeFor(locale: string): void {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  reading.locale = locale;
  reading.decimalMark = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** A number in the notation of documents, with the reader's decimal mark. */
export const withDecimalMark = (number: string): string => number.replace('.', reading.decimalMark);

/** Numbers for readers as a list: commas may be decimal marks. */
export const listed = (numbers: readonly string[]): string => numbers.join(reading.decimalMark === ',' ? '; ' : ', ');

/** A date and time in ISO 8601 or in ms, for readers. */
export function dateText(date: string | number): string {
  return new Date(date).toLocaleString(reading.locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The parts of a translation with {0}, {1} … for values: texts, and the numbers of the values between them. */
export function partsOf(translation: string): { strings: TemplateStringsArray; values: number[] } {
  const parts = translation.split(/\{(\d+)\}/);
  const strings = parts.filter((_, i) => i % 2 === 0);
  return { strings: Object.assign(strings, { raw: [...strings] }), values: parts.filter((_, i) => i % 2 === 1).map(Number) };
}

/** A translation without markup, as `msg` expects it. */
export function plainTemplate(translation: string): string | StrResult {
  return translation.includes('{') ? { strTag: true, ...partsOf(translation) } : translation;
}
