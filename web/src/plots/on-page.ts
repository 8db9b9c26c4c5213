import { createContext } from '@lit/context';
import type { TemplateResult } from 'lit';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { Part } from '../ui/part';
import type { PlotGrid } from './plot-grid';

/** The plots of the page, for who makes pictures of them. */
export type PlotsOnPage = Part<PlotGrid>;
export const plotsContext = createContext<PlotsOnPage>(Symbol('plots'));

/** A figure that another room puts before the plots: it has a `figure`, as plots have. */
export interface LeadFigure {
  /** Whether a model has it. */
  isIn(model: ModelInfo): boolean;
  /** How many plots it is wide. */
  width: number;
  draw(style: string): TemplateResult;
}
