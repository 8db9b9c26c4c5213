import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type KeptRun, mostKept } from '../state/kept-runs';
import type { Session } from '../state/session';
import { View } from '../ui/view';
import { lastDash, lineMark } from './curves';
import { runSwatch } from './marks';
import './runs-bar.css';

/** What the curves of all plots belong to: this run, the last one, those that are kept, and reference points. */
@customElement('slip-runs')
export class RunsBar extends View {
  @property({ attribute: false }) session!: Session;
  /** Some plot has reference points. */
  @property({ type: Boolean }) references = false;
  /** Nothing can be kept, named or removed here. */
  @property({ type: Boolean }) fixed = false;

  protected override follows() {
    return [{ source: this.session }];
  }

  protected override render() {
    const { session, fixed } = this;
    const { kept, last, lastShown } = session;
    const difference = session.compared.length > 0 && html`<span class="quiet">Δ: difference to “${session.compared[0].name}”</span>`;
    return html`
      <div class="runs" role="group" aria-label="Runs in the plots">
        <ul>
          <li>${lineMark('currentColor', [])} this run</li>
          ${
            last
              ? html`<li>${toggle('last run', lastShown, lineMark('currentColor', lastDash), (shown) => session.showLast(shown), 'last run')}</li>`
              : nothing
          }
          ${kept.runs.map((run) => this.renderRun(run))}
          ${this.references ? html`<li><span class="reference-dot"></span> reference</li>` : nothing}
        </ul>
        ${
          fixed
            ? nothing
            : html`<button
                type="button"
                class="text-button keep"
                title=${`Keeps this run in the plots, to compare others with it; ${mostKept} at most`}
                ?disabled=${!session.canKeep}
                @click=${() => session.keep()}
              >
                Keep this run
              </button>`
        }
        ${difference || nothing}
        <p class="runs-note" role="status">${kept.note}</p>
      </div>
    `;
  }

  private renderRun(run: KeptRun) {
    const { session, fixed } = this;
    const { kept } = session;
    const name = session.nameOf(run);
    const aside = run.recording === null ? 'running …' : session.isEarlier(run) ? 'earlier version' : '';
    return html`<li>
      ${toggle(name, run.shown, runSwatch(run.mark), (shown) => kept.show(run, shown), fixed ? name : '')}
      ${
        fixed
          ? nothing
          : html`<input
                type="text"
                class="run-name"
                aria-label=${`Name of the kept run ${name}`}
                title="The name can be changed"
                autocomplete="off"
                spellcheck="false"
                style=${`--length:${Math.min(36, Math.max(6, name.length))}`}
                .value=${name}
                @change=${(event: Event) => this.rename(run, event.target as HTMLInputElement)}
              />
              ${aside ? html`<span class="quiet">${aside}</span>` : nothing}
              <button type="button" class="remove" aria-label=${`Remove ${name}`} title="Remove" @click=${() => kept.remove(run)}>✕</button>`
      }
    </li>`;
  }

  /** An empty name brings back the one made of the values. */
  private rename(run: KeptRun, input: HTMLInputElement): void {
    this.session.kept.rename(run, input.value);
    const now = this.session.kept.runs.find(({ mark }) => mark === run.mark);
    if (now) input.value = this.session.nameOf(now);
  }
}

/** Shows or hides a run; `text`: what stands behind the swatch. */
function toggle(name: string, shown: boolean, swatch: unknown, set: (shown: boolean) => void, text: string) {
  const act = shown ? 'Hide this run' : 'Show this run';
  return html`<button type="button" class="legend-curve" aria-label=${name} aria-pressed=${shown} title=${act} @click=${() => set(!shown)}>
    ${swatch}${text ? html`<span>${text}</span>` : nothing}
  </button>`;
}
