import { msg } from '@lit/localize';
import { html } from 'lit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { translations } from '../../../web/src/app/languages';
import { dateText, listed } from '../../../web/src/format/language';
import { formatFixed, formatNumber, quantityText } from '../../../web/src/format/quantity';
import { common } from '../../../web/src/format/texts';
import { language, readersLanguages } from '../../../web/src/state/language';
import { readTyped } from '../../../web/src/state/parameters';

beforeAll(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { languages: [] });
});
afterAll(() => vi.unstubAllGlobals());
afterEach(async () => {
  await language.choose('en');
});

let swedishLoads = false;
const swedish = {
  code: 'sv',
  name: 'Svenska',
  templates: () => (swedishLoads ? Promise.resolve({}) : Promise.reject(new Error('offline'))),
};

/** Shows the first language that these readers want. */
async function show(...readers: string[]): Promise<string> {
  language.begin([...translations, swedish], readers);
  await language.pending;
  return language.shown;
}

test.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['fr-CA'], 'fr'],
  [['es-419'], 'es'],
  [['zh-CN'], 'zh-Hans'],
  [['zh'], 'zh-Hans'],
  [['zh-SG', 'en'], 'zh-Hans'],
  [['zh-Hant'], 'en'],
  [['zh-TW', 'zh-HK', 'fr'], 'fr'],
  [['xx', 'pt-BR', 'es'], 'es'],
  [['en-GB', 'de'], 'en'],
  [['not a language', 'C', ''], 'en'],
  [[], 'en'],
])('Readers of %j see %s', async (readers, shown) => {
  expect(await show(...readers)).toBe(shown);
});

test('The address comes first, then the choice, then the browser', () => {
  const stored = new Map([['slipstick.language', 'fr']]);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
  vi.stubGlobal('navigator', { languages: ['es-MX', 'en'] });
  expect(readersLanguages('?seed=1&lang=de')).toEqual(['de', 'fr', 'es-MX', 'en']);
  expect(readersLanguages('')).toEqual(['fr', 'es-MX', 'en']);
  stored.clear();
  expect(readersLanguages('?lang=')).toEqual(['', 'es-MX', 'en']);
  vi.stubGlobal('localStorage', undefined); // forbidden
  expect(readersLanguages('')).toEqual(['es-MX', 'en']);
  vi.stubGlobal('navigator', { languages: [] });
});

test('Texts follow the language: plain, with values, with markup, and back', async () => {
  await show('de');
  expect([common.close(), common.seconds('5')]).toEqual(['Schließen', '5 Sekunden']);
  const { strings, values } = msg(html`Make a slider of ${'it'}`);
  expect([[...strings], values]).toEqual([['Regler anlegen aus ', ''], ['it']]);
  await language.choose('fr');
  expect(common.close()).toBe('Fermer');
  await language.choose('en');
  expect(common.close()).toBe('Close');
});

test('The last of several choices counts', async () => {
  const first = language.choose('zh-Hans');
  await Promise.all([first, language.choose('es')]);
  expect(language.shown).toBe('es');
  expect(common.close()).toBe('Cerrar');
});

describe('Numbers and dates are written for the reader', () => {
  test.each([
    ['en', '0.5', '1, 0.25, 0 m'],
    ['de', '0,5', '1; 0,25; 0 m'],
    ['fr', '0,5', '1; 0,25; 0 m'],
    ['es', '0,5', '1; 0,25; 0 m'],
    ['es-MX', '0.5', '1, 0.25, 0 m'],
    ['zh-CN', '0.5', '1, 0.25, 0 m'],
  ])('%s', async (reader, number, list) => {
    await show(reader);
    expect(formatNumber(0.5)).toBe(number);
    expect(quantityText([1, 0.25, 0], 'm', 1).replace('\u2009', ' ')).toBe(list);
    expect(formatFixed(-0.5, 1)).toBe(`−${number}`);
    expect(listed(['a', 'b'])).toBe(number === '0,5' ? 'a; b' : 'a, b');
  });

  test('and typed numbers are read in both notations', async () => {
    await show('de');
    const control = { unit: { factor: 1, text: 'kg' } } as Parameters<typeof readTyped>[0];
    for (const text of ['−0,5 kg', '-0.5', formatNumber(-0.5)]) expect(readTyped(control, text)).toBe(-0.5);
    expect(readTyped(control, formatNumber(1.5e-9))).toBe(1.5e-9);
  });

  test('dates', async () => {
    await show('de-DE');
    expect(dateText('2026-03-04T05:06:00')).toContain('04.03.2026');
    await language.choose('en');
    expect(dateText('2026-03-04T05:06:00')).toContain('Mar 4, 2026');
  });
});

test('A language whose texts do not load stays English, and can be chosen again', async () => {
  expect(await show('sv')).toBe('en');
  expect(language.pending).toBeNull();
  await expect(language.choose('sv')).rejects.toThrow('offline');
  swedishLoads = true;
  await language.choose('sv');
  expect(language.shown).toBe('sv');
  expect(common.close()).toBe('Close');
});
