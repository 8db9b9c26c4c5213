import type { Issue } from '../../../wasm/engine/types';
import { changeText } from '../editor';
import { own } from '../format/own';
import { layOut } from '../state/document';
import { Observable, observed } from '../state/observable';
import type { Session } from '../state/session';
import { type Axes, planeOf } from './axes';
import { type Item, itemsOf, type ListKey } from './outline';
import { type Path, withoutEntry, withValue } from './text';
import type { Made, Tool } from './tool';

const mostSteps = 200;

/** A value laid out as documents are, behind an indent. */
const laidOut = (value: unknown, indent: string) => layOut(value, 100, `${indent} `).replaceAll(`\n${indent} `, `\n${indent}`);

/**
 * Edits of the document that is open, each as a change of its text that leaves all other bytes as they are. Whatever changes the text, also
 * the editor, is one step to undo.
 */
export class Changes extends Observable {
  /** The tool in hand. */
  @observed readonly tool: Tool | null = null;
  /** A reference that a body in the view is to be picked for. */
  @observed readonly pick: ((name: string) => void) | null = null;
  /** The plane to draw in that a person has chosen. */
  @observed readonly chosen: Axes | null = null;
  /** How far before the origin it lies, m; null: as far as what a stroke begins at. */
  @observed readonly depth: number | null = null;
  @observed readonly undone: number = 0;
  @observed readonly done: number = 0;
  private past: string[] = [];
  private future: string[] = [];
  private text = '';
  private visit = -1;

  constructor(private readonly session: Session) {
    super();
  }

  /** Takes note of the text that is open now; called whenever it may have changed. */
  follow(): void {
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

  /** The item in hand: a JSON Pointer. */
  get selected(): string | null {
    return this.session.view.selected;
  }

  select(selected: string | null): void {
    this.session.view.select(selected);
  }

  /** Takes a tool in hand, or what picks a body; neither: puts them away. */
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

  /** Sets the values at some paths, in one step; undefined takes one away. */
  change(changes: readonly { path: Path; value: unknown }[], selected = this.selected): void {
    let text = this.withSliders();
    for (const { path, value } of changes) text = value === undefined ? withoutEntry(text, path) : withValue(text, path, value, laidOut);
    changeText(this.session, text);
    this.select(selected);
  }

  /** Adds items behind those of their lists, and chooses the first. */
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

  /** The text with the sliders as they are set. */
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
    this.text = text; // so that it is no new step
    changeText(this.session, text);
    this.count();
  }

  private count(): void {
    this.set<Changes>({ done: this.past.length, undone: this.future.length });
  }
}

/** One history for each session, also while another tab is open. */
const kept = new WeakMap<Session, Changes>();
export function changesOf(session: Session): Changes {
  let changes = kept.get(session);
  if (!changes) {
    changes = new Changes(session);
    kept.set(session, changes);
    session.subscribe(() => changes?.follow());
  }
  return changes;
}
