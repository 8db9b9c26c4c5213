import { loadModel, modelNames } from '../state/catalogue';
import { layOut, type ModelDocument, withParameters } from '../state/document';
import { usableRuns } from '../state/kept-runs';
import { corrections } from '../state/parameters';
import type { OpenModel } from '../state/session';
import { loadDictionary } from './dictionary';
import { type Link, readLink } from './link';

export interface LinkedModel {
  model: OpenModel;
  values: Record<string, number>;
}

/** The model that a link asks for, or why there is none, as a sentence ("" where it asks for none). */
export async function modelOfLink(link: Link): Promise<LinkedModel | string> {
  if (link.kind === 'broken') return link.message;
  if (link.kind === 'packed') {
    const dictionary = await loadDictionary();
    return dictionary
      ? modelOfLink(readLink(link.hash, dictionary))
      : 'A file that this link needs could not be loaded. Open it again when you are online.';
  }
  if (link.kind === 'document') {
    const sent = JSON.parse(link.text) as ModelDocument;
    const { values, note } = corrections(sent.parameters ?? {}, ownValues(sent));
    const document = note ? withParameters(sent, values) : sent;
    // Links have no white space, so the text is laid out for reading. Text with more in it, such as keys that occur twice, stays for the check.
    const text = note || JSON.stringify(document) === link.text ? `${layOut(document)}\n` : link.text;
    return { model: withRuns({ name: null, document, text, view: link.view, note }), values: {} };
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

/** The same without kept runs that it cannot compute. */
function withRuns(model: OpenModel): OpenModel {
  const { kept } = model.view ?? {};
  if (!kept) return model;
  const { runs, note } = usableRuns(kept, model.document.parameters ?? {});
  return { ...model, view: { ...model.view, kept: runs }, note: [model.note, note].filter(Boolean).join(' ') };
}

/** The values that a document gives its parameters as numbers. */
function ownValues({ parameters }: ModelDocument): Record<string, number> {
  const values = Object.entries(parameters ?? {}).map(([name, parameter]) => [name, (parameter as { value?: unknown } | null)?.value]);
  return Object.fromEntries(values.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
