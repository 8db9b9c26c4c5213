import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { equalJson } from '../format/equal';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { type Verdict, verify } from './proof';
import './verdict.css';
import { addressIn, version } from './versions';

const signs = { same: '✓', different: '≠', otherEngine: '≈' };

/** Whether the result of the link's author was reproduced; empty if the link contains no result or another run is shown. */
@customElement('slip-verdict')
export class VerdictLine extends SessionView {
  /** Reports an equal result only if the author asked for it, by values in the digest. */
  @property({ type: Boolean }) brief = false;
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
    const link = original && html` <a href=${original}>${msg(str`Open in version ${verdict.engine}`)}</a>`;
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
    const found = verify(recording, proof, version);
    const verdict = this.brief && found?.outcome === 'same' && proof.endsWith(':') ? null : found;
    this.verdict = verdict;
    this.original = null;
    const original = verdict?.outcome === 'otherEngine' ? await addressIn(verdict.engine) : null;
    if (this.verdict === verdict) this.original = original;
  }
}
