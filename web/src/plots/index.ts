/** What other rooms draw plots with. */
export { axisText, Chart } from './chart';
export { axisRange } from './columns';
export { curveColor, lineMark } from './curves';
export { type LeadFigure, type PlotsOnPage, plotsContext } from './on-page';
export { type PlotFigure, picture, pngOf } from './picture';
export { plotFrame } from './plot-frame';
export { PlotView } from './plot-view';
export { sensorPlot } from './spec';
export { strokeCurve } from './stroke';
