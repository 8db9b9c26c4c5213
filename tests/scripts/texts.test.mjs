// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are TypeScript
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configureLocalization, msg, str } from '@lit/localize';
import { html } from 'lit';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../../scripts/text-finder.mjs';
import { problems, writeCatalogues } from '../../scripts/texts.mjs';
import { common } from '../../web/src/format/texts';
import { folderWith } from '../support/folder.ts';

/** A tree with these files below web/src. */
const treeOf = (files) => folderWith(Object.fromEntries(Object.entries(files).map(([name, text]) => [`web/src/${name}`, text])));

const faultsOf = (source) => textsOf(source, 'page.ts').problems.map(({ line, message }) => `${line}: ${message}`);

test('every text of the page is marked, occurs once, and is in the catalogue of its room', async () => {
  expect(await problems()).toEqual([]);
});

describe('A text that is not marked is found', () => {
  test.each([
    ['between tags', 'const show = () => html`<p class="quiet">\n  Nothing to show.</p>`;', '1: not marked: Nothing to show.'],
    ['beside a value', 'const show = (n) => html`<b>${n} of many</b>`;', '1: not marked: of many'],
    ['after a value in an attribute', 'const show = (n) => html`<i class=${n} title="Go there"></i>`;', '1: not marked: Go there'],
    ['in a label', 'const show = () => html`<a aria-label=${`Delete ${name}`}></a>`;', '1: not marked: Delete …'],
    ['as a choice', "const show = (on) => html`<b>${on ? 'Stop' : nothing}</b>`;", '1: not marked: Stop'],
    ['beside a marked one', "const word = (on) => (on ? msg('Play') : 'pause');", '1: not marked: pause'],
    ['as a sentence', "const why = () => 'The file is empty.';", '1: not marked: The file is empty.'],
    ['with values', 'const why = (n) => `${n} runs failed`;', '1: not marked: … runs failed'],
    ['as the label of an object', "const tab = { label: 'plots' };", '1: not marked: plots'],
    ['in a value of a marked one', 'const some = (on) => msg(str`Keep ${on ? "all of it" : n}`);', '1: not marked: all of it'],
    ['given to a function', "button(() => act, 'Try again');", '1: not marked: Try again'],
  ])('%s', (_, source, fault) => {
    expect(faultsOf(source)).toEqual([fault]);
  });
});

test.each([
  ['marked texts', "const a = () => html`<p title=${msg('To the start')}>${msg('The end.')}</p>`;"],
  ['marked markup', 'const a = () => msg(html`Read the <a href="#doc">manual</a>.`);'],
  ['symbols, abbreviations and keys', 'const a = html`<p>5 kg, JSON, outputVariableType, ${n}&nbsp;Hz</p>`;'],
  ['names of classes', 'const a = html`<p class="quiet wide" style=${"color: red"}></p>`;'],
  ['selectors and styles', "a.querySelector('p .quiet'); a.style.font = '12px Times New Roman'; const b = 'rgb(1 2 3)';"],
  ['comparisons and keys', "const a = b === 'Some Name' ? c['Other Name'] : { 'And Another': 1 };"],
  ['types', "type A = 'Left Side' | 'Right Side';"],
  ['exempt lines', "const name = 'the hand that builds'; // no text: for the document"],
  ['exempt files', "// no text: shaders\nconst shader = 'varying vec2 place';"],
])('Nothing is wrong with %s', (_, source) => {
  expect(faultsOf(source)).toEqual([]);
});

test('a text that is evaluated only once is found: it would keep its first language', () => {
  const fault = 'evaluated once: wrap it in a function';
  expect(faultsOf("const label = msg('Plots');")).toEqual([`1: ${fault}`]);
  expect(faultsOf('class View { label = common.plots(); }')).toEqual([`1: ${fault}`]);
  expect(faultsOf("const label = () => msg('Plots');\nclass View { get label() { return msg('Plot'); } }")).toEqual([]);
});

test('a text in two places is found, with both', async () => {
  const tree = treeOf({ 'plots/a.ts': "const a = () => msg('Close');", 'share/b.ts': "\nconst b = () => msg('Close');" });
  await writeCatalogues(tree);
  expect(await problems(tree)).toEqual(['web/src/share/b.ts:2: “Close” is also in web/src/plots/a.ts:1: share it']);
});

test('a catalogue has texts, values, places and explanations; an old one is found', async () => {
  const tree = treeOf({
    'plots/a.ts': "const a = (n) => [msg(str`${n.count} of ${n.all} runs`), msg('Fit', { id: 'fit', desc: 'a button' })];",
    'share/b.ts': 'const b = () => msg(html`<b>Copy</b> it`);',
  });
  const stale = (name) => `web/catalogues/${name}.json differs from the texts in web/src: npm run texts`;
  expect(await problems(tree)).toEqual([stale('plots'), stale('share')]);
  await writeCatalogues(tree);
  expect(await problems(tree)).toEqual([]);
  const read = (room) => JSON.parse(readFileSync(join(tree, 'web/catalogues', `${room}.json`), 'utf8'));
  expect(Object.values(read('plots'))).toEqual([
    { text: '{0} of {1} runs', values: ['n.count', 'n.all'], file: 'plots/a.ts' },
    { text: 'Fit', desc: 'a button', file: 'plots/a.ts' },
  ]);
  expect(Object.keys(read('plots'))[1]).toBe('fit');
  expect(Object.values(read('share'))).toEqual([{ text: '<b>Copy</b> it', file: 'share/b.ts' }]);
  rmSync(join(tree, 'web/src/share'), { recursive: true });
  expect(await problems(tree)).toEqual([stale('share')]);
});

