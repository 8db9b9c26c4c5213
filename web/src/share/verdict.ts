import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Session } from '../state/session';
import { View } from '../ui/view';
import { type Verdict, verify } from './proof';
import './verdict.css';

/** Whether the result of the link's author was reproduced; nothing where the link says none or another run is shown. */
@customElement('slip-verdict')
export class VerdictLine extends View {
  @property({ attribute: false }) session!: Session;
  @state() private verdict: Verdict | null = null;
  private of: unknown = null;

  protected override follows() {
    return [{ source: this.session, then: () => void this.follow() }];
  }

  protected override render() {
    const { verdict } = this;
    return verdict
      ? html`<p class="verdict" role="status" data-same=${verdict.same}>${verdict.same ? '✓' : '≠'} ${verdict.text}</p>`
      : nothing;
  }

  private async follow(): Promise<void> {
    const { opened, values, runner } = this.session;
    const { recording, phase } = runner;
    const proof = opened?.view?.proof;
    const asSent = opened?.parameters ?? {};
    const same = JSON.stringify(Object.entries(values).sort()) === JSON.stringify(Object.entries(asSent).sort());
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
