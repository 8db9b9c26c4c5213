import { textIn } from '../format/localised';
import type { ModelDocument } from './document';
import type { LinkedView } from './linked-view';
import type { SubmissionText } from './tasks';

/** The source of a model. It stays the same when a visitor edits the model or acts on its run by hand. */
export type Origin =
  /** The gallery. `parameters`: the values set by the link. `hash`: that of the gallery's model. */
  | { origin: 'gallery'; name: string; hash: string; parameters: Record<string, number> }
  /** A whole document in a link, a file or a page. */
  | { origin: 'document' }
  /** Submitted answers to the tasks of a model. */
  | { origin: 'submission'; submission: SubmissionText };

/** A model that is open on a page. A model of any origin can become a draft, and its run can be changed by hand. */
export type OpenModel = Origin & {
  document: ModelDocument;
  text: string;
  /** The key of the visitor's version in the browser, once the visitor has edited the model. */
  draft?: string;
  /** A live run added a person's actions to the document, or the visitor removed them. `before`: the model before that change. */
  hands?: { actions: 'added' | 'removed'; before: OpenModel };
  /** How the link asks to show the model. */
  view?: LinkedView;
  /** The parts of the link that the page could not use, or why the browser does not keep the draft, as a sentence. */
  note?: string;
};

export type GalleryModel = Extract<OpenModel, { origin: 'gallery' }>;

/** The title of a model in a language, or "". */
export const titleOf = (model: OpenModel | null, language: string): string => textIn(model?.document.title, language);

/** The name of the gallery model from which this model was made, or "". */
export function baseName(model: OpenModel): string {
  return model.origin === 'gallery' ? model.name : '';
}

/** The name of an unchanged gallery model, which is enough for a link to it; "" for any other model. */
export function galleryName(model: OpenModel | null): string {
  return model && !model.draft && !model.hands ? baseName(model) : '';
}

/** The part of a link that keeps the page as it is for students. */
export function audience({ view }: OpenModel): Pick<LinkedView, 'student'> {
  return view?.student ? { student: true } : {};
}

/** The model without the actions that live runs added; null: they added none. */
export function beforeLiveRun(model: OpenModel | null): OpenModel | null {
  return model?.hands?.actions === 'added' ? model.hands.before : null;
}
