import { customElement } from 'lit/decorators.js';
import { EmbeddedModel } from '../../web/src/app/embedded';
import type { Port } from '../../web/src/app/ports';
import { type EmbedOptions, readOptions } from '../../web/src/embed/options';
import type { Requests } from '../../web/src/embed/protocol';
import { readersLanguages } from '../../web/src/state/language';

import './element.css';

/** The content of an element, loaded on first use. */
@customElement('slip-inside')
export class Inside extends EmbeddedModel {
  protected options: EmbedOptions = readOptions('');
  protected readonly site = '';
  private hash = '';
  private query = '';

  /** The address of the surrounding page does not concern it. */
  protected override seed() {
    return undefined;
  }

  protected override readers() {
    return readersLanguages(this.query);
  }

  /** Sets the model, its options and the receiver of messages, before the element is in the page. */
  begin(hash: string, query: URLSearchParams, report: NonNullable<Port['report']>): void {
    this.hash = hash;
    this.query = query.toString();
    this.options = readOptions(this.query);
    this.ports.push({ report, end: () => {} });
  }

  protected override whileInPage() {
    const ends = super.whileInPage();
    void this.openLink(this.hash);
    return ends;
  }

  async answer(request: keyof Requests, args: object): Promise<unknown> {
    return (this.answers[request] as (args: unknown) => unknown)(args);
  }
}
