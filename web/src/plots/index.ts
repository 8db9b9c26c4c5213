/** The interface of this room for others. */
export { axisText, Chart, type ChartParts, chartPicture } from './chart';
export { axisRange, type PlotColumns } from './columns';
export { curveColor, lineMark } from './curves';
export { type FigureAxis, FigureChart } from './figure-chart';
export { type FigureStyle, figureChoice, figureWidths, letterSizes } from './figure-style';
export { type LeadFigure, type PlotsOnPage, plotsContext } from './on-page';
export { drawingSize, type Picture, type PlotFigure, picture, pngOf } from './picture';
export { plotFrame } from './plot-frame';
export { PlotView } from './plot-view';
export { sensorPlot } from './spec';
export { strokeCurve } from './stroke';
