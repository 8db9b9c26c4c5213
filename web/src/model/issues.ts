import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Issue } from '../../../wasm/engine/types';
import { renderMessage } from '../engine';
import { html } from '../ui/html';
import { issuePlace } from '../ui/place';
import { View } from '../ui/view';
import './issues.css';

/** The errors of a model, each with its location in the document. */
@customElement('slip-issues')
export class Issues extends View {
  @property({ attribute: false }) issues: readonly Issue[] = [];
  /** Navigates to the location of an issue; null if it is not visible. */
  @property({ attribute: false }) go: ((issue: Issue) => void) | null = null;

  protected override render() {
    const errors = this.issues.filter((issue) => issue.severity === 'error');
    const warnings = this.issues.filter((issue) => issue.severity === 'warning');
    const count =
      errors.length === 1
        ? msg('One thing in this model needs correction.')
        : msg(str`${errors.length} things in this model need correction.`);
    return html`
      <section class="issues" role="alert" aria-label=${msg('Errors of the model')}>
        <h2>${msg('This model cannot run yet')}</h2>
        <p>${msg(str`${count} The place is a path in the JSON document.`)}</p>
        <ul>
          ${[...errors, ...warnings].map(
            (issue) =>
              html`<li>${issuePlace(issue, this.go)}${renderMessage(issue)}${issue.severity === 'warning' ? html`<em class="quiet">${msg('warning')}</em>` : nothing}</li>`,
          )}
        </ul>
      </section>
    `;
  }
}
