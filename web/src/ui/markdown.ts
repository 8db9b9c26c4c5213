import 'katex/dist/katex.min.css';
import katex from 'katex';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { math, mathHtml } from 'micromark-extension-math';
import { nextTask } from '../../../wasm/engine/task';
import { escaped } from '../format/xml';

/** Of a text, in characters: laid out at once, and laid out at all. What is longer is shown as it is written. */
const longest = { section: 8000, text: 50_000 };
/** Shorter sections are laid out together, because each call of the parser has a cost of its own. */
const shortest = 1000;
/** Of formulas: what one and all of a text may cost (`costOf`), and how deep braces may be nested. */
const most = { formula: 2000, formulas: 20_000, braces: 20 };

/** What the formulas of one text may still cost. */
interface Budget {
  left: number;
}

/** The same as `renderMarkdown`, a paragraph at a time, so that a long text does not hold up the page. */
export async function renderSections(text: string): Promise<string> {
  const html: string[] = [];
  const budget = { left: most.formulas };
  const sections = together(paragraphsOf(displayed(text)));
  let length = 0;
  for (const [i, section] of sections.entries()) {
    await nextTask();
    length += section.length;
    if (length > longest.text) {
      html.push(source(sections.slice(i).join('\n')));
      break;
    }
    html.push(section.length > longest.section ? source(section) : laidOut(section, budget));
  }
  return html.join('\n');
}

/** Neighbours joined up to the length `shortest`. */
function together(sections: string[]): string[] {
  const joined: string[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + section.length < shortest) joined[joined.length - 1] = `${last}\n${section}`;
    else joined.push(section);
  }
  return joined;
}

/** The text cut before its headings; whole where sections share the addresses of their links. */
export function sectionsOf(text: string): string[] {
  return cut(text, (line) => /^#{1,6}\s/.test(line));
}

/** The text cut between paragraphs too. A list and anything indented may go on after an empty line. */
export function paragraphsOf(text: string): string[] {
  return cut(text, (line, afterBlank) => /^#{1,6}\s/.test(line) || (afterBlank && /^[^\s\d*+-]/.test(line)));
}

/** The text cut before the lines that `begins` names, outside fences. */
function cut(text: string, begins: (line: string, afterBlank: boolean) => boolean): string[] {
  if (text.length <= longest.section && /^ {0,3}\[[^\]]+\]:/m.test(text)) return [text];
  const sections: string[][] = [[]];
  let fence = '';
  let afterBlank = false;
  for (const line of text.split('\n')) {
    if (!fence && begins(line, afterBlank)) sections.push([]);
    const mark = /^ {0,3}(`{3,}|~{3,}|\${2,})/.exec(line)?.[1] ?? '';
    if (!fence) fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    sections[sections.length - 1].push(line);
    afterBlank = line.trim() === '';
  }
  return sections.map((lines) => lines.join('\n'));
}

/**
 * HTML of a description. The text comes with the model, from anywhere: HTML in it is shown as text, addresses other than web links are
 * dropped, pictures are not loaded, and formulas can neither link nor grow without bound.
 */
export function renderMarkdown(text: string): string {
  return laidOut(displayed(text), { left: most.formulas });
}

/** The text as it is written. */
export function source(text: string): string {
  return `<p class="source">${escaped(text)}</p>`;
}

function laidOut(text: string, budget: Budget): string {
  return micromark(text, {
    extensions: [math(), gfmTable(), { disable: { null: ['labelStartImage', 'htmlFlow', 'htmlText'] } }],
    htmlExtensions: [gfmTableHtml(), formulas(budget)],
  });
}

/** Formulas within the budget; the others, and those that cannot be set, as they are written. */
function formulas(budget: Budget): ReturnType<typeof mathHtml> {
  const { enter, exit } = mathHtml();
  return {
    enter,
    exit: {
      ...exit,
      mathText() {
        this.tag(formula(this.resume(), false, budget));
        this.tag('</span>');
      },
      mathFlow() {
        this.tag(formula(this.resume().replace(/\r?\n$/, ''), true, budget));
        this.tag('</div>');
        this.setData('mathFlowOpen');
        this.setData('slurpOneLineEnding');
      },
    },
  };
}

function formula(latex: string, displayMode: boolean, budget: Budget): string {
  const cost = costOf(latex);
  budget.left -= cost;
  if (budget.left < 0 || cost > most.formula || depthOf(latex) > most.braces) return `<code>${escaped(latex)}</code>`;
  const maxExpand = definesMacro.test(latex) ? mostExpansions : 200;
  try {
    return katex.renderToString(latex, { ...katexOptions, maxExpand, displayMode });
  } catch {
    return `<code>${escaped(latex)}</code>`;
  }
}

const katexOptions = { throwOnError: false, trust: false, maxSize: 20, strict: 'ignore', errorColor: 'currentColor' } as const;
const definesMacro = /\\(?:[gex]?def|(?:future)?let|(?:new|renew|provide)command)/;
const mostExpansions = 20; // of macros that a formula defines
const costOfAny = 10; // characters that take as long as the shortest formula

/** In characters to be set. A macro that the formula defines may repeat all of it. */
function costOf(latex: string): number {
  return (latex.length + costOfAny) * (definesMacro.test(latex) ? mostExpansions : 1);
}

function depthOf(latex: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of latex) {
    if (character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === '}') depth--;
  }
  return deepest;
}

/** A formula between $$ that has a line for itself is set as one. */
export function displayed(text: string): string {
  return text.replace(/^ {0,3}\$\$([^$\n]+)\$\$[ \t]*$/gm, '$$$$\n$1\n$$$$');
}
