import type { Issue } from '../../../wasm/engine/types';
import { changeText } from '../editor';
import { layOut, type ModelDocument } from '../state/document';
import { withOtherLanguages } from '../state/document-texts';
import { Observable, observed, watch } from '../state/observable';
import type { Session } from '../state/session';
import { type Axes, planeOf } from './axes';
import { keepSteps, readSteps } from './kept-steps';
import { Additions } from './measuring';
import type { Item } from './outline';
import { type Path, type ValueChange, withKey, withoutEntry, withValue } from './text';
import type { Made, Tool } from './tool';

const mostSteps = 200;

/** Another value at a path, or another key for the value there. */
export type Change = ValueChange | { path: Path; key: string };

/** The text after a change of texts in a language. */
function changed(text: string, change: Change, language: string): string {
  const { path } = change;
  if ('key' in change) return withKey(text, path, change.key);
  const value = withOtherLanguages(JSON.parse(text) as ModelDocument, path, change.value, language);
  return value === undefined ? withoutEntry(text, path) : withValue(text, path, value, laidOut);
}

/** A value laid out as documents are, behind an indent. */
const laidOut = (value: unknown, indent: string) => layOut(value, 100, `${indent} `).replaceAll(`\n${indent} `, `\n${indent}`);

/**
 * Edits of the open document. The session keeps them while another tab is open. Each edit changes the text and leaves all other bytes
 * unchanged. Every change of the text is one undo step, also a change by the editor. The browser tab keeps the steps of the visitor's own
 * model while it shows other pages, and over a reload.
 */
export class Changes extends Observable {
  /** The selected tool. */
  @observed readonly tool: Tool | null = null;
  /** Receives the body that a person picks in the view for a reference. */
  @observed readonly pick: ((name: string) => void) | null = null;
  /** The drawing plane that a person has chosen. */
  @observed readonly chosen: Axes | null = null;
  /** Offset of the drawing plane from the origin, m; null: the depth at which a stroke begins. */
  @observed readonly depth: number | null = null;
  @observed readonly undone: number = 0;
  @observed readonly done: number = 0;
  private past: string[] = [];
  private future: string[] = [];
  private text = '';
  private visit = -1;
  private draft: string | undefined;

  constructor(private readonly session: Session) {
    super();
    watch(
      () => [session.visit, session.opened],
      () => this.follow(),
    );
    globalThis.addEventListener?.('pagehide', () => this.keep());
  }

  private follow(): void {
    const { visit, opened } = this.session;
    const text = opened?.text ?? '';
    if (visit !== this.visit) {
      this.keep();
      const steps = opened?.draft ? readSteps(opened.draft) : null;
      [this.past, this.future, this.visit] = [steps?.past ?? [], steps?.future ?? [], visit];
      this.text = steps?.text ?? text;
      this.set<Changes>({ tool: null, pick: null, chosen: null, depth: null });
    }
    if (text !== this.text) {
      this.past = [...this.past, this.text].slice(-mostSteps);
      this.future = [];
    }
    this.text = text;
    this.draft = opened?.draft;
    this.count();
  }

  /** Keeps the steps of the visitor's own model. */
  private keep(): void {
    const { draft, past, future, text } = this;
    if (draft) keepSteps(draft, { past, future, text });
  }

  /** The selected item: a JSON Pointer. */
  get selected(): string | null {
    return this.session.view.selected;
  }

  select(selected: string | null): void {
    this.session.view.select(selected);
  }

  /** Selects a tool, or a receiver of a picked body; without either, deselects both. */
  take(tool: Tool | null, pick: Changes['pick'] = null): void {
    this.set<Changes>({ tool, pick });
  }

  /** The plane to draw in. */
  get axes(): Axes {
    return this.chosen ?? planeOf(this.session.opened?.document ?? {});
  }

  setPlane(chosen: Axes, depth: number | null = null): void {
    this.set<Changes>({ chosen, depth });
  }

  setDepth(depth: number | null): void {
    this.set<Changes>({ depth });
  }

  /** Makes changes one after the other, as one undo step. */
  change(changes: readonly Change[], selected = this.selected): void {
    const { language } = this.session;
    changeText(this.session, (text) => changes.reduce((before, change) => changed(before, change, language), text));
    this.select(selected);
  }

  /** Appends items to their lists, and selects the first. */
  add(...made: readonly Made[]): void {
    const additions = new Additions(this.session.opened?.document ?? {});
    for (const { list, entry } of made) additions.add([list], entry);
    this.change(additions.changes, `/${additions.changes[0].path.join('/')}`);
  }

  remove({ path }: Item): void {
    this.change([{ path, value: undefined }], null);
  }

  undo(): void {
    this.go('past', 'future');
  }

  redo(): void {
    this.go('future', 'past');
  }

  /** Shows a place in the text. */
  showText(pointer: string): void {
    const issue: Issue = { severity: 'warning', pointer, message: '' };
    this.session.view.goTo({ at: 'text', issue });
  }

  private go(from: 'past' | 'future', to: 'past' | 'future'): void {
    const text = this[from].at(-1);
    if (text === undefined) return;
    const step = () => {
      this[from].pop();
      this[to].push(this.text);
      this.text = text; // so that it does not become another undo step
    };
    changeText(this.session, () => text, step);
    this.count();
  }

  private count(): void {
    this.set<Changes>({ done: this.past.length, undone: this.future.length });
  }
}
