import { attempt } from '../format/attempt';
import 'katex/dist/katex.min.css';
import katex from 'katex';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { math, mathHtml } from 'micromark-extension-math';
import { nextTask } from '../../../wasm/engine/task';
import { escaped } from '../format/xml';

/** Length of a text, in characters: the limit for a single layout, and the limit for any layout. Longer text is shown as its source. */
const longest = { section: 8000, text: 50_000 };
/** Shorter sections are laid out together, because each call of the parser has overhead. */
const shortest = 1000;
/** Limits for formulas: the cost of one formula and of all in a text (`costOf`), and the nesting depth of braces. */
const most = { formula: 2000, formulas: 20_000, braces: 20 };

/** The remaining cost for formulas of a text, and their form; formulas in MathML alone need no style sheet. */
interface Budget {
  left: number;
  output?: 'mathml';
}

/** Like `renderMarkdown`, paragraph by paragraph, so that a long text does not block the page. */
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

/** Joins neighbours up to the length `shortest`. */
function together(sections: string[]): string[] {
  const joined: string[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + section.length < shortest) joined[joined.length - 1] = `${last}\n${section}`;
    else joined.push(section);
  }
  return joined;
}

/** The text split before its headings; undivided if sections share link definitions. */
export function sectionsOf(text: string): string[] {
  return cut(text, (line) => /^#{1,6}\s/.test(line));
}

/** The text also split between paragraphs. A list and anything indented may continue after an empty line. */
export function paragraphsOf(text: string): string[] {
  return cut(text, (line, afterBlank) => /^#{1,6}\s/.test(line) || (afterBlank && /^[^\s\d*+-]/.test(line)));
}

/** The text split before the lines for which `begins` is true, outside fences. */
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
 * HTML of a description. The text comes with the model, from any source: HTML in it is shown as text, addresses other than web links are
 * dropped, pictures are not loaded, and formulas can neither link nor grow without limit.
 */
export function renderMarkdown(text: string): string {
  return laidOut(displayed(text), { left: most.formulas });
}

/** The same for pages without our style sheets. Our own documents have no limit. */
export function renderPlainMarkdown(text: string): string {
  return laidOut(displayed(text), { left: Infinity, output: 'mathml' });
}

/** The unrendered text. */
export function source(text: string): string {
  return `<p class="source">${escaped(text)}</p>`;
}

function laidOut(text: string, budget: Budget): string {
  return micromark(text, {
    extensions: [math(), gfmTable(), { disable: { null: ['labelStartImage', 'htmlFlow', 'htmlText'] } }],
    htmlExtensions: [gfmTableHtml(), formulas(budget)],
  });
}

/** Renders formulas within the budget; shows the source of the others and of invalid ones. */
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
  const plain = `<code>${escaped(latex)}</code>`;
  const cost = costOf(latex);
  budget.left -= cost;
  if (budget.left < 0 || cost > most.formula || depthOf(latex) > most.braces) return plain;
  const maxExpand = definesMacro.test(latex) ? mostExpansions : 200;
  const options = { ...katexOptions, output: budget.output, maxExpand, displayMode };
  return attempt(() => katex.renderToString(latex, options), plain);
}

const katexOptions = { throwOnError: false, trust: false, maxSize: 20, strict: 'ignore', errorColor: 'currentColor' } as const;
const definesMacro = /\\(?:[gex]?def|(?:future)?let|(?:new|renew|provide)command)/;
const mostExpansions = 20; // expansions of macros defined in a formula
const costOfAny = 10; // characters that take as long as the shortest formula

/** The cost in characters to be set. A macro defined in the formula may repeat all of it. */
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

/** A formula between $$ on its own line is set as a display formula. */
export function displayed(text: string): string {
  return text.replace(/^ {0,3}\$\$([^$\n]+)\$\$[ \t]*$/gm, '$$$$\n$1\n$$$$');
}
