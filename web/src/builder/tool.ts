import type { ModelDocument } from '../state/document';
import type { Drawing, DrawnBody, Point, Vector } from './drawing';
import type { Entry, ListKey } from './outline';

/** What a person has drawn with a tool: points, or one twice; with the bodies that it touches, null for the ground. */
export interface Stroke {
  from: Point;
  to: Point;
  bodies: readonly (string | null)[];
  /** The points on those bodies, in their frames. */
  places: readonly Vector[];
  /** All points of a way, and the bodies there. */
  way: readonly Stop[];
  drawing: Drawing;
  /** How many times its thickness a body is drawn before its middle plane, so that it shows in front of others. */
  layer: number;
}

/** A point of a way, and what lies there: a disc rather than anything else. */
export interface Stop {
  at: Point;
  body: DrawnBody | null;
}

/** An entry for a list of the document. */
export interface Made {
  list: ListKey;
  entry: Entry;
}

/** Something to add. */
export interface Tool {
  label: string;
  /** How it is drawn. */
  says: string;
  list: ListKey;
  type: string;
  stem: string;
  /** By a line from point to point, or by a point. */
  line: boolean;
  /** What it stands on: nothing, two bodies that meet, two that are joined, the bodies at both ends of its line, one, those of a way or a loop. */
  on: 'nothing' | 'meeting' | 'joint' | 'ends' | 'body' | 'way' | 'loop';
  /** Whether a body must be able to turn. */
  turns: boolean;
  /** Whether it is of use in space only. */
  inSpace?: boolean;
  /** What it says, or what the stroke lacks. */
  values(stroke: Stroke): Entry | string;
  /** What comes with it. */
  beside(entry: Entry, stroke: Stroke, document: ModelDocument): readonly Made[];
}
