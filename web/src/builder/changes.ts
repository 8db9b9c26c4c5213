import type { Issue } from '../../../wasm/engine/types';
import { changeText } from '../editor';
import { own } from '../format/own';
import { layOut } from '../state/document';
import { Observable, observed, watch } from '../state/observable';
import type { Session } from '../state/session';
import { type Axes, planeOf } from './axes';
import { type Item, itemsOf, type ListKey } from './outline';
import { type Path, withoutEntry, withValue } from './text';
import type { Made, Tool } from './tool';

const mostSteps = 200;

/** A value laid out as documents are, behind an indent. */
const laidOut = (value: unknown, indent: string) => layOut(value, 100, `${indent} `).replaceAll(`\n${indent} `, `\n${indent}`);

/**
 * Edits of the open document. The session keeps them while another tab is open. Each edit changes the text and leaves all other bytes unchanged. Every change of the text, including those by
 * the editor, is one undo step.
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

  constructor(private readonly session: Session) {
    super();
    watch(
      () => [session.visit, session.opened],
      () => this.follow(),
    );
  }

  private follow(): void {
    const { visit, opened } = this.session;
    const text = opened?.text ?? '';
    if (visit !== this.visit) {
      [this.past, this.future, this.visit] = [[], [], visit];
      this.set<Changes>({ tool: null, pick: null, chosen: null, depth: null });
    } else if (text !== this.text) {
      this.past = [...this.past, this.text].slice(-mostSteps);
      this.future = [];
    }
    this.text = text;
    this.count();
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

  /** Sets the values at some paths, as one undo step; undefined removes an entry. */
  change(changes: readonly { path: Path; value: unknown }[], selected = this.selected): void {
    let text = this.withSliders();
    for (const { path, value } of changes) text = value === undefined ? withoutEntry(text, path) : withValue(text, path, value, laidOut);
    changeText(this.session, text);
    this.select(selected);
  }

  /** Appends items to their lists, and selects the first. */
  add(...made: readonly Made[]): void {
    const added = new Map<ListKey, number>();
    const paths = made.map(({ list }) => {
      const before = added.get(list) ?? itemsOf(this.session.opened?.document ?? {}, list).length;
      added.set(list, before + 1);
      return [list, before] as const;
    });
    this.change(
      made.map(({ entry: value }, i) => ({ path: paths[i], value })),
      `/${paths[0].join('/')}`,
    );
  }

  remove({ path }: Item): void {
    this.change([{ path, value: undefined }], null);
  }

  undo(): void {
    const text = this.past.pop();
    if (text === undefined) return;
    this.future.push(this.text);
    this.put(text);
  }

  redo(): void {
    const text = this.future.pop();
    if (text === undefined) return;
    this.past.push(this.text);
    this.put(text);
  }

  /** Shows a place in the text. */
  showText(pointer: string): void {
    const issue: Issue = { severity: 'warning', pointer, message: '' };
    this.session.view.goTo({ at: 'text', issue });
  }

  /** The text with the current slider values. */
  private withSliders(): string {
    const { opened, parameters } = this.session;
    let text = opened?.text ?? '{}';
    for (const [name, value] of Object.entries(parameters.values)) {
      const given = own(opened?.document.parameters, name);
      if (given === undefined) continue;
      text = withValue(text, typeof given === 'object' ? ['parameters', name, 'value'] : ['parameters', name], value, laidOut);
    }
    return text;
  }

  private put(text: string): void {
    this.text = text; // so that it does not become another undo step
    changeText(this.session, text);
    this.count();
  }

  private count(): void {
    this.set<Changes>({ done: this.past.length, undone: this.future.length });
  }
}
