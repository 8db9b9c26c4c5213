import type { PlotsOnPage } from '../plots';
import type { SceneOnPage, SceneStyle } from '../scene';
import type { ComparedRun } from '../state/kept-runs';
import type { Session } from '../state/session';

export type ExportGroup = 'numbers' | 'scene' | 'plots' | 'model';

/** A file that a person can download from the page. Each is an object in a file of the folder `files`. */
export interface ExportFile {
  label(): string;
  group: ExportGroup;
  /** Sort key within a group. */
  order: number;
  isReady(source: ExportSource): boolean;
  /** If generating the file takes a while: the label of a button that cancels it. */
  cancel?(): string;
  save(source: ExportSource, signal: AbortSignal): void | Promise<void>;
}

/** The data from which files are generated. */
export interface ExportSource {
  session: Session;
  scene: SceneOnPage;
  plots: PlotsOnPage;
  /** Stem of file names. */
  stem: string;
  isChosen(sensor: string): boolean;
  /** The kept runs, besides the one that is shown. */
  kept: readonly ComparedRun[];
  /** Size of pictures of the 3D view, in pixels. */
  size: readonly [width: number, height: number];
  /** The style of these pictures. */
  sceneStyle: SceneStyle;
  /** Reports progress. */
  say(message: string): void;
}

const files = import.meta.glob<ExportFile>('./files/*.ts', { eager: true, import: 'exportFile' });

export const exportFiles: readonly ExportFile[] = Object.values(files).sort((one, other) => one.order - other.order);
