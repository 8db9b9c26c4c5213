// Reads a file of translations, `web/languages/<code>.json`: compares it with the catalogues, brings it in their order, and
// reads the texts for the page. Both the build and the check of the texts use this.
import { parseTree } from 'jsonc-parser';

/** The texts of a catalogue by the English text. */
const byText = (texts) => new Map(Object.entries(texts).map(([id, { text }]) => [text, id]));

/** Whether `@lit/localize` inserts the text of this identifier as markup. */
const isHtml = (id) => /^h[0-9a-f]{16}$/.test(id);

/** `content`, the text of a file of translations, in the order of the catalogues `rooms`: missing translations are "", stale ones last. */
export function inOrder(content, rooms) {
  const { language, texts: given = {} } = JSON.parse(content);
  const names = [...new Set([...Object.keys(rooms), ...Object.keys(given)])];
  const texts = names.map((room) => {
    const english = Object.values(rooms[room] ?? {}).map(({ text }) => [text, '']);
    return [room, { ...Object.fromEntries(english), ...given[room] }];
  });
  return `${JSON.stringify({ language, texts: Object.fromEntries(texts) }, null, 2)}\n`;
}

/**
 * What is wrong in a file of translations, with `place`, "file:line". `isGap`: a translation is missing or no longer needed; such a file can
 * be shown.
 */
export function problemsOf(file, content, rooms) {
  const found = [];
  const say = (offset, message, isGap = false) => found.push({ line: content.slice(0, offset).split('\n').length, message, isGap });
  const errors = [];
  const tree = parseTree(content, errors);
  if (errors.length > 0 || tree?.type !== 'object') say(errors[0]?.offset ?? 0, 'this is not an object of valid JSON');
  else checkFile(tree, rooms, say);
  return found.sort((a, b) => a.line - b.line).map(({ line, ...problem }) => ({ place: `${file}:${line}`, ...problem }));
}

function checkFile(tree, rooms, say) {
  const keys = entriesOf(tree, 'object', say);
  for (const [key, { offset }] of keys) if (key !== 'language' && key !== 'texts') say(offset, `unknown key “${key}”`);
  const name = keys.get('language')?.value;
  if (name?.type !== 'string' || !name.value.trim()) say(name?.offset ?? 0, '“language” must be the name of the language in itself');
  const texts = keys.get('texts');
  const given = entriesOf(texts?.value, '“texts”', say);
  for (const [room, { offset }] of given) if (!Object.hasOwn(rooms, room)) say(offset, `there is no catalogue “${room}”`, true);
  for (const [room, catalogue] of Object.entries(rooms)) {
    const place = given.get(room);
    if (place) checkRoom(room, place, byText(catalogue), say);
    else say(texts?.offset ?? 0, `the texts of “${room}” are missing`, true);
  }
}

function checkRoom(room, { value, offset: place }, catalogue, say) {
  const given = entriesOf(value, `“${room}”`, say);
  for (const [english, { offset, value }] of given) {
    if (!catalogue.has(english)) say(offset, `stale: “${english}” is not in web/catalogues/${room}.json`, true);
    else if (value.type !== 'string') say(offset, 'a translation is a text');
    else if (!value.value.trim()) say(offset, `missing: “${english}”`, true);
    else for (const message of faults(english, value.value, isHtml(catalogue.get(english)))) say(offset, message);
  }
  for (const english of catalogue.keys()) if (!given.has(english)) say(place, `missing: “${english}”`, true);
}

/** The entries of an object, each with its value and its place in the file. */
function entriesOf(node, name, say) {
  const found = new Map();
  if (node?.type !== 'object') {
    say(node?.offset ?? 0, `${name} must be an object`);
    return found;
  }
  for (const { offset, children } of node.children) {
    const [key, value] = children;
    if (found.has(key.value)) say(offset, `“${key.value}” occurs twice`);
    found.set(key.value, { offset, value });
  }
  return found;
}

/** What is wrong with the translation of a text. */
function faults(english, translation, html) {
  const found = differences(placeholders(english), placeholders(translation), 'placeholder');
  if (/[{}｛｝]/.test(translation.replace(/\{\d+\}/g, ''))) found.push('malformed: braces are for placeholders only, such as {0}');
  if (translation !== translation.trim()) found.push('a translation must not begin or end with a space');
  if (html) found.push(...differences(tags(english), tags(translation), 'tag'), ...nesting(translation));
  return found;
}

const placeholders = (text) => text.match(/\{\d+\}/g) ?? [];

const tag = /<\/?([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;
const readAttribute = /\b(title|alt|placeholder|label|aria-[a-z]+)="[^"]*"/g;
const empty = /^(br|img|input|wbr|hr)$/;

/** Tags of a text; attributes that people read may differ. */
const tags = (text) => [...text.matchAll(tag)].map(([all]) => all.replace(readAttribute, '$1').replace(/\s+/g, ' '));

function differences(wanted, given, what) {
  const without = (from, others) => {
    const left = [...others];
    return from.filter((each) => !left.includes(each) || void left.splice(left.indexOf(each), 1));
  };
  return [
    ...without(wanted, given).map((each) => `missing ${what} ${each}`),
    ...without(given, wanted).map((each) => `${what} ${each} is not in the English text`),
  ];
}

/** Tags that are not closed in the order in which they were opened. */
function nesting(text) {
  const open = [];
  for (const [all, name] of text.matchAll(tag)) {
    if (empty.test(name) || all.endsWith('/>')) continue;
    if (!all.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return [`unbalanced markup: ${all}`];
  }
  if (/<(?![^<]*>)/.test(text)) return ['unbalanced markup: a tag has no end'];
  return open.length > 0 ? [`unbalanced markup: <${open.pop()}> is not closed`] : [];
}

/** The translations in a file by identifier; missing ones are left out, so that they stay English. */
export function byIdentifier(content, rooms) {
  const { texts } = JSON.parse(content);
  const found = Object.entries(rooms).flatMap(([room, catalogue]) =>
    [...byText(catalogue)].map(([english, id]) => [id, texts[room]?.[english]]),
  );
  return Object.fromEntries(found.filter(([, translation]) => translation));
}
