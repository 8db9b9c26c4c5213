import { msg, str } from '@lit/localize';
import { withModel } from '../format/single-file';
import { readView } from '../link/link';
import type { ModelDocument } from '../state/document';
import type { Held } from '../state/held';
import { type LinkedView, viewText } from '../state/linked-view';

/** The data in a single page. */
export interface SingleModel {
  document: ModelDocument;
  view: LinkedView;
  /** Address of the site from which it was saved, for a link back; "" without one. */
  site: string;
  /** The language of the page from which it was saved. */
  language?: string;
  /** How it is shown in a frame controlled by the surrounding page. */
  held?: Held;
}

/** Inserts a model into `page`, which results in a whole page in one file. */
export function singlePage(page: string, model: SingleModel): string {
  return withModel(page, { ...model, view: viewText(model.view) });
}

/** The model of a single page from its embedded text, or a sentence on what is wrong. */
export function singleModelOf(text: string): SingleModel | string {
  let model: unknown;
  try {
    model = JSON.parse(text);
  } catch (error) {
    return msg(str`The model in this page is damaged: ${(error as Error).message}`);
  }
  const { document, view = '', site, language, held } = (model ?? {}) as Record<string, unknown>;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return msg('There is no model in this page.');
  const read = readView(String(view).split('&').slice(1));
  if (typeof read === 'string') return msg(str`This page is damaged: its view "${read.slice(0, 20)}" is missing or changed.`);
  const back = typeof site === 'string' && /^https?:\/\//.test(site) ? site : '';
  return {
    document: document as ModelDocument,
    view: read,
    site: back,
    ...(typeof language === 'string' ? { language } : {}),
    ...(held ? { held: held as Held } : {}),
  };
}
