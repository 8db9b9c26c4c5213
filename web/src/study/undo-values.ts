import { msg } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';

/** Sets sliders to the values found, and restores the previous ones. */
@customElement('slip-undo-values')
export class UndoValues extends SessionView {
  @property({ attribute: false }) values!: Readonly<Record<string, number>>;
  /** The previous values; null: they are set. */
  @state() private previous: Readonly<Record<string, number>> | null = null;

  protected override willUpdate(changes: PropertyValues<this>): void {
    const old = changes.get('values');
    if (old && JSON.stringify(old) !== JSON.stringify(this.values)) this.previous = null;
  }

  protected override render() {
    const { previous, session, values } = this;
    const use = () => {
      this.previous = Object.fromEntries(Object.keys(values).map((name) => [name, session.parameters.value(name) ?? values[name]]));
      session.parameters.changeAll(values);
    };
    const undo = () => {
      if (previous) session.parameters.changeAll(previous);
      this.previous = null;
    };
    return html`<div class="study-actions">
      <button type="button" class="main-button" @click=${use}>${msg('Use these values')}</button>
      ${previous ? html`<button type="button" class="outline-button" @click=${undo}>${common.undo()}</button>` : nothing}
    </div>`;
  }
}
