import type { ModelDocument } from './document';
import type { LinkedView } from './linked-view';
import type { Handed } from './tasks';

/** A model that is open on a page. */
export interface OpenModel {
  /** Name in the gallery, or null for a document from a link. */
  name: string | null;
  /** The key of the visitor's version in the browser, once there is one. */
  draft?: string;
  /** Name in the gallery of the model that the visitor changed. */
  base?: string;
  document: ModelDocument;
  text: string;
  /** How the link asks to show the model, and the parameters that it changed. */
  view?: LinkedView;
  parameters?: Record<string, number>;
  /** The parts of the link that the page could not use, as a sentence. */
  note?: string;
  /** A live run added a person's actions to the document, or the visitor removed them. `before`: the model before that change. */
  hands?: { actions: 'added' | 'removed'; before: OpenModel };
  /** The submission in the link. */
  handed?: Handed;
}

/** The model without the actions that live runs added; null: they added none. */
export function beforeLiveRun(model: OpenModel | null): OpenModel | null {
  return model?.hands?.actions === 'added' ? model.hands.before : null;
}
