import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  ensureSyntaxTree,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Tree } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { msg } from '@lit/localize';
import type { Issue, JsonSchema } from '../../../wasm/engine/types';
import { messageText } from '../engine';
import { common } from '../format/texts';
import { pageAt, type ReferencePlace } from './page';
import { phrases } from './phrases';
import { errorIn, pathOf, placeOf, type Range, valueAt } from './place';
import { explanationAt, type Suggestion, suggestionsAt, typesIn } from './suggest';

export interface EditorOptions {
  parent: HTMLElement;
  text: string;
  /** The checker of the core. */
  check: (text: string) => Promise<Issue[]>;
  schema: () => Promise<JsonSchema | null>;
  onChange: (text: string) => void;
  onIssues: (issues: Issue[]) => void;
  /** Reports the reference page about the cursor position. */
  onPage: (page: ReferencePlace | null) => void;
  /** A person has moved the cursor to the value at this path. */
  onPlace: (path: string[]) => void;
  run: () => void;
}

const checkDelay = 250; // ms without a key press before the text is checked

/** The editor for model documents. */
export class JsonEditor {
  private readonly view: EditorView;
  private readonly words = new Compartment();
  private schema: JsonSchema | null = null;

  constructor(private readonly options: EditorOptions) {
    void options.schema().then((schema) => {
      this.schema = schema;
      options.onPage(this.page(this.view.state));
    });
    this.view = new EditorView({ parent: options.parent, state: this.state(options.text) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Replaces the document and clears the undo history. */
  replace(text: string): void {
    this.view.setState(this.state(text));
  }

  /** Shows and selects the value at a pointer. */
  goTo(issue: Issue): void {
    const { from, to } = rangeOf(this.view.state, issue);
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.view.focus();
  }

  /** Marks the whole value at a pointer and scrolls to it, without moving the focus. */
  mark(pointer: string): void {
    const range = valueAt(treeOf(this.view.state), this.text, pointer);
    if (!range) return;
    const effects = EditorView.scrollIntoView(range.from, { y: 'start', yMargin: 40 });
    this.view.dispatch({ selection: { anchor: range.from, head: range.to }, effects });
  }

  focus(): void {
    this.view.focus();
  }

  checkNow(): void {
    forceLinting(this.view);
  }

  /** Takes the texts of the page's language. */
  translate(): void {
    this.view.dispatch({ effects: this.words.reconfigure(words()) });
  }

  destroy(): void {
    this.view.destroy();
  }

  private state(text: string): EditorState {
    const { options } = this;
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        foldGutter(),
        history(),
        drawSelection(),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        json(),
        syntaxHighlighting(colours),
        lintGutter(),
        linter((view) => this.diagnose(view), { delay: checkDelay }),
        autocompletion({ override: [(context) => this.complete(context)], icons: false }),
        hoverTooltip((view, position) => this.explain(view, position)),
        this.words.of(words()),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
          if (update.docChanged || update.selectionSet) options.onPage(this.page(update.state));
          if (update.transactions.some((each) => each.isUserEvent('select') || each.isUserEvent('input')))
            options.onPlace(placeIn(update.state));
        }),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              options.run();
              return true;
            },
          },
          { key: 'F1', run: (view) => this.openPage(view.state) },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        theme,
      ],
    });
  }

  private async diagnose(view: EditorView): Promise<Diagnostic[]> {
    const issues = await this.options.check(view.state.doc.toString());
    this.options.onIssues(issues);
    return issues.map((issue) => ({ ...rangeOf(view.state, issue), severity: issue.severity, message: messageText(issue).text }));
  }

  private complete(context: CompletionContext): CompletionResult | null {
    if (!this.schema || (!context.explicit && !context.matchBefore(/["\w]$/))) return null;
    const found = suggestionsAt(this.schema, treeOf(context.state), context.state.doc.toString(), context.pos);
    if (!found || found.options.length === 0) return null;
    return {
      from: found.from,
      to: found.to,
      filter: false,
      options: matching(found.options, context.state.sliceDoc(found.from, context.pos)).map(
        ({ label, text, detail, info, kind, page }): PagedCompletion => ({
          label,
          detail,
          info: info ? (page ? () => hint('', info, page) : info) : undefined,
          type: kind,
          apply: text,
          page,
        }),
      ),
    };
  }

  private page(state: EditorState, position = state.selection.main.head): ReferencePlace | null {
    if (!this.schema) return null;
    const [tree, text] = [treeOf(state), state.doc.toString()];
    return pageAt(this.schema, tree, text, position, typesIn(tree, text));
  }

  /** Opens the page about the selected completion, or otherwise about the cursor position. */
  private openPage(state: EditorState): boolean {
    const chosen = (selectedCompletion(state) as PagedCompletion | null)?.page;
    window.open(`./${chosen || (this.page(state)?.hash ?? '#reference')}`, '_blank', 'noopener');
    return true;
  }

  private explain(view: EditorView, position: number) {
    if (!this.schema) return null;
    const found = explanationAt(this.schema, treeOf(view.state), view.state.doc.toString(), position);
    if (!found) return null;
    return {
      pos: found.from,
      end: found.to,
      create: () => ({ dom: hint(found.title, found.text, this.page(view.state, position)?.hash ?? '') }),
    };
  }
}

/** The texts of the editor for readers, which depend on the language. */
const words = () => [
  EditorState.phrases.of(phrases()),
  EditorView.contentAttributes.of({
    tabindex: '0',
    'aria-label': msg('Model document (JSON). Press Escape, then Tab, to leave the editor.'),
  }),
];

interface PagedCompletion extends Completion {
  page: string;
}

/** The explanation of a word, with a link to its page of the reference. */
function hint(title: string, text: string, page: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'editor-hint';
  const strong = document.createElement('strong');
  strong.textContent = title;
  dom.append(strong, title ? ` ${text}` : text);
  if (page) {
    const link = document.createElement('a');
    [link.href, link.target, link.rel, link.textContent] = [`./${page}`, '_blank', 'noopener', common.reference()];
    dom.append(' ', link);
  }
  return dom;
}

/** The suggestions that contain the typed text; those that begin with it come first. */
function matching(options: Suggestion[], written: string): Suggestion[] {
  const word = written.replaceAll('"', '').toLowerCase();
  const place = (option: Suggestion) => option.label.toLowerCase().indexOf(word);
  const found = options.filter((option) => place(option) >= 0);
  return word === '' ? found : found.sort((a, b) => Math.sign(place(a)) - Math.sign(place(b)));
}

/** The path to the value at the cursor. */
function placeIn(state: EditorState): string[] {
  return pathOf(treeOf(state).resolveInner(state.selection.main.head, -1), state.doc.toString());
}

function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, 1000) ?? json().language.parser.parse(state.doc.toString());
}

/** The position of an issue. Issues of a text that is not JSON are about its first error. */
function rangeOf(state: EditorState, issue: Issue): Range {
  const [tree, text] = [treeOf(state), state.doc.toString()];
  return (issue.pointer === '' && errorIn(tree, text)) || placeOf(tree, text, issue.pointer);
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, class: 'json-key' },
  { tag: tags.string, class: 'json-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'json-value' },
]);

/** A text that is only read. */
export const reading = () => [json(), syntaxHighlighting(colours), EditorState.readOnly.of(true), EditorView.editable.of(false), theme];

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--panel)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--selection)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--quiet)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--panel)', color: 'var(--quiet)', border: 'none', padding: '0 4px' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip': { borderRadius: '8px', boxShadow: 'var(--shadow)', maxWidth: 'min(480px, 90vw)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal', marginLeft: '12px' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionInfo': { padding: '8px 12px', fontFamily: 'system-ui, sans-serif', fontSize: '13px', maxWidth: '320px' },
  '.cm-diagnostic': { padding: '8px 12px', fontSize: '13px', borderLeftWidth: '3px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: '#d55e00' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--curve-4)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy #d55e00', textUnderlineOffset: '3px' }, // no text
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--curve-4)', textUnderlineOffset: '3px' },
  '.cm-panels input, .cm-panels button': { font: 'inherit' },
  '.cm-panel.cm-search': { padding: '8px' },
  '.cm-textfield': { backgroundColor: 'var(--field)', border: '1px solid var(--border)', borderRadius: '4px' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--panel)', border: '1px solid var(--border)', borderRadius: '4px' },
});
