import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { AccuracyEstimate } from '../accuracy';
import { common } from '../format/texts';
import { type KeptRun, mostKept } from '../state/kept-runs';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { curveColor, lastDash, lineMark } from './curves';
import { runSwatch } from './marks';
import { texts } from './texts';
import './runs-bar.css';

/** Colour of the first curve of each plot, which this run and the last one share. */
const firstColor = `var(${curveColor(0)})`;

/** The legend of all plots: this run, the last one, kept runs and reference points. */
@customElement('slip-runs')
export class RunsBar extends SessionView {
  /** Some plot has reference points. */
  @property({ type: Boolean }) references = false;
  /** Titles of the plots whose axes cut off the last run. */
  @property({ attribute: false }) beyond: readonly string[] = [];
  /** Runs cannot be kept, named or removed in this view. */
  @property({ type: Boolean }) fixed = false;

  protected override render() {
    const { session, fixed } = this;
    const { kept, last, lastShown } = session.comparison;
    const isTimed = session.runner.model?.analysis.some(({ type }) => type === 'dynamic');
    const difference =
      session.comparison.compared.length > 0 &&
      html`<span class="quiet">${msg(str`Δ: difference to “${session.comparison.compared[0].name}”`)}</span>`;
    return html`
      <div class="runs" role="group" aria-label=${msg('Runs in the plots')}>
        <ul>
          <li>${lineMark(firstColor, [])} ${texts.thisRun()}</li>
          ${
            last
              ? html`<li>${toggle('last run', lastShown, lineMark(firstColor, lastDash), (shown) => session.comparison.showLast(shown), 'last run')}</li>`
              : nothing
          }
          ${kept.runs.map((run) => this.renderRun(run))}
          ${this.references ? html`<li><span class="reference-dot"></span> ${msg('reference')}</li>` : nothing}
        </ul>
        ${
          fixed
            ? nothing
            : html`<button
                type="button"
                class="text-button keep"
                title=${msg(str`Keeps this run in the plots for comparison; ${mostKept} at most`)}
                ?disabled=${!session.comparison.canKeep}
                @click=${() => session.comparison.keep()}
              >
                ${msg('Keep this run')}
              </button>
              ${this.renderAccuracy()}`
        }
        ${fixed || !isTimed ? nothing : this.renderEnergy()}
        ${difference || nothing}
        ${this.beyond.length > 0 ? html`<span class="quiet">${msg(str`The last run goes far beyond the axes of ${this.beyond.join(', ')}.`)}</span>` : nothing}
        <p class="runs-note" role="status">${kept.note}</p>
      </div>
    `;
  }

  private renderAccuracy() {
    const estimate = this.session.part(AccuracyEstimate);
    return html`<button
      type="button"
      class="text-button keep"
      title=${msg('Estimates the error of each number, from two more runs with smaller steps')}
      ?disabled=${!estimate.possible || estimate.running}
      @click=${() => estimate.start()}
    >
      ${common.accuracy()}
    </button>`;
  }

  private renderEnergy() {
    const { view } = this.session;
    return html`<button
      type="button"
      class="text-button keep"
      title=${msg('Plots kinetic, potential and dissipated energy and the work of loads, and checks their balance; the model runs once more')}
      aria-pressed=${view.energyShown}
      @click=${() => view.showEnergy(!view.energyShown)}
    >
      ${common.energy()}
    </button>`;
  }

  private renderRun(run: KeptRun) {
    const { session, fixed } = this;
    const { kept } = session.comparison;
    const name = session.comparison.nameOf(run);
    const aside = run.recording === null ? msg('running …') : session.comparison.isEarlier(run) ? otherVersion(run) : '';
    return html`<li>
      ${toggle(name, run.shown, runSwatch(run.mark), (shown) => kept.show(run, shown), fixed ? name : '')}
      ${
        fixed
          ? nothing
          : html`<input
                type="text"
                class="run-name"
                aria-label=${msg(str`Name of the kept run ${name}`)}
                title=${msg('The name can be changed')}
                autocomplete="off"
                spellcheck="false"
                style=${`--length:${Math.min(36, Math.max(6, name.length))}`}
                .value=${name}
                @change=${(event: Event) => this.rename(run, event.target as HTMLInputElement)}
              />
              ${aside ? html`<span class="quiet">${aside}</span>` : nothing}
              <button type="button" class="remove" aria-label=${msg(str`Remove ${name}`)} title=${common.remove()} @click=${() => kept.remove(run)}>✕</button>`
      }
    </li>`;
  }

  /** An empty name restores the name derived from the values. */
  private rename(run: KeptRun, input: HTMLInputElement): void {
    this.session.comparison.kept.rename(run, input.value);
    const now = this.session.comparison.kept.runs.find(({ mark }) => mark === run.mark);
    if (now) input.value = this.session.comparison.nameOf(now);
  }
}

const otherVersion = ({ other }: KeptRun) => (other ? msg('other model') : msg('earlier version'));

/** A button that shows or hides a run; `text`: shown after the swatch. */
function toggle(name: string, shown: boolean, swatch: unknown, set: (shown: boolean) => void, text: string) {
  const act = shown ? msg('Hide this run') : msg('Show this run');
  return html`<button type="button" class="legend-curve" aria-label=${name} aria-pressed=${shown} title=${act} @click=${() => set(!shown)}>
    ${swatch}${text ? html`<span>${text}</span>` : nothing}
  </button>`;
}
