import type { SensorPlot } from '../../../../wasm/engine/types';
import { html } from '../../ui/html';
import type { PlotKind } from '../kinds';
import '../plot-view';

export const plotKind: PlotKind<SensorPlot> = {
  kind: 'sensors',
  draw: (spec, of) =>
    html`<slip-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .compared=${of.compared} .span=${of.span} .accuracy=${of.accuracy} .cursor=${of.cursor}></slip-plot>`,
};
