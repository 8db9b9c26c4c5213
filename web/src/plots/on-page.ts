import { createContext } from '@lit/context';
import type { TemplateResult } from 'lit';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { ViewState } from '../state/view-state';
import type { Part } from '../ui/part';
import type { Drawn } from './picture';

/** The plots of the page, from which pictures are made. */
export type PlotsOnPage = Part<{ readonly drawn: readonly Drawn[] }>;
export const plotsContext = createContext<PlotsOnPage>(Symbol('plots'));

/** A figure of another room that precedes the plots: it has a `figure`, as plots do. */
export interface LeadFigure {
  /** Whether a model has this figure, or a person has asked for it. */
  isIn(model: ModelInfo, view: ViewState): boolean;
  /** Its width in plots. */
  width: number;
  draw(style: string): TemplateResult;
}
