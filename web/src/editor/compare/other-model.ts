import { msg } from '@lit/localize';
import type { Engine } from '../../../../wasm/engine/types';
import { attempt } from '../../format/attempt';
import { tooDeep, tooMuch } from '../../link/limits';
import { readLink, submissionHash } from '../../link/link';
import { mendedHash } from '../../link/mend';
import { modelOfLink } from '../../link/open-link';
import { isSubmission } from '../../link/submission';
import { type ModelDocument, withParameters } from '../../state/document';
import type { SubmissionText } from '../../state/tasks';
import { drafts } from '../drafts';
import { isResult, largestFile } from '../open';

/**
 * The model of a link or a JSON text with the values in it, or why there is none, as a sentence. `prepare`: the engine, which draws the values
 * of a submission.
 */
export async function otherModel(given: string, prepare: () => Promise<Engine>): Promise<ModelDocument | string> {
  const text = given.trim();
  if (text === '') return msg('This is empty; a link or the JSON text of a model is needed.');
  if (text.length > largestFile) return msg('This text is larger than 2 MiB, too large to open.');
  if (/^[{[]/.test(text)) return modelOfText(text, prepare);
  if (!/#|%23/.test(text)) return msg('This is neither a Slipstick link nor the JSON text of a model.');
  return modelOfAddress(text.replace(/\s+/g, ''), prepare);
}

/** The model of a JSON text. */
async function modelOfText(text: string, prepare: () => Promise<Engine>): Promise<ModelDocument | string> {
  if (tooDeep(text)) return msg('This text is nested too deeply for a model.');
  const document = attempt<unknown>(() => JSON.parse(text), undefined);
  if (document === undefined) return msg('This text is not valid JSON.');
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return msg('This text is a list, not a model.');
  if (isResult(text)) return msg('This text contains recorded data, not a model.');
  if (isSubmission(text)) return modelOfAddress(submissionHash(document), prepare);
  const excess = tooMuch(document as ModelDocument);
  return excess ? `${msg('This model is too large:')} ${excess}.` : (document as ModelDocument);
}

async function modelOfAddress(address: string, prepare: () => Promise<Engine>): Promise<ModelDocument | string> {
  const link = readLink(`#${mendedHash(address)}`);
  if (link.kind === 'draft') {
    const draft = await drafts.get(link.id);
    return draft ? modelOfText(draft.text, prepare) : msg('This link belongs to a model that is kept in another browser.');
  }
  const linked = await modelOfLink(link);
  if (typeof linked === 'string') return linked || msg('This link leads to a page without a model.');
  const { model, values } = linked;
  const drawn = model.origin === 'submission' ? await drawnValues(model.submission, prepare) : {};
  return withParameters(model.document, { ...drawn, ...values });
}

/** The values that the model of a submission has by its seed. */
async function drawnValues({ document, seed }: SubmissionText, prepare: () => Promise<Engine>): Promise<Record<string, number>> {
  if (!seed) return {};
  const drawn = prepare().then((engine) => engine.grade({ document, name: '', seed, answers: {} }));
  return drawn.then(({ values = {} }) => values).catch(() => ({}));
}
