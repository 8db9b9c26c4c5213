import { customElement } from 'lit/decorators.js';
import { type EmbedOptions, readOptions } from '../embed/options';
import { modelOfDocument } from '../link/open-document';
import type { SingleModel } from '../share/single';
import type { Held } from '../state/held';
import { EmbeddedModel } from './embedded';
import { framePort } from './ports';
import './embed.css';

/** The model of a single page in a frame that the page around it controls, such as a widget of a notebook. */
@customElement('slip-held')
export class HeldModel extends EmbeddedModel {
  protected readonly options: EmbedOptions;
  protected readonly site: string;

  constructor(
    private readonly given: SingleModel,
    private readonly held: Held,
  ) {
    super();
    const { show, theme } = held;
    this.site = given.site;
    this.options = readOptions(new URLSearchParams({ show, theme, autoplay: '1', 'hands-on': '1' }).toString());
  }

  protected override readers() {
    return [this.held.language ?? '', ...navigator.languages].filter((each) => each !== '');
  }

  protected override whileInPage() {
    const ends = super.whileInPage();
    const { document: model, view } = this.given;
    this.ports.push(framePort(this.answers));
    void this.openModel({ ...modelOfDocument(JSON.stringify(model), view), values: this.held.values }, !this.held.waits);
    return ends;
  }
}
