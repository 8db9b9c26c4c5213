// Lists the messages of the engine and the program as templates, and checks that each kind of fault is worded in one way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bold, Failure, isMain, main, root, sourceFiles } from './tools.mjs';

/** The functions and exceptions whose last argument is a message. */
const receivers =
  /\b(?:error|warning|complain|fail|refuse|warn|FmuError|ImportError|ExportError|ModelError|Failure|NoValue|std::invalid_argument)\s*[({]/g;

/**
 * The kinds of faults: the wording, with … for other words, its pattern, and other wordings of the same fault, which are rejected. Messages
 * follow the place of a value and begin in lower case, because the page, the program and Python write "stiffness: must be …".
 */
export const kinds = [
  {
    fault: 'a wrong value',
    wording: '… must be …, got …',
    pattern: /\b(?:must|should)(?: not)? (?:be|have|name|give|begin|end|differ|divide)\b/,
    others: /\b(?:invalid|illegal|wrong|incorrect|has to|have to|shall|may not be|is not valid|out of range)\b/,
  },
  {
    fault: 'a missing value',
    wording: "'…' is missing: …",
    pattern: /\b(?:is missing|needs?)\b/,
    others: /\b(?:is|are) (?:required|not specified)\b|\bexpected but\b/,
  },
  {
    fault: 'an unknown name',
    wording: "no … is called '…', or unknown … '…'; did you mean …",
    pattern: /\bunknown |\bno .* is called\b|\bthere is no |\{\} has no /,
    others: /\bnot found\b|\bno such\b|\b(?:model|document) has no (?:input|parameter|sensor|object|node|marker|load)\b/,
  },
  {
    fault: 'a name used twice',
    wording: "another … is called '…' too",
    pattern: /\banother .*(?:is called|has the id) .* too\b|\btwice\b/,
    others: /\bduplicate|\balready exists\b|\btwo \w+ are called\b/,
  },
  {
    fault: 'a limit',
    wording: 'at most …, got …',
    pattern: /\bat most\b|\bmore than\b|\btoo (?:large|small|long|many|few|far)\b/,
    others: /\bexceeds?\b(?! the sum)|\bmaximum of\b|\bno more than\b|\blimited to\b/,
  },
  {
    fault: 'a syntax error',
    wording: 'expected …, got …',
    pattern: /\bexpected\b|\btakes\b|\bwrite \w+/,
    others: /[,;] found\b|\bunexpected\b|\bsyntax error\b/,
  },
  {
    fault: 'a value without effect',
    wording: 'has no effect: …',
    pattern: /\bhas no effect\b|\bexerts? no\b|\bis not (?:shown|drawn|recorded)\b/,
    others: /\b(?:is|are) ignored\b|\bis unused\b|\bdoes nothing\b/,
  },
  { fault: 'another', wording: 'a statement, and after a colon its reason or remedy', pattern: /./, others: /\bplease\b|\bsorry\b|!/i },
];

/** A comparison or a count, which is incomplete without the value or the reason. */
const incomplete =
  /\bmust (?:be|have|not be (?:below|above)) (?:(?:less|more|at least (?!one)|at most|below|above|between|true|one of)\b|\d|\{\} )(?!.*(?:, got |\bbut\b))/;
/** The states of a run are sentences. */
const isSentence = (text) => /^(?:Stopped at|No eigenvalues)/.test(text);

/** What is wrong with a message; "" if nothing. */
export function problemOf(text) {
  const other = kinds.find(({ others }) => others.test(text));
  if (other) return `${other.fault} is worded as “${other.wording}”`;
  if (incomplete.test(text) && !text.includes(': ')) return 'add the value: “, got …”';
  if (isSentence(text)) return '';
  if (/^[A-Z][a-z]/.test(text) && !text.startsWith('Exudyn')) return 'begin in lower case, because a place comes before it';
  return /[.!]$/.test(text) ? 'leave out the full stop' : '';
}

/** The messages of a source file: line and template, in which {} is a computed part. */
export function messagesIn(code) {
  const text = code.replace(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*/g, (part) => (part.startsWith('/') ? ' '.repeat(part.length) : part));
  return [...text.matchAll(receivers)].flatMap(({ 0: call, index }) => {
    const template = templateOf(lastArgument(text, index + call.length));
    return template ? [{ line: text.slice(0, index).split('\n').length, template }] : [];
  });
}

/** The last argument of a call whose arguments begin at an index. */
function lastArgument(text, begin) {
  let [start, depth] = [begin, 1];
  for (const { 0: token, index } of text.slice(begin).matchAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|[([{}\])]|,/g)) {
    if (/^[([{]/.test(token)) depth++;
    else if (/^[)\]}]/.test(token)) depth--;
    else if (token === ',' && depth === 1) start = begin + index + 1;
    if (depth === 0) return text.slice(start, begin + index);
  }
  return '';
}

/** The texts of an expression with {} between them; "" without a text. */
function templateOf(expression) {
  const texts = [...expression.matchAll(/"((?:\\.|[^"\\\n])*)"/g)];
  if (texts.length === 0) return '';
  let template = '';
  let end = 0;
  for (const { 0: quoted, 1: text, index } of texts) {
    template += (expression.slice(end, index).trim() ? '{}' : '') + text;
    end = index + quoted.length;
  }
  return (template + (expression.slice(end).trim() ? '{}' : '')).replaceAll('\\"', '"').replace(/^\{\}(?=must |is |has |needs )/, '');
}

/** The messages of the table of codes, without the sentences that state how a run went. */
function messagesOfTable(code) {
  const text = code.replace(/"\s*\n\s*"/g, (gap) => gap.replace(/[^\n]/g, ''));
  return [...text.matchAll(/MessageTemplate \w+\{\s*"\w+",\s*"((?:\\.|[^"\\])*)"/g)]
    .filter(([, message]) => !/^[A-Z][a-z]|[.]$/.test(message))
    .map(({ 1: message, index }) => ({ line: text.slice(0, index).split('\n').length, template: message.replace(/\{\d\}/g, '{}') }));
}

/** All messages: "file:line", template. */
export async function messages() {
  const files = (await sourceFiles('.h', '.cpp')).filter((file) => /^(?:core|wasm|python)\//.test(file));
  return files.flatMap((file) => {
    const found = file === 'core/message/messages.h' ? messagesOfTable : messagesIn;
    return found(readFileSync(join(root, file), 'utf8')).map(({ line, template }) => ({ place: `${file}:${line}`, template }));
  });
}

export async function checkMessages() {
  const found = (await messages()).flatMap(({ place, template }) => {
    const problem = problemOf(template);
    return problem ? [`${place}: ${template}: ${problem}`] : [];
  });
  for (const each of found) console.error(each);
  if (found.length > 0) throw new Failure(`${found.length} ${found.length === 1 ? 'message does' : 'messages do'} not follow the wording.`);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const all = await messages();
    for (const { fault, wording } of kinds) {
      console.log(bold(`\n${fault}: ${wording}`));
      for (const { place, template } of all)
        if (kinds.find(({ pattern }) => pattern.test(template)).fault === fault) console.log(`  ${template}  (${place})`);
    }
    await checkMessages();
  });
}
