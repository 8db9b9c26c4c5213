import type { LeadFigure } from '../../web/src/plots';
import type { PageTab } from '../../web/src/ui/page-tab';
import '../../web/src/tasks/tasks-view';

/** Replaces the parts that rooms add to the page of a model: an element has figures and tasks, and no tabs. */
const figures = import.meta.glob<LeadFigure>('../../web/src/*/figure.ts', { eager: true, import: 'leadFigure' });

export const pageTabs: readonly PageTab[] = [];
export const leadFigures: readonly LeadFigure[] = Object.values(figures);
