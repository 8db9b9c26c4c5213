import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { equalJson } from '../format/equal';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { type Verdict, verify } from './proof';
import './verdict.css';
import { addressIn } from './versions';

const signs = { same: '✓', different: '≠', otherEngine: '≈' };

/** Whether the result of the link's author was reproduced; empty if the link contains no result or another run is shown. */
@customElement('slip-verdict')
export class VerdictLine extends SessionView {
  @state() private verdict: Verdict | null = null;
  /** This page in the author's version, or null. */
  @state() private original: string | null = null;
  private of: unknown = null;

  protected override whileInPage() {
    const { session } = this;
    const { runner, parameters } = session;
    return [
      watch(
        () => [session.opened, parameters.values, runner.phase, runner.recording],
        () => void this.follow(),
      ),
    ];
  }

  protected override render() {
    const { verdict, original } = this;
    if (!verdict) return nothing;
    const link = original && html` <a href=${original}>Open in version ${verdict.engine}</a>`;
    return html`<p class="verdict" role="status">${signs[verdict.outcome]} ${verdict.text}${link}</p>`;
  }

  private async follow(): Promise<void> {
    const { opened, parameters, runner } = this.session;
    const { values } = parameters;
    const { recording, phase } = runner;
    const proof = opened?.view?.proof;
    const asSent = opened?.origin === 'gallery' ? opened.parameters : {};
    const same = equalJson(Object.entries(values).sort(), Object.entries(asSent).sort());
    if (!proof || !same || phase !== 'finished' || !recording) {
      this.verdict = null;
      this.of = null;
      return;
    }
    if (this.of === recording.history) return;
    this.of = recording.history;
    const { version } = await runner.prepare();
    if (this.of !== recording.history) return;
    const verdict = verify(recording, proof, version);
    this.verdict = verdict;
    this.original = null;
    const original = verdict.outcome === 'otherEngine' ? await addressIn(verdict.engine) : null;
    if (this.verdict === verdict) this.original = original;
  }
}
