import type { ModelDocument } from '../state/document';
import type { Drawing, DrawnBody, Point, Vector } from './drawing';
import type { Entry, ListKey } from './outline';

/** A stroke drawn with a tool: two points, or one twice; with the bodies that it touches, null for the ground. */
export interface Stroke {
  from: Point;
  to: Point;
  bodies: readonly (string | null)[];
  /** The points on those bodies, in their frames. */
  places: readonly Vector[];
  /** All points of a path, and the bodies there. */
  path: readonly Stop[];
  drawing: Drawing;
  /** Offset of the drawn body from its middle plane, in multiples of its thickness, so that it is visible in front of others. */
  layer: number;
}

/** A point of a path, and the body there; a disc takes precedence. */
export interface Stop {
  at: Point;
  body: DrawnBody | null;
}

/** An entry for a list of the document. */
export interface Made {
  list: ListKey;
  entry: Entry;
}

/** A tool that adds items. */
export interface Tool {
  label(): string;
  /** An instruction for drawing. */
  hint(): string;
  list: ListKey;
  type: string;
  stem: string;
  /** By a line between points, or by a single point. */
  line: boolean;
  /**
   * The bodies it needs: none, two that meet, two that are joined, the bodies at both ends of its line, one body, or those of an open or
   * closed path.
   */
  on: 'nothing' | 'meeting' | 'joint' | 'ends' | 'body' | 'path' | 'loop';
  /** Whether a body must be able to turn. */
  turns: boolean;
  /** Whether it is useful in space only. */
  inSpace?: boolean;
  /** The items for a press at a point, if the tool looks for a joint itself; or a sentence on what is missing. */
  at?(document: ModelDocument, drawing: Drawing, point: Point): readonly Made[] | string;
  /** The entry for a stroke, or a sentence on what the stroke is missing. */
  values(stroke: Stroke): Entry | string;
  /** Further items that accompany the entry. */
  beside(entry: Entry, stroke: Stroke, document: ModelDocument): readonly Made[];
}
