// Finds the texts that people read in a file of the page: those marked with `msg` for translation, and those that are not marked.
import { generateMsgId } from '@lit/localize/internal/id-generation.js';
import { parseSync } from 'vite';
import { pieces } from './text-pieces.mjs';

/** Attributes that people read or hear. */
const readAttribute = /^(title|alt|placeholder|label|aria-(label|description|roledescription|valuetext))$/;
/** Keys of objects whose values are shown. */
const readKey = /^(label|title|hint|caption)$/;
/** Words that are the same in all languages. */
const symbols = /^(kg|ms|Pa|min|Hz|mm|px|pt|kB|MB|MiB|Re|Im|Slipstick|Exudyn|GitHub)$/;
/** Keywords of CSS and HTML, in strings that would otherwise look like texts. */
const notations = [
  /^M[-\d.]/,
  /[{}<>]|;\s*$|\w="/,
  /^[.#[@]\w/,
  /^--|^[\w-]+\(|\bvar\(|\w\[\w|\d(px|rem|em|vw)\b|sans-serif/,
  /^\w+:\S/,
  /^[\w-]+\/[\w.+-]+$/,
];
/** Functions whose arguments are for the browser or the document. */
const technical =
  /^(querySelector(All)?|closest|matches|matchMedia|getContext|(add|remove)EventListener|customElement|get|has|includes|startsWith|endsWith|indexOf|split|join|replace(All)?|createElement(NS)?|RegExp|\w*Event|own|import|setProperty|[sg]etItem|removeItem|toggle|token|test|getChild|tool|sensor|freshName|nameLike)$/;
/** Properties whose values are for the browser. */
const technicalKey = /^(type|kind|mode|id|className|class|desc|font|cursor|cssText|rel|allow)$/;
const functions = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const transparent = /^(ConditionalExpression|LogicalExpression|TemplateLiteral|TSAsExpression|ParenthesizedExpression)$/;

/**
 * `marked`: each text with its identifier, as `@lit/localize` computes it, and with {0}, {1} … for the values. `problems`: texts
 * that are not marked, and marked ones that are evaluated only once, so that they would keep their first language. A comment with "no
 * text" exempts the strings of its line; in the first line, those of the file.
 */
export function textsOf(source, file) {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const lineOf = (place) => source.slice(0, place).split('\n').length;
  const exempt = new Set(comments.filter(({ value }) => value.includes('no text')).map(({ start }) => lineOf(start)));
  const found = { marked: [], problems: [] };
  const problem = ({ start }, message) => {
    if (!exempt.has(1) && !exempt.has(lineOf(start))) found.problems.push({ line: lineOf(start), message });
  };
  walk(program, [], (node, ancestors) => {
    if (isCall(node, 'msg')) found.marked.push({ ...message(node, source), line: lineOf(node.start) });
    if (isMarked(node)) {
      if (!ancestors.some(({ type }) => functions.test(type))) problem(node, 'evaluated once: wrap it in a function');
    } else if (isTemplate(node) && !isCall(ancestors.at(-1), 'msg')) {
      for (const { kind, name, parts } of pieces(node.quasi))
        for (const { text, start } of parts)
          if (text && hasWord(text) && (kind === 'text' || readAttribute.test(name))) problem({ start }, `not marked: ${text.trim()}`);
    } else if (isString(node, ancestors)) {
      const text = textOf(node);
      const read = readPlace(node, ancestors);
      if (read ? hasWord(text) : read === null && looksRead(text) && !isTechnical(node, ancestors)) problem(node, `not marked: ${text}`);
    }
  });
  return found;
}

function walk(node, ancestors, visit) {
  visit(node, ancestors);
  const inside = [...ancestors, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, inside, visit);
}

const isCall = (node, name) => node.type === 'CallExpression' && node.callee.name === name;
/** A call of `msg`, or of a function of `texts.ts`. */
const isMarked = (node) =>
  isCall(node, 'msg') || (node.type === 'CallExpression' && /^(common|listTitles|texts)$/.test(node.callee.object?.name ?? ''));
const isTemplate = ({ type, tag }) => type === 'TaggedTemplateExpression' && /^(html|svg)$/.test(tag.name);

/** A string or an untagged template that `msg` does not take directly. */
function isString(node, ancestors) {
  const parent = ancestors.at(-1);
  if (!parent || isCall(parent, 'msg') || parent.type === 'TaggedTemplateExpression') return false;
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

const textOf = (node) => (node.type === 'Literal' ? node.value : node.quasis.map(({ value }) => value.cooked).join('…'));

/** Whether a text has words that can be translated: not only symbols, abbreviations, addresses and keys of documents. */
function hasWord(text) {
  const words = text.replace(/&\w+;|https?:\S+/g, ' ').match(/\p{L}{2,}/gu) ?? [];
  return words.some((word) => !symbols.test(word) && word !== word.toUpperCase() && !/\p{Ll}\p{Lu}/u.test(word));
}

/** A part of a sentence, or a capitalised word. */
function looksRead(text) {
  if (!hasWord(text) || notations.some((notation) => notation.test(text))) return false;
  return /\p{L}\S*\s|\s\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[.…!?:]?$/u.test(text);
}

/** Whether people read a string in this place: true, false, or null if the place does not tell. */
function readPlace(node, ancestors) {
  let child = node;
  for (let i = ancestors.length - 1; i > 0; i--) {
    const place = ancestors[i];
    const template = place.type === 'TemplateLiteral' && isTemplate(ancestors[i - 1]);
    if (template) {
      const piece = pieces(place).find(({ parts }) => parts.some(({ expression }) => expression === child));
      return piece ? piece.kind === 'text' || readAttribute.test(piece.name) : false;
    }
    if (place.type === 'Property' && place.value === child && readKey.test(place.key.name)) return true;
    if (place.type === 'ConditionalExpression' && (isMarked(place.consequent) || isMarked(place.alternate))) return place.test !== child;
    if (!transparent.test(place.type) || place.test === child) return null;
    child = place;
  }
  return null;
}

/** Whether a string is for the browser or the compiler. */
function isTechnical(node, ancestors) {
  let child = node;
  for (const place of [...ancestors].reverse()) {
    if (/^(TSLiteralType|ImportDeclaration|Export\w+Declaration|Decorator)$/.test(place.type) && place.declaration !== child) return true;
    if (/^(BinaryExpression)$/.test(place.type) && /^([=!]==|in)$/.test(place.operator)) return true;
    if (place.type === 'SwitchCase' && place.test === child) return true;
    if (place.type === 'MemberExpression' && place.property === child) return true;
    if (place.key === child || technicalKey.test(place.key?.name ?? '')) return true;
    if (place.type === 'AssignmentExpression' && technicalKey.test(place.left.property?.name ?? '')) return true;
    if (/^(Call|New)Expression$/.test(place.type) && place.callee !== child) return isTechnicalCall(place, child);
    if (functions.test(place.type)) return false;
    child = place;
  }
  return false;
}

function isTechnicalCall({ callee, arguments: given }, argument) {
  const name = callee.property?.name ?? callee.name ?? '';
  if (name === 'setAttribute') return argument === given[0] || !readAttribute.test(given[0].value);
  return technical.test(name);
}

/** The text of a call of `msg`. */
function message({ arguments: [given, options] }, source) {
  const option = (name) => options?.properties.find(({ key }) => key.name === name)?.value.value;
  const isHtml = given.type === 'TaggedTemplateExpression' && given.tag.name !== 'str';
  const { quasis = [], expressions = [] } = given.type === 'TaggedTemplateExpression' ? given.quasi : given;
  const strings = given.type === 'Literal' ? given.value : quasis.map(({ value }) => value.cooked);
  const text = typeof strings === 'string' ? strings : strings.reduce((before, after, i) => `${before}{${i - 1}}${after}`);
  const values = expressions.map(({ start, end }) => source.slice(start, end).replace(/\s+/g, ' '));
  const desc = option('desc');
  return {
    id: option('id') ?? generateMsgId(strings, isHtml),
    text,
    ...(values.length > 0 ? { values } : {}),
    ...(desc ? { desc } : {}),
  };
}