/** A tree with texts and a file of translations. */
async function translated(text) {
  const tree = treeOf({
    'plots/a.ts': "const a = (n) => [msg('Close'), msg(str`${n.count} of ${n.all} runs`)];",
    'share/b.ts': 'const b = () => msg(html`Read the <a href="#doc" title="Manual"><b>manual</b></a>`);',
    '../languages/de.json': typeof text === 'string' ? text : JSON.stringify(text, null, 2),
  });
  await writeCatalogues(tree).catch(() => {});
  return tree;
}

const german = (plots = {}, share = {}) => ({
  language: 'Deutsch',
  texts: {
    plots: { Close: 'Schließen', '{0} of {1} runs': 'Von {1} Läufen {0}', ...plots },
    share: {
      'Read the <a href="#doc" title="Manual"><b>manual</b></a>': '<a href="#doc" title="Handbuch">Das <b>Handbuch</b></a> lesen',
      ...share,
    },
  },
});
const english = Object.keys(german().texts.share)[0];

test('a complete file of translations is without problems, and is brought in the order of the catalogues', async () => {
  const { language, texts } = german();
  const tree = await translated({
    texts: { share: texts.share, plots: Object.fromEntries(Object.entries(texts.plots).reverse()) },
    language,
  });
  expect(await problems(tree)).toEqual([]);
  expect(readFileSync(join(tree, 'web/languages/de.json'), 'utf8')).toBe(`${JSON.stringify(german(), null, 2)}\n`);
  writeFileSync(join(tree, 'web/languages/de.json'), JSON.stringify(german()));
  expect(await problems(tree)).toEqual(['web/languages/de.json:1: not in the order of the catalogues: npm run texts']);
});

describe('A problem of a file of translations is found, with its place', () => {
  test.each([
    ['a missing translation', german({ Close: undefined }), '5: missing: “Close”'],
    ['a stale one', german({ Quit: 'Beenden' }), '7: stale: “Quit” is not in web/catalogues/plots.json'],
    ['an unknown catalogue', { ...german(), texts: { ...german().texts, print: {} } }, '11: there is no catalogue “print”'],
    ['a missing placeholder', german({ '{0} of {1} runs': '{0} Läufe' }), '6: missing placeholder {1}'],
    ['an extra placeholder', german({ Close: '{0} schließen' }), '5: placeholder {0} is not in the English text'],
    ['a malformed placeholder', german({ Close: 'Schließen {name}' }), '5: malformed: braces are for placeholders only, such as {0}'],
    ['a missing tag', german({}, { [english]: 'Das <b>Handbuch</b> lesen' }), '9: missing tag <a href="#doc" title>'],
    ['another address', german({}, { [english]: '<a href="#x" title=""><b>Handbuch</b></a>' }), '9: missing tag <a href="#doc" title>'],
    ['unbalanced tags', german({}, { [english]: '<a href="#doc" title="H">Das <b>Handbuch</a></b>' }), '9: unbalanced markup: </a>'],
    ['no text', german({ Close: 5 }), '5: a translation is a text'],
    ['spaces', german({ Close: ' Schließen' }), '5: a translation must not begin or end with a space'],
    ['no name', { ...german(), language: '' }, '2: “language” must be the name of the language in itself'],
    ['invalid JSON', '{\n"language": }', '2: this is not an object of valid JSON'],
  ])('%s', async (_, file, fault) => {
    expect(await problems(await translated(file))).toContain(`web/languages/de.json:${fault}`);
  });
});

test('a text that occurs twice is found', async () => {
  const tree = await translated(german());
  const file = join(tree, 'web/languages/de.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"Close":', '"Close": "Zu",\n"Close":'));
  expect(await problems(tree)).toEqual(['web/languages/de.json:6: “Close” occurs twice']);
});

test('writing reports a file of translations that is not JSON, with the place', async () => {
  await expect(writeCatalogues(await translated('{\n"texts" 5}'))).rejects.toThrow('web/languages/de.json:2: this is not');
});

test('the identifiers of the catalogues lead to translations, and the language changes without a reload', async () => {
  const identifier = (source) => textsOf(source, 'a.ts').marked[0].id;
  const templates = {
    [identifier("const a = () => msg('Close');")]: 'Schließen',
    [identifier('const a = () => msg(str`${n} seconds`);')]: str`${0} Sekunden`,
    [identifier('const a = () => msg(html`<b>${n}</b> runs`);')]: html`<b>${0}</b> Läufe`,
  };
  globalThis.window = new EventTarget();
  const { setLocale } = configureLocalization({
    sourceLocale: 'en',
    targetLocales: ['de'],
    loadLocale: async () => ({ templates }),
  });
  expect(common.close()).toBe('Close');
  await setLocale('de');
  expect(common.close()).toBe('Schließen');
  expect(common.seconds('5')).toBe('5 Sekunden');
  expect(msg(html`<b>${3}</b> runs`)).toMatchObject({ strings: ['<b>', '</b> Läufe'], values: [3] });
  expect(common.cancel()).toBe('Cancel'); // not translated: the source language
});
