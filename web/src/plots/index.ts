/** What other rooms draw plots with. */
export { axisText, Chart } from './chart';
export { axisRange } from './columns';
export { curveColor, lineMark } from './curves';
export { type PlotFigure, picture, pngOf } from './picture';
export { PlotView } from './plot-view';
export { sensorPlot } from './spec';
export { strokeCurve } from './stroke';
