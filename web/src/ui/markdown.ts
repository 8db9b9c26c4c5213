import 'katex/dist/katex.min.css';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { math, mathHtml } from 'micromark-extension-math';
import { nextTask } from '../../../wasm/engine/task';

/** The same as `renderMarkdown`, a section at a time, so that formulas do not hold up the page. */
export async function renderSections(text: string): Promise<string> {
  const html: string[] = [];
  for (const section of sectionsOf(displayed(text))) {
    await nextTask();
    html.push(renderMarkdown(section));
  }
  return html.join('\n');
}

/** The text cut before its headings; whole where sections share the addresses of their links. */
export function sectionsOf(text: string): string[] {
  if (/^ {0,3}\[[^\]]+\]:/m.test(text)) return [text];
  const sections: string[][] = [[]];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,}|\${2,})/.exec(line)?.[1] ?? '';
    if (fence) {
      if (mark.startsWith(fence)) fence = '';
    } else if (mark) fence = mark;
    else if (/^#{1,6}\s/.test(line)) sections.push([]);
    sections[sections.length - 1].push(line);
  }
  return sections.map((lines) => lines.join('\n'));
}

/**
 * HTML of a description. The text comes with the model, from anywhere: HTML in it is shown as text, addresses other than web links are
 * dropped, pictures are not loaded, and formulas can neither link nor grow without bound.
 */
export function renderMarkdown(text: string): string {
  return micromark(displayed(text), {
    extensions: [math(), gfmTable(), { disable: { null: ['labelStartImage', 'htmlFlow', 'htmlText'] } }],
    htmlExtensions: [
      gfmTableHtml(),
      mathHtml({ throwOnError: false, trust: false, maxExpand: 200, maxSize: 20, strict: 'ignore', errorColor: 'currentColor' }),
    ],
  });
}

/** A formula between $$ that has a line for itself is set as one. */
export function displayed(text: string): string {
  return text.replace(/^ {0,3}\$\$([^$\n]+)\$\$[ \t]*$/gm, '$$$$\n$1\n$$$$');
}
