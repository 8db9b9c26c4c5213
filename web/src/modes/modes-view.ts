import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Eigenvalue } from '../../../wasm/engine/types';
import { formatNumber, niceBelow } from '../format/quantity';
import { common } from '../format/texts';
import { download, fileName } from '../ui/download';
import { html, svg } from '../ui/html';
import { View } from '../ui/view';
import { type ModeShow, modesContext } from './mode-show';
import { type Mode, modesCsv, modesOf } from './modes';
import { texts } from './texts';
import './modes.css';

const realPartText = () => msg('Re λ [1/s]');
const imaginaryPartText = () => msg('Im λ [1/s]');

const [width, height, margin] = [360, 240, 34];

/** Eigenvalues of each eigenvalue step of the analysis: a table from which modes can be shown, and the points in the complex plane. */
@customElement('slip-modes')
export class ModesView extends View {
  @consume({ context: modesContext }) show!: ModeShow;
  @property({ attribute: false }) steps: readonly (readonly Eigenvalue[])[] = [];
  @property() override title = '';

  protected override render() {
    return html`
      ${this.steps.map((_, step) => this.renderStep(step))}
      <button type="button" class="text-button" @click=${this.save}>${common.saveAsCsv()}</button>
    `;
  }

  private renderStep(step: number) {
    const values = this.steps[step];
    const number = this.steps.length > 1 ? step + 1 : null;
    const shown = this.show.modesIn(step).length > 0;
    return html`<div class="modes">
      <div class="modes-table" role="group" aria-label=${number ? msg(str`Table of eigenvalues of step ${number}`) : msg('Table of eigenvalues')} tabindex="0">
        <table class="figures">
          <caption class="hidden">${number ? msg(str`Eigenvalues of step ${number}`) : texts.eigenvalues()}</caption>
          <thead>
            <tr>
              <th scope="col">${texts.mode()}</th>
              <th scope="col" class="number">${msg('Natural frequency [Hz]')}</th>
              <th scope="col" class="number">${msg('Damping ratio')}</th>
              <th scope="col" class="number">${realPartText()}</th>
              <th scope="col" class="number">${imaginaryPartText()}</th>
            </tr>
          </thead>
          <tbody>
            ${modesOf(values).map((mode, i) => this.renderMode(mode, i + 1, step, shown))}
          </tbody>
        </table>
      </div>
      ${values.length > 0 ? renderPlane(values, number, this.show.choice?.step === step ? this.show.mode : null) : nothing}
    </div>`;
  }

  private renderMode(mode: Mode, number: number, step: number, shown: boolean) {
    const { choice } = this.show;
    const isChosen = choice?.step === step && choice.index === mode.index;
    const damping = mode.damping === null ? '–' : formatNumber(mode.damping, 4);
    const imaginary = mode.imaginary === 0 ? '0' : `±${formatNumber(Math.abs(mode.imaginary))}`;
    const choose = () => this.show.choose(isChosen && !this.show.session?.runner.timeless ? null : { step, index: mode.index });
    return html`<tr ?data-chosen=${isChosen}>
      <th scope="row">
        ${shown ? html`<button type="button" class="outline-button" aria-label=${msg(str`Show mode ${number}`)} title=${msg('Show how it moves')} aria-pressed=${isChosen} @click=${choose}>${number}</button>` : number}
      </th>
      ${[formatNumber(mode.frequency), damping, formatNumber(mode.real), imaginary].map((text) => html`<td class="number">${text}</td>`)}
    </tr>`;
  }

  private readonly save = () => download(`${fileName(this.title)}-eigenvalues.csv`, 'text/csv', modesCsv(this.steps));
}

/** The axes have different scales, because damping is often small compared with frequency. */
function renderPlane(values: readonly Eigenvalue[], step: number | null, shown: Mode | null) {
  const largest = (part: (value: Eigenvalue) => number) => Math.max(...values.map((value) => Math.abs(part(value)))) || 1;
  const [reach, rise] = [largest(({ real }) => real), largest(({ imaginary }) => imaginary)];
  const x = (real: number) => width / 2 + (real / reach) * (width / 2 - margin);
  const y = (imaginary: number) => height / 2 - (imaginary / rise) * (height / 2 - margin);
  const [tickX, tickY] = [niceBelow(reach), niceBelow(rise)];
  return html`<figure class="modes-plane">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${step ? msg(str`Eigenvalues of step ${step} in the complex plane`) : msg('Eigenvalues in the complex plane')}>
      <path class="axis" d="M0 ${height / 2}H${width}M${width / 2} 0V${height}" />
      ${[-tickX, tickX].map((tick) => svg`<path class="axis" d="M${x(tick)} ${height / 2 - 4}v8" /><text x=${x(tick)} y=${height / 2 + 18} text-anchor="middle">${formatNumber(tick)}</text>`)}
      ${[-tickY, tickY].map((tick) => svg`<path class="axis" d="M${width / 2 - 4} ${y(tick)}h8" /><text x=${width / 2 + 8} y=${y(tick) + 4}>${formatNumber(tick)}</text>`)}
      <text x=${width - 4} y=${height / 2 - 8} text-anchor="end">${realPartText()}</text>
      <text x=${width / 2 + 8} y="12">${imaginaryPartText()}</text>
      ${values.map(({ real, imaginary }) => svg`<circle ?data-chosen=${isOf(shown, real, imaginary)} cx=${x(real)} cy=${y(imaginary)} r="4.5"><title>${formatNumber(real)} ${imaginary < 0 ? '−' : '+'} ${formatNumber(Math.abs(imaginary))} i</title></circle>`)}
    </svg>
    <figcaption class="quiet">${msg('Motions on the left die out; motions on the right grow.')}</figcaption>
  </figure>`;
}

function isOf(mode: Mode | null, real: number, imaginary: number): boolean {
  return mode?.real === real && Math.abs(mode.imaginary) === Math.abs(imaginary);
}
