import { consume } from '@lit/context';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { common } from '../format/texts';
import { type SceneOnPage, sceneContext } from '../scene';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { savesData } from '../ui/saves-data';
import { SessionView } from '../ui/session';
import { whenIdle } from '../ui/when-idle';
import { RunEnergies } from './run-energies';
import { sentence } from './sentence';

const quietTime = 1500; // ms after a run; moving a slider starts runs more often
const longestRun = 3; // s of computing; a longer run is repeated only on request

/** A caution below the status of the run if much of its energy is unexplained, found by a second run while nothing else is computed. */
@customElement('slip-balance-note')
export class BalanceNote extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private get energies(): RunEnergies {
    return this.session.part(RunEnergies);
  }

  protected override whileInPage() {
    return [
      watch(
        () => this.isShort,
        (isShort) => {
          clearTimeout(this.timer);
          if (isShort && !savesData()) this.measureLater();
        },
      ),
      () => clearTimeout(this.timer),
    ];
  }

  /** The second run waits until the picture is drawn and the page is idle. */
  private measureLater(): void {
    this.timer = setTimeout(async () => {
      await whenIdle();
      if (!this.isConnected || !this.isShort) return;
      if (this.scene.element?.waiting) this.measureLater();
      else void this.energies.measure();
    }, quietTime);
  }

  /** The run shown ended as planned after a short time. */
  private get isShort(): boolean {
    const { state, recording } = this.session.runner;
    return state.phase === 'finished' && state.statistics.wallSeconds <= longestRun && recording !== null && !recording.live;
  }

  protected override render() {
    const { energies, session } = this;
    const { measured, isOfShown } = energies;
    if (!measured?.isLarge || !isOfShown || session.view.energyShown) return nothing;
    return html`<p class="run-advice" role="status">
      ${sentence(measured, session.opened?.document ?? {})}
      <button type="button" class="text-button" @click=${() => session.view.goTo({ at: 'energy' })}>${common.energy()}</button>
    </p>`;
  }
}
