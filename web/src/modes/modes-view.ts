import { html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Eigenvalue } from '../../../wasm/engine/types';
import { formatNumber, niceBelow } from '../format/quantity';
import { download, fileName } from '../ui/download';
import { View } from '../ui/view';
import { type Mode, modesCsv, modesOf } from './modes';
import './modes.css';

const [width, height, margin] = [360, 240, 34];

/** Eigenvalues of each step of the analysis that asks for them: a table, and the points in the complex plane. */
@customElement('slip-modes')
export class ModesView extends View {
  @property({ attribute: false }) steps: readonly (readonly Eigenvalue[])[] = [];
  @property() override title = '';

  protected override render() {
    return html`
      ${this.steps.map((values, step) => renderStep(modesOf(values), values, this.steps.length > 1 ? ` of step ${step + 1}` : ''))}
      <button type="button" class="text-button" @click=${this.save}>Save as CSV</button>
    `;
  }

  private readonly save = () => download(`${fileName(this.title)}-eigenvalues.csv`, 'text/csv', modesCsv(this.steps));
}

function renderStep(modes: readonly Mode[], values: readonly Eigenvalue[], which: string) {
  return html`<div class="modes">
    <div class="modes-table">
      <table class="figures">
        <caption class="hidden">Eigenvalues${which}</caption>
        <thead>
          <tr>
            <th scope="col">Mode</th>
            <th scope="col">Natural frequency [Hz]</th>
            <th scope="col">Damping ratio</th>
            <th scope="col">Re λ [1/s]</th>
            <th scope="col">Im λ [1/s]</th>
          </tr>
        </thead>
        <tbody>
          ${modes.map((mode, i) => {
            const numbers = [
              formatNumber(mode.frequency),
              mode.damping === null ? '–' : formatNumber(mode.damping, 4),
              formatNumber(mode.real),
            ];
            const imaginary = mode.imaginary === 0 ? '0' : `±${formatNumber(Math.abs(mode.imaginary))}`;
            return html`<tr>
              <th scope="row">${i + 1}</th>
              ${[...numbers, imaginary].map((text) => html`<td class="number">${text}</td>`)}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    ${values.length > 0 ? renderPlane(values, which) : nothing}
  </div>`;
}

/** Each axis has a scale of its own: damping is often small beside frequency. */
function renderPlane(values: readonly Eigenvalue[], which: string) {
  const largest = (part: (value: Eigenvalue) => number) => Math.max(...values.map((value) => Math.abs(part(value)))) || 1;
  const [reach, rise] = [largest(({ real }) => real), largest(({ imaginary }) => imaginary)];
  const x = (real: number) => width / 2 + (real / reach) * (width / 2 - margin);
  const y = (imaginary: number) => height / 2 - (imaginary / rise) * (height / 2 - margin);
  const [tickX, tickY] = [niceBelow(reach), niceBelow(rise)];
  return html`<figure class="modes-plane">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Eigenvalues${which} in the complex plane">
      <path class="axis" d="M0 ${height / 2}H${width}M${width / 2} 0V${height}" />
      ${[-tickX, tickX].map((tick) => svg`<path class="axis" d="M${x(tick)} ${height / 2 - 4}v8" /><text x=${x(tick)} y=${height / 2 + 18} text-anchor="middle">${formatNumber(tick)}</text>`)}
      ${[-tickY, tickY].map((tick) => svg`<path class="axis" d="M${width / 2 - 4} ${y(tick)}h8" /><text x=${width / 2 + 8} y=${y(tick) + 4}>${formatNumber(tick)}</text>`)}
      <text x=${width - 4} y=${height / 2 - 8} text-anchor="end">Re λ [1/s]</text>
      <text x=${width / 2 + 8} y="12">Im λ [1/s]</text>
      ${values.map(({ real, imaginary }) => svg`<circle cx=${x(real)} cy=${y(imaginary)} r="4.5"><title>${formatNumber(real)} ${imaginary < 0 ? '−' : '+'} ${formatNumber(Math.abs(imaginary))} i</title></circle>`)}
    </svg>
    <figcaption class="quiet">On the left motions die out, on the right they grow.</figcaption>
  </figure>`;
}
