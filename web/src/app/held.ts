import { customElement } from 'lit/decorators.js';
import { readOptions } from '../embed/options';
import { modelOfDocument } from '../link/open-document';
import type { SingleModel } from '../share/single';
import type { Held } from '../state/held';
import { FramedModel } from './framed';
import './held.css';

/** The model of a single page in a frame that the page around it controls, such as a widget of a notebook. */
@customElement('slip-held')
export class HeldModel extends FramedModel {
  protected options = readOptions('');
  protected site = '';
  private given: SingleModel | null = null;

  /** Call this before the element is in the page. */
  begin(given: SingleModel, { show, theme }: Held): void {
    this.given = given;
    this.site = given.site;
    this.options = readOptions(new URLSearchParams({ show, theme, autoplay: '1', 'hands-on': '1' }).toString());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.given?.held) return;
    const { document: model, view, held } = this.given;
    const opened = modelOfDocument(JSON.stringify(model), view);
    void this.openModel({ ...opened, values: held.values }, !held.waits);
  }
}

export function heldModel(given: SingleModel, held: Held): HeldModel {
  const model = document.createElement('slip-held') as HeldModel;
  model.begin(given, held);
  return model;
}
