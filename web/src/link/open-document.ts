import { layOut, type ModelDocument, withParameters } from '../state/document';
import { usableRuns } from '../state/kept-runs';
import type { LinkedView } from '../state/linked-view';
import type { OpenModel } from '../state/open-model';
import { corrections } from '../state/parameters';

export interface LinkedModel {
  model: OpenModel;
  values: Record<string, number>;
}

/** The model of a whole document; `given` is its JSON text. */
export function modelOfDocument(given: string, view?: LinkedView): LinkedModel {
  const sent = JSON.parse(given) as ModelDocument;
  const { values, note } = corrections(sent.parameters ?? {}, ownValues(sent));
  const document = note ? withParameters(sent, values) : sent;
  // Links contain no white space, so the text is laid out for reading. Text with further content, such as duplicate keys, remains unchanged
  // for the check.
  const text = note || JSON.stringify(document) === given ? `${layOut(document)}\n` : given;
  return { model: withRuns({ origin: 'document', document, text, view, note }), values: {} };
}

/** The model without kept runs that cannot be computed. */
export function withRuns(model: OpenModel): OpenModel {
  const { kept } = model.view ?? {};
  if (!kept) return model;
  const { runs, note } = usableRuns(kept, model.document.parameters ?? {});
  return { ...model, view: { ...model.view, kept: runs }, note: [model.note, note].filter(Boolean).join(' ') };
}

/** The parameter values that a document gives as numbers. */
function ownValues({ parameters }: ModelDocument): Record<string, number> {
  const values = Object.entries(parameters ?? {}).map(([name, parameter]) => [name, (parameter as { value?: unknown } | null)?.value]);
  return Object.fromEntries(values.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
