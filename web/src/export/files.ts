import type { PlotsOnPage } from '../plots';
import type { SceneOnPage, SceneStyle } from '../scene';
import type { ComparedRun } from '../state/kept-runs';
import type { Session } from '../state/session';

export type ExportGroup = 'Numbers' | '3D view' | 'Plots' | 'Model';

/** A file that a person can take from the page. Each is an object in a file of the folder `files`. */
export interface ExportFile {
  label: string;
  group: ExportGroup;
  /** Files of a group stand in this order. */
  order: number;
  isReady(source: ExportSource): boolean;
  /** Making it takes as long as this says on a button that stops it. */
  cancel?: string;
  save(source: ExportSource, signal: AbortSignal): void | Promise<void>;
}

/** The source of files. */
export interface ExportSource {
  session: Session;
  scene: SceneOnPage;
  plots: PlotsOnPage;
  /** Of names of files. */
  stem: string;
  isChosen(sensor: string): boolean;
  /** The runs that are kept beside the one that is shown. */
  kept: readonly ComparedRun[];
  /** Of pictures of the 3D view, in pixels. */
  size: readonly [width: number, height: number];
  /** How these look. */
  sceneStyle: SceneStyle;
  /** Says how far it is. */
  say(message: string): void;
}

const files = import.meta.glob<ExportFile>('./files/*.ts', { eager: true, import: 'exportFile' });

export const exportFiles: readonly ExportFile[] = Object.values(files).sort((one, other) => one.order - other.order);
