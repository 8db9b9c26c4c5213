import type { ModelDocument } from '../state/document';
import { Observable, observed } from '../state/observable';
import type { Session } from '../state/session';
import { planeOf } from './axes';
import { type Drawing, drawingOf, emptyDrawing } from './drawing';
import { itemsOf, lists } from './outline';

/** What lies in the drawing plane of the document that is open. */
export class Sheet extends Observable {
  @observed readonly drawing: Drawing = emptyDrawing;
  /** The document and the sliders that were asked for last; "" for none yet. */
  asked = '';
  /** Until the bodies of the last edit are found. */
  found: Promise<void> | null = null;

  constructor(private readonly session: Session) {
    super();
  }

  get document(): ModelDocument {
    return this.session.opened?.document ?? {};
  }

  /** Finds the bodies of the document, as soon as it has changed. */
  follow(): void {
    const { opened, parameters } = this.session;
    const text = opened?.text ?? '';
    const asked = text + JSON.stringify(parameters.values);
    if (asked === this.asked || !text) return;
    this.asked = asked;
    this.found = this.find(text, asked);
  }

  private async find(text: string, asked: string): Promise<void> {
    const { runner, parameters } = this.session;
    const engine = await runner.prepare().catch(() => null);
    const expanded = await engine?.expand(text, parameters.values).catch(() => null);
    if (asked !== this.asked) return;
    // While something is wrong, what is still there stays as it was drawn last.
    const drawing = expanded ? drawingOf(JSON.parse(expanded) as object, planeOf(this.document)) : stillIn(this.drawing, this.document);
    this.set<Sheet>({ drawing });
  }
}

/** The part of a drawing that a document has by name. */
function stillIn({ axes, bodies, joints }: Drawing, document: ModelDocument): Drawing {
  const names = new Set(lists.flatMap(({ key }) => itemsOf(document, key).map(({ name }) => name)));
  return {
    axes,
    bodies: bodies.filter(({ name }) => name === '' || names.has(name)),
    joints: joints.filter(({ name, bodies: pair }) => names.has(name) && pair.every((body) => body.name === '' || names.has(body.name))),
  };
}
