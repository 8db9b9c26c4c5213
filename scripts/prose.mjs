// Checks comments, documents, messages and gallery texts for phrases that are always wrong in this project. cspell checks the spelling.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, isMain, main, root, sourceFiles } from './tools.mjs';

/** Phrases as regular expressions, in which a blank also matches a line break, each with a better phrase; "" if it is to be deleted. */
export const phrases = [
  ['(the|of|to|and|in|are|with|for|on|by|from|it|be) \\1', 'the word once'],
  ['all the same(?! \\w)', 'still'],
  ['(?:allows?|enables?|permits?) to', 'lets you'],
  ['anew', 'again'],
  ['as (?:large|long|small|much|few|many) or (?:large|long|small|much|few|many) as', 'maximises or minimises'],
  ['(?:is|are|was|were) told', 'is reported'],
  ['but for', 'except for'],
  ['by the time(?! (?:the|it|they|an?|that|when|this|you|we)\\b)', 'over time, as a function of time'],
  ['(?:called|named) like', 'named after, has the same name as'],
  ['can not', 'cannot'],
  ['consists? in', 'consists of'],
  ['depend(?:s|ed|ing)? (?:from|of)', 'depends on'],
  ['due to the fact that', 'because'],
  ['for itself', 'separately'],
  ['from its start to its end', 'whole'],
  ['gives? away', 'publishes'],
  ['(?:there|where)(?:of|by|in)', 'so, from it, in it'],
  ['in order to', 'to'],
  ['in place of', 'instead of'],
  ['in the following(?=[.,:;])', 'below'],
  ['(?:informations|feedbacks|softwares|advices)', 'the singular'],
  ['(?:is|are|do|does|has|have) (?:(?:it|so|that|this) )?no more', 'no longer'],
  ['loos(?:es|ing)', 'loses'],
  ['most often', 'usually'],
  ['of (?:its|their) own(?! [a-z])', 'its own, a separate'],
  ['of course', ''],
  ['resp\\.', 'and, or'],
  ['sees nothing', 'misses, ignores'],
  ['so[- ]called', ''],
  ['stands? (?:there|here|beside|written)', 'is, appears, is stored'],
  ['tells? (?:how|what|which|that|whether|where|when)', 'reports, shows'],
  ['the ones? of the', 'that of the'],
  ['the other ones?', 'the other'],
  ['to speak of', 'considerable'],
  ['until now', 'so far'],
  ['utili[sz]e[sd]?', 'use'],
  ['what (?:nothing|nobody|is left|is there|stands)', 'a noun, such as the unused keys'],
  ['worth it', 'pays off'],
  // Spellings that cspell accepts; the others are keys, or names of standards and titles.
  [
    '(?!visualization|initialized|generalized|linearized|organizations?|normalize)(?!(?:re|cap)?siz|seiz|priz)[a-z]+iz(?:e[sd]?|ing|ations?|er)',
    'the ending -ise',
  ],
  ['aluminum|artifacts?|fibers?|(?:kilo|centi|milli)?meters?', 'aluminium, artefact, fibre, metre'],
].map(([phrase, better]) => ({ pattern: new RegExp(`(?<![\\w-])(?:${phrase.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi'), better }));

/** Comments and quoted texts of code. The patterns name what is kept; all else is code. */
const kept = {
  c: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|R"\([\s\S]*?\)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
  py: /#[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  json: /"(?:\\.|[^"\\\n])*"/g,
};
const isProse = (text) => /^(?:\/[/*]|#|""")/.test(text) || text.trim().split(/\s+/).length > 2;

const blank = (text) => text.replace(/[^\n]/g, ' ');
/** Replaces code: it is not prose, but separates words. */
const mask = (code) => code.replace(/\S/g, '·');

/** The text of a file in which everything except English prose is masked or blank, and line breaks remain. */
export function proseOf(file, text) {
  if (file.endsWith('.md')) return text.replace(/```[\s\S]*?```|`[^`\n]*`|\$[^$]*\$|\]\([^)\s]*\)/g, mask).replace(names, mask);
  const code = file.endsWith('.py') ? kept.py : file.endsWith('.json') ? kept.json : kept.c;
  let prose = '';
  let at = 0;
  for (const { 0: part, index } of file.endsWith('.json') ? withoutTranslations(text).matchAll(code) : text.matchAll(code)) {
    prose += mask(text.slice(at, index)) + (isProse(part) ? withoutMarks(part) : mask(part));
    at = index + part.length;
  }
  return prose + mask(text.slice(at));
}

const withoutTranslations = (text) => text.replace(/"(?:de|fr|es|zh-Hans)": *"(?:\\.|[^"\\])*"/g, blank);
/** Names from code, such as stepSize or factorize(). */
const names = /\b\w*[a-z][A-Z]\w*|\b\w+(?=\()/g;
/** Without names from code, and without marks of comments and joined texts, at which a phrase may be broken. */
const withoutMarks = (part) =>
  part
    .replace(/`[^`\n]*`/g, part.startsWith('`') ? '$&' : mask)
    .replace(/\\n/g, mask)
    .replace(names, mask)
    .replace(/^[ \t]*(?:\/\/+|\/?\*+|#)/gm, blank);

/** Every phrase in a file, as "file:line: message". */
export function problems(file, text) {
  const prose = proseOf(file, text);
  return phrases.flatMap(({ pattern, better }) =>
    [...prose.matchAll(pattern)].map(({ 0: phrase, index }) => {
      const line = prose.slice(0, index).split('\n').length;
      return `${file}:${line}: “${phrase.replace(/\s+/g, ' ')}”: ${better ? `write “${better}”` : 'leave it out'}`;
    }),
  );
}

/** Other people's texts, published links, and the phrases themselves. */
const exempt =
  /^(?:LICENSE|package-lock\.json|docs\/peer\.md|web\/public\/|web\/languages\/\w+\.json$|tests\/data\/(?:links|live)\/|(?:tests\/)?scripts\/prose\.)/;

export async function checkProse() {
  const files = await sourceFiles('.h', '.cpp', '.ts', '.mjs', '.js', '.py', '.md', '.json', '.css');
  const found = files.filter((file) => !exempt.test(file)).flatMap((file) => problems(file, readFileSync(join(root, file), 'utf8')));
  for (const problem of found) console.error(problem);
  if (found.length > 0) throw new Failure(`${found.length} ${found.length === 1 ? 'phrase reads' : 'phrases read'} badly.`);
}

if (isMain(import.meta.url)) await main(checkProse);
