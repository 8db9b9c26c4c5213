import { loadModel, modelNames } from '../state/catalogue';
import { corrections } from '../state/parameters';
import { loadDictionary } from './dictionary';
import { type Link, readLink } from './link';
import { type LinkedModel, modelOfDocument, withRuns } from './open-document';

/** The model of a link, or why there is none, as a sentence ("" if the link names none). */
export async function modelOfLink(link: Link): Promise<LinkedModel | string> {
  if (link.kind === 'broken') return link.message;
  if (link.kind === 'packed') {
    const dictionary = await loadDictionary();
    return dictionary
      ? modelOfLink(readLink(link.hash, dictionary))
      : 'A file that this link needs could not be loaded. Open it again when you are online.';
  }
  if (link.kind === 'document') {
    const { model, values } = modelOfDocument(link.text, link.view);
    const { handed } = link;
    if (!handed) return { model, values };
    const who = handed.name ? `by ${handed.name.slice(0, 60)}` : 'without a name';
    return {
      model: {
        ...model,
        handed,
        note: [model.note, `Handed in ${who}: answers and scores are in the tab Tasks.`].filter(Boolean).join(' '),
      },
      values,
    };
  }
  if (link.kind !== 'gallery') return '';
  const { name, parameters, view } = link;
  const entry = await loadModel(name);
  if (!entry) return `There is no model “${name}”. The names are: ${modelNames.join(', ')}.`;
  const known = entry.document.parameters ?? {};
  const unknown = Object.keys(parameters).filter((key) => !Object.hasOwn(known, key));
  if (unknown.length > 0) return `The model “${name}” has no parameter “${unknown[0]}”. It has: ${Object.keys(known).join(', ')}.`;
  const corrected = corrections(known, parameters);
  const values = { ...parameters, ...corrected.values };
  return { model: withRuns({ ...entry, view, parameters: values, note: corrected.note }), values };
}
