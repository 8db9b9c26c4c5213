import { readView } from '../link/link';
import type { ModelDocument } from '../state/document';
import { type ViewState, viewText } from '../state/view-state';

/** What stands in a single page. */
export interface SingleModel {
  document: ModelDocument;
  view: ViewState;
  /** Address of the site that it came from, for the way back; "" without one. */
  site: string;
}

const empty = '<script type="application/json" id="model">null</script>';

/** `page`, which has no model, with one: a whole page in one file. An error says that it is another page. */
export function singlePage(page: string, model: SingleModel): string {
  const { title } = model.document;
  const parts = page.split(empty);
  if (parts.length !== 2) throw new Error('The page for a single model is damaged.');
  const [head, tail] = parts;
  const name = typeof title === 'string' ? title : 'Slipstick';
  const titled = head.replace(/<title>[^<]*<\/title>/, () => `<title>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`);
  const data = JSON.stringify({ ...model, view: viewText(model.view) }).replaceAll('<', '\\u003c');
  return `${titled}${empty.replace('null', () => data)}${tail}`;
}

/** The model of a single page from the text that stands there, or what is wrong with it, as a sentence. */
export function singleModelOf(text: string): SingleModel | string {
  let model: unknown;
  try {
    model = JSON.parse(text);
  } catch (error) {
    return `The model in this page is damaged: ${(error as Error).message}`;
  }
  const { document, view = '', site } = (model ?? {}) as Record<string, unknown>;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return 'There is no model in this page.';
  const read = readView(String(view).split('&').slice(1));
  if (typeof read === 'string') return `This page is damaged: its view "${read.slice(0, 20)}" is missing or changed.`;
  return { document: document as ModelDocument, view: read, site: typeof site === 'string' && /^https?:\/\//.test(site) ? site : '' };
}
