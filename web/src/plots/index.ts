/** What other rooms draw plots with. */
export { axisText, Chart } from './chart';
export { axisRange } from './columns';
export { curveColor, lineMark } from './curves';
export { PlotView } from './plot-view';
export { sensorPlot } from './spec';
export { strokeCurve } from './stroke';
