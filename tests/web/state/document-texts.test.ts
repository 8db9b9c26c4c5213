import { expect, test } from 'vitest';
import { catalogue } from '../../../wasm/engine/catalogue';
import { textPlaces } from '../../../wasm/engine/text-places';
import { englishText } from '../../../web/gallery/texts';
import { localised } from '../../../web/src/format/localised';
import { hashOfModel, isPresent, loadModel, modelNames } from '../../../web/src/state/catalogue';
import {
  forEachText,
  foreignTexts,
  inLanguage,
  languagesOfDocument,
  localisedPaths,
  textInLanguage,
  withOtherLanguages,
} from '../../../web/src/state/document-texts';

const pendulum = {
  slipstick: 1,
  title: { en: 'Pendulum', de: 'Pendel' },
  parameters: { en: 3, label: { value: 1, label: { de: 'Masse', en: 'mass' } } },
  tasks: [{ title: 'plain', hints: ['none', { en: 'Look.', fr: 'Regarde.' }] }],
};

test('Places of texts are those of the core', () => {
  expect(textPlaces).toEqual(catalogue.texts);
});

test('A text is chosen by tag, primary language, English and order', () => {
  const chosen = (texts: object, language: string) => localised(texts, language).lang;
  expect(chosen({ en: 'a', de: 'b', 'de-CH': 'c' }, 'de-CH')).toBe('de-CH');
  expect(chosen({ en: 'a', de: 'b' }, 'de-AT')).toBe('de');
  expect(chosen({ en: 'a', 'pt-BR': 'b' }, 'pt')).toBe('pt-BR');
  expect(chosen({ en: 'a', 'zh-Hant': 'b', 'zh-Hans': 'c' }, 'zh-Hans-CN')).toBe('zh-Hans');
  expect(chosen({ en: 'a', 'zh-Hant': 'b' }, 'zh-Hans')).toBe('en');
  expect(chosen({ it: 'a', 'en-GB': 'b' }, 'fr')).toBe('en-GB');
  expect(chosen({ it: 1, de: 'b' }, 'it')).toBe('de');
  expect(chosen({}, 'de')).toBe('');
});

test('A document has one language, its tasks all of them for the engine', () => {
  const german = inLanguage(pendulum, 'de');
  expect(german).toEqual({
    slipstick: 1,
    title: 'Pendel',
    parameters: { en: 3, label: { value: 1, label: 'Masse' } },
    tasks: [{ title: 'plain', hints: ['none', 'Look.'] }],
  });
  expect(inLanguage(german, 'fr')).toBe(german);
  expect(languagesOfDocument(pendulum)).toEqual(['en', 'de', 'fr']);
  expect(localisedPaths(pendulum)).toHaveLength(3);
  expect(JSON.parse(textInLanguage(JSON.stringify(pendulum), 'de')).tasks).toEqual(pendulum.tasks);
  expect(textInLanguage('{"title": {"en": "a", }', 'de')).toBe('{"title": {"en": "a", }');
  expect(textInLanguage('{"title": {"en": 3}}', 'de')).toBe('{"title": {"en": 3}}');
});

test('Texts that lack the language of the reader have their own', () => {
  const foreign = (language: string) => Object.fromEntries(foreignTexts(pendulum, language));
  expect(foreign('fr')).toEqual({ Pendulum: 'en', mass: 'en' });
  expect(foreign('de-AT')).toEqual({ 'Look.': 'en' });
  expect(foreign('en-GB')).toEqual({});
});

test('English documents of the gallery keep the layout of their files', () => {
  const text =
    '{\n  "title": {"en": "A \\"b\\"", "de": "B"},\n  "parameters": {"m": {"value": 1.0, "label": {\n    "de": "M", "en": "m"\n  }}}\n}\n';
  expect(englishText(text)).toBe('{\n  "title": "A \\"b\\"",\n  "parameters": {"m": {"value": 1.0, "label": "m"}}\n}\n');
});

test('The hash of a gallery model does not depend on the language', async () => {
  for (const name of ['bicycle', 'rolling-coin']) {
    const [english, german] = await Promise.all([loadModel(name), loadModel(name, 'de')]);
    expect(languagesOfDocument(english!.document)).toEqual([]);
    expect(inLanguage(german!.document, 'en')).toEqual(english!.document);
    expect(german!.hash).toBe(english!.hash);
    expect(hashOfModel(english!.document)).toBe(english!.hash);
  }
});

/** Links of earlier versions contain the first hash. If a model changes, the second one does, and its line must go here and in the page. */
test.each([
  ['bicycle', '27nfv4', '1v1w5c'],
  ['bouncing-balls', 'bbrvuy', '1p37pi'],
  ['stick-slip', 'jfz5m1', 'v1v2ie'],
])('Links with the earlier hash of %s open without a note', async (name, hash, present) => {
  const entry = await loadModel(name, 'de');
  expect(entry!.hash).toBe(present);
  expect(isPresent(hash, entry!)).toBe(true);
  expect(isPresent('abcdef', entry!)).toBe(false);
});

test('A change of texts in one language keeps the others', () => {
  const document = {
    title: { en: 'A', de: 'B' },
    tasks: [{ answer: { choices: [{ text: { en: 'one', de: 'eins' } }, { text: { en: 'two', de: 'zwei' } }] } }],
  };
  const changed = (path: (string | number)[], value: unknown, language = 'de') => withOtherLanguages(document, path, value, language);
  expect(changed(['title'], 'C')).toEqual({ en: 'A', de: 'C' });
  expect(changed(['title'], 'C', 'fr')).toEqual({ en: 'C', de: 'B' });
  expect(changed(['title'], undefined)).toEqual({ en: 'A' });
  expect(changed(['slipstick'], 1)).toBe(1);
  const at = ['tasks', 0, 'answer', 'choices'];
  expect(changed([...at, 1], { text: 'zwo', correct: true })).toEqual({ text: { en: 'two', de: 'zwo' }, correct: true });
  expect(changed(at, [{ text: 'zwei' }])).toEqual([{ text: { en: 'two', de: 'zwei' } }]);
  expect(changed(at, [{ text: 'null' }, { text: 'eins' }, { text: 'zwei' }])).toEqual([
    { text: 'null' },
    { text: { en: 'one', de: 'eins' } },
    { text: { en: 'two', de: 'zwei' } },
  ]);
  expect(changed([...at, 0, 'text'], 'EINS')).toEqual({ en: 'one', de: 'EINS' });
});

test('Every text of the gallery is in five languages', async () => {
  const missing: string[] = [];
  for (const name of modelNames) {
    const { document } = (await loadModel(name, 'mul'))!;
    forEachText(document, (text, path) => {
      const place = `${name}: /${path.join('/')}`;
      if (typeof text === 'string') return void (text !== '' && !sameInAll(text) && missing.push(`${place}: ${text.slice(0, 40)}`));
      const languages = Object.keys(text as object);
      for (const code of ['en', 'de', 'fr', 'es', 'zh-Hans']) if (!languages.includes(code)) missing.push(`${place}: ${code}`);
    });
  }
  expect(missing).toEqual([]);
});

/** Units, formulas, and names of people and programs. */
const sameInAll = (text: string) => !/\p{L}{3}/u.test(text.replace(/\b(rad|sin|cos)\b/g, '')) || /Gonthier|Exudyn|Meijaard/.test(text);
