import type { TemplateResult } from 'lit';
import type { Session } from '../state/session';

/** A tab of the page of a model. A room offers its tab as `pageTab` in the file `tab.ts`. */
export interface PageTab {
  id: string;
  label(): string;
  /** Sort key of the tabs. */
  order: number;
  /** Whether the tab is shown; by default, always. */
  isIn?(session: Session, page: TabPage): boolean;
  /** It shows results, which are hidden until a task that precedes the run is answered. */
  showsResults?: true;
  content(session: Session, page: TabPage): TemplateResult;
  /** An overlay of the 3D view while the tab is open; the picture then remains, even if the model has errors. */
  over?(session: Session): TemplateResult;
}

/** The page around a tab. */
export interface TabPage {
  /** Whether the model's text is visible and editable. */
  editable: boolean;
  /** Address of the site, for links. */
  site: string;
}
