import type { MapPlot } from '../../../../wasm/engine/types';
import { html } from '../../ui/html';
import type { PlotKind } from '../kinds';
import '../map-view';

export const plotKind: PlotKind<MapPlot> = {
  kind: 'map',
  draw: (spec, of) =>
    html`<slip-map-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .span=${of.span} .cursor=${of.cursor}></slip-map-plot>`,
};
