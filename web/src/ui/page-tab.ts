import type { TemplateResult } from 'lit';
import type { Session } from '../state/session';

/** A tab of the page of a model. A room that has one offers it as `pageTab` in its file `tab.ts`. */
export interface PageTab {
  id: string;
  label: string;
  /** Tabs stand in this order. */
  order: number;
  /** Whether it is there; without it, always. */
  isIn?(session: Session, page: TabPage): boolean;
  /** It tells results, which are covered until a task that comes before the run is answered. */
  tellsResults?: true;
  content(session: Session, page: TabPage): TemplateResult;
  /** Lies over the 3D view while the tab is open; the picture then stays, even where the model has errors. */
  over?(session: Session): TemplateResult;
}

/** The page around a tab. */
export interface TabPage {
  /** Whether the model's text is visible and editable. */
  editable: boolean;
  /** Address of the site, for links. */
  site: string;
}
