import { nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import type { SpectrumPlot } from '../../../../wasm/engine/types';
import { html } from '../../ui/html';
import { load } from '../../ui/load';
import type { PlotKind } from '../kinds';

export const plotKind: PlotKind<SpectrumPlot> = {
  kind: 'spectrum',
  draw(spec, of) {
    const plot = html`<slip-spectrum-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .compared=${of.compared} .cursor=${of.cursor}></slip-spectrum-plot>`;
    // A plot needs its fields when it enters the page, so its class comes first.
    if (customElements.get('slip-spectrum-plot')) return plot;
    return html`${until(
      load(() => import('../spectrum-view')).then(() => plot),
      nothing,
    )}`;
  },
};
