import type { LeadFigure } from '../plots';
import type { PageTab } from '../ui/page-tab';

/** The features that rooms offer to the page of a model. A new feature of a room needs no change in this file. */
const tabs = import.meta.glob<PageTab>('../*/tab.ts', { eager: true, import: 'pageTab' });
const figures = import.meta.glob<LeadFigure>('../*/figure.ts', { eager: true, import: 'leadFigure' });

export const pageTabs: readonly PageTab[] = Object.values(tabs).sort((one, other) => one.order - other.order);
export const leadFigures: readonly LeadFigure[] = Object.values(figures);
