import { createContext } from '@lit/context';
import type { TemplateResult } from 'lit';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { Part } from '../ui/part';
import type { Drawn } from './picture';

/** The plots of the page, for pictures of them. */
export type PlotsOnPage = Part<{ readonly drawn: readonly Drawn[] }>;
export const plotsContext = createContext<PlotsOnPage>(Symbol('plots'));

/** A figure that another room puts before the plots: it has a `figure`, as plots have. */
export interface LeadFigure {
  /** Whether a model has it. */
  isIn(model: ModelInfo): boolean;
  /** How many plots it is wide. */
  width: number;
  draw(style: string): TemplateResult;
}
