import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { equalJson } from '../format/equal';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { type Verdict, verify } from './proof';
import './verdict.css';

const signs = { same: '✓', different: '≠', otherEngine: '≈' };

/** Whether the result of the link's author was reproduced; empty if the link contains no result or another run is shown. */
@customElement('slip-verdict')
export class VerdictLine extends SessionView {
  @state() private verdict: Verdict | null = null;
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
    const { verdict } = this;
    return verdict ? html`<p class="verdict" role="status">${signs[verdict.outcome]} ${verdict.text}</p>` : nothing;
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
    if (this.of === recording.history) this.verdict = verify(recording, proof, version);
  }
}
