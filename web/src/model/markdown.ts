import 'katex/dist/katex.min.css';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { math, mathHtml } from 'micromark-extension-math';

/**
 * HTML of a description. The text comes with the model, from anywhere: HTML in it is shown as text, addresses other than web links are
 * dropped, pictures are not loaded, and formulas can neither link nor grow without bound.
 */
export function renderMarkdown(text: string): string {
  return micromark(text, {
    extensions: [math(), gfmTable(), { disable: { null: ['labelStartImage', 'htmlFlow', 'htmlText'] } }],
    htmlExtensions: [
      gfmTableHtml(),
      mathHtml({ throwOnError: false, trust: false, maxExpand: 200, maxSize: 20, strict: 'ignore', errorColor: 'currentColor' }),
    ],
  });
}
