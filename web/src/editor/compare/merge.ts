import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { msg } from '@lit/localize';
import { reading } from '../codemirror';

export interface TextsOptions {
  parent: HTMLElement;
  before: string;
  after: string;
  /** Names of the two texts. */
  names: readonly [string, string];
  /** Shows long stretches of unchanged lines too. */
  whole: boolean;
  /** One column: removed lines are above added ones. */
  narrow: boolean;
}

/** The JSON text with a line for each line of the texts in it, so that long descriptions can be compared. */
const broken = (json: string) => json.replace(/\\./g, (code) => (code === '\\n' ? '\\n\n' : code));

/** Shows two JSON texts with their differences marked. Returns a function that removes them. */
export function showTexts({ parent, before, after, names, whole, narrow }: TextsOptions): () => void {
  const options = {
    gutter: false,
    diffConfig: { scanLimit: 1000, timeout: 500 },
    ...(whole ? {} : { collapseUnchanged: { margin: 3, minSize: 6 } }),
  };
  const named = (name: string) => [
    reading(),
    EditorView.lineWrapping,
    EditorState.phrases.of({ '$ unchanged lines': msg('$ unchanged lines', { desc: '$ is replaced with a number' }) }),
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': name }),
    colours,
  ];
  const view = narrow
    ? new EditorView({
        parent,
        doc: broken(after),
        extensions: [named(names[1]), unifiedMergeView({ original: broken(before), mergeControls: false, ...options })],
      })
    : new MergeView({
        parent,
        a: { doc: broken(before), extensions: named(names[0]) },
        b: { doc: broken(after), extensions: named(names[1]) },
        ...options,
      });
  return () => view.destroy();
}

const [removed, added] = ['var(--removed)', 'var(--added)'];
const colours = EditorView.theme({
  '&': { height: 'auto' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: `color-mix(in srgb, ${removed} 40%, transparent)` },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: `color-mix(in srgb, ${added} 40%, transparent)` },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText': { background: removed },
  '&.cm-merge-b .cm-changedText': { background: added },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { display: 'none' },
  '.cm-collapsedLines': { background: 'var(--panel)', color: 'var(--quiet)' },
});
