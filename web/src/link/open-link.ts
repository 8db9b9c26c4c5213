import { msg, str } from '@lit/localize';
import { isPresent, loadModel, modelNames } from '../state/catalogue';
import { layOut } from '../state/document';
import { languagesOfDocument } from '../state/document-texts';
import { withHandsDone } from '../state/hand-events';
import { baseName, galleryName, type OpenModel } from '../state/open-model';
import { corrections } from '../state/parameters';
import type { Session } from '../state/session';
import type { SubmissionText } from '../state/tasks';
import { loadDictionary } from './dictionary';
import { type Link, readLink } from './link';
import { type LinkedModel, modelOfDocument, withRuns } from './open-document';

/** The model of a link for a reader of a language, or a sentence on why there is none ("" if the link names none). */
export async function modelOfLink(link: Link, language = 'en'): Promise<LinkedModel | string> {
  if (link.kind === 'broken') return link.message;
  if (link.kind === 'packed') {
    const dictionary = await loadDictionary();
    return dictionary
      ? modelOfLink(readLink(link.hash, dictionary), language)
      : msg('A file that this link needs could not be loaded. Open it again when you are online.');
  }
  if (link.kind === 'document') {
    const { model, values } = modelOfDocument(link.text, link.view);
    return link.submission ? submittedModel(model, link.submission) : { model, values };
  }
  if (link.kind !== 'gallery') return '';
  const { name, parameters, view } = link;
  const entry = await loadModel(name, language);
  if (!entry) return msg(str`There is no model “${name}”. The names are: ${modelNames.join(', ')}.`);
  const known = entry.document.parameters ?? {};
  const unknown = Object.keys(parameters).filter((key) => !Object.hasOwn(known, key));
  if (unknown.length > 0) return msg(str`The model “${name}” has no parameter “${unknown[0]}”. It has: ${Object.keys(known).join(', ')}.`);
  const corrected = corrections(known, parameters);
  const values = { ...parameters, ...corrected.values };
  const changed = view.model && !isPresent(view.model, entry) ? msg('The gallery’s model has changed since this link was made.') : '';
  const note = [changed, corrected.note].filter(Boolean).join(' ');
  return { model: withRuns({ origin: 'gallery', ...entry, parameters: values, view, note }), values };
}

/** Gives an unchanged model of the gallery, which was opened in English, the texts in other languages that a reader wants. */
export async function loadLanguages(session: Session): Promise<void> {
  const { opened, language } = session;
  if (language === 'en' || !opened || !galleryName(opened) || languagesOfDocument(opened.document).length > 0) return;
  const entry = await loadModel(baseName(opened), language).catch(() => null); // without them, the model remains in English
  if (entry && session.opened === opened) session.replaceTexts({ ...opened, document: entry.document, text: entry.text });
}

/** The model of a submission with the submitted run. */
function submittedModel(opened: OpenModel, submission: SubmissionText): LinkedModel {
  const { parameters, events, handFrequency } = JSON.parse(submission.text) as Record<string, unknown>;
  const known = opened.document.parameters ?? {};
  const own = Object.entries(parameters ?? {}).filter(([name, value]) => typeof value === 'number' && Object.hasOwn(known, name));
  const values = Object.fromEntries(own) as Record<string, number>;
  const model: OpenModel = { ...opened, origin: 'submission', submission };
  const done = {
    events: Array.isArray(events) ? events : [],
    ...(typeof handFrequency === 'number' ? { handFrequency } : {}),
  };
  if (done.events.length === 0) return { model, values };
  const document = withHandsDone(opened.document, done);
  return { model: { ...model, document, text: `${layOut(document)}\n`, hands: { actions: 'added', before: model } }, values };
}
