import type { ModelDocument } from '../state/document';
import { Observable, observed } from '../state/observable';
import type { Session } from '../state/session';
import type { Axes } from './axes';
import type { Changes } from './changes';
import { type Drawing, drawingOf, type Expanded, emptyDrawing, type Mark } from './drawing';
import { itemsOf, lists } from './outline';
import { type CableEnd, looseEnds } from './paths';
import { texts } from './texts';

/** The contents of the drawing plane for the open document. */
export class Sheet extends Observable {
  @observed readonly drawing: Drawing = emptyDrawing;
  /** The expanded document of the last version without errors. */
  expanded: Expanded = {};
  /** The document and slider values of the last request; "" for none yet. */
  request = '';
  /** Resolves when the bodies of the last edit are found. */
  found: Promise<void> | null = null;

  constructor(
    private readonly session: Session,
    private readonly edits: Changes,
  ) {
    super();
  }

  get document(): ModelDocument {
    return this.session.opened?.document ?? {};
  }

  /** Whether there is nothing to draw yet. */
  get empty(): boolean {
    return (['create', 'nodes', 'objects'] as const).every((list) => itemsOf(this.document, list).length === 0);
  }

  /** Ends of cables to which bodies can be joined. */
  get looseEnds(): CableEnd[] {
    return this.drawing.axes.normal[2] === 1 ? looseEnds(this.document) : [];
  }

  /** The points to which strokes snap. */
  get marks(): Mark[] {
    const ends = this.looseEnds.map(({ cable, at }): Mark => ({ body: '', at, depth: 0, label: texts.endOf(cable) }));
    return [...this.drawing.bodies.flatMap((body) => body.marks), ...ends];
  }

  /** Finds the bodies of the document after each change. */
  follow(): void {
    const { opened, parameters } = this.session;
    const text = opened?.text ?? '';
    const request = text + JSON.stringify(parameters.values);
    if (!text) return;
    if (request !== this.request) {
      this.request = request;
      this.found = this.find(text, request);
    } else if (this.edits.axes !== this.drawing.axes) {
      this.set<Sheet>({ drawing: drawingOf(this.expanded, this.edits.axes) });
    }
  }

  private async find(text: string, request: string): Promise<void> {
    const expanded = await expandedOf(this.session, text).catch(() => null);
    if (request !== this.request) return;
    const { axes } = this.edits;
    if (expanded) this.expanded = expanded;
    // While the document has errors, the remaining items keep their last drawing.
    const drawing = expanded ? drawingOf(this.expanded, axes) : stillIn(this.drawing, this.document, axes);
    this.set<Sheet>({ drawing });
  }
}

/** The open document, or another one with its parameters, without creators and formulas; null if it has errors. */
export async function expandedOf<Content = Expanded>(session: Session, text = session.opened?.text ?? ''): Promise<Content | null> {
  const engine = await session.runner.prepare();
  return engine.expand(text, session.parameters.values).then(JSON.parse, () => null);
}

/** The items of a drawing whose names still exist in a document. */
function stillIn({ bodies, joints, loads }: Drawing, document: ModelDocument, axes: Axes): Drawing {
  const names = new Set(lists.flatMap(({ key }) => itemsOf(document, key).map(({ name }) => name)));
  return {
    axes,
    bodies: bodies.filter(({ name }) => name === '' || names.has(name)),
    loads: loads.filter(({ name }) => names.has(name)),
    joints: joints.filter(({ name, bodies: pair }) => names.has(name) && pair.every((body) => body.name === '' || names.has(body.name))),
  };
}
