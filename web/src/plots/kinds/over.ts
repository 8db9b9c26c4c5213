import type { OverPlot } from '../../../../wasm/engine/types';
import { html } from '../../ui/html';
import type { PlotKind } from '../kinds';
import '../over-view';

export const plotKind: PlotKind<OverPlot> = {
  kind: 'over',
  draw: (spec, of) =>
    html`<slip-over-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .compared=${of.compared} .cursor=${of.cursor}></slip-over-plot>`,
};
