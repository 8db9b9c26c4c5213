import { customElement } from 'lit/decorators.js';
import { EmbeddedModel } from '../../web/src/app/embedded';
import { type EmbedOptions, readOptions } from '../../web/src/embed/options';
import type { Events, Requests } from '../../web/src/embed/protocol';

import './element.css';

type Tell = <N extends keyof Events>(event: N, data: Events[N]) => void;

/** What an element shows once it is used. */
@customElement('slip-inside')
export class Inside extends EmbeddedModel {
  protected options: EmbedOptions = readOptions('');
  protected readonly site = '';
  protected tell: Tell = () => {};
  private hash = '';

  /** Before it is in the page: which model, how it is shown, and who is told. */
  begin(hash: string, query: URLSearchParams, tell: Tell): void {
    this.hash = hash;
    this.options = readOptions(query.toString());
    this.tell = tell;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.openLink(this.hash);
  }

  async answer(request: keyof Requests, args: object): Promise<unknown> {
    return (this.answers[request] as (args: unknown) => unknown)(args);
  }
}
