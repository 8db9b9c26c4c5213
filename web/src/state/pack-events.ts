import type { RecordedEvent } from '../../../wasm/engine/types';

type Grab = Extract<RecordedEvent, { grab: string }>;
type Point = NonNullable<Grab['to']>;
type Move = RecordedEvent & { to: Point; grab?: undefined };
type PackedGrab = Grab & { resolution: number; path: number[] };
/** An entry of `events`; a grab may contain its later targets. */
export type PackedEvent = RecordedEvent | PackedGrab;

/**
 * Moves the targets of each grab to its `path` if they are on a grid through the first target with a spacing of 1, 2 or 5 times a power of
 * ten. The engine computes exactly the same numbers from the path. A target that would become another number remains a separate event,
 * and so do all later ones.
 */
export function packEvents(events: readonly RecordedEvent[]): PackedEvent[] {
  const packed: PackedEvent[] = [];
  let path: Path | null = null;
  events.forEach((event, i) => {
    if ('grab' in event) {
      path = pathOf(event, events.slice(i + 1));
      packed.push(path ? path.grab : event);
    } else if ('to' in event && path?.take(event as Move)) {
      // it is in the path now
    } else {
      if ('to' in event || 'release' in event) path = null;
      packed.push(event);
    }
  });
  return packed.map((event) => ('path' in event && event.path.length === 0 ? plain(event) : event));
}

/** A path with the largest common spacing of the targets of a grab; null without one. */
function pathOf(grab: Grab, later: readonly RecordedEvent[]): Path | null {
  const { to } = grab;
  if (!to) return null;
  const end = later.findIndex((event) => 'grab' in event || 'release' in event);
  const moves = later.slice(0, end < 0 ? later.length : end).filter((event): event is Move => 'to' in event);
  const most = Math.max(0, ...moves.flatMap((move) => move.to.map((x, i) => Math.abs(x - to[i]))));
  if (most === 0) return moves.length > 0 ? new Path(grab, 1) : null;
  for (let exponent = Math.floor(Math.log10(most)) + 1; exponent > Math.log10(most) - 10; exponent--)
    for (const digit of [5, 2, 1]) {
      const resolution = Number(`${digit}e${exponent}`);
      if (moves.every((move) => cellOf(move.to, to, resolution) !== null)) return new Path(grab, resolution);
    }
  // Some targets are not on a grid: try the first half.
  return moves.length > 1 ? pathOf(grab, moves.slice(0, moves.length >> 1)) : null;
}

function cellOf(to: Point, from: Point, resolution: number): number[] | null {
  const cell = to.map((x, i) => Math.round((x - from[i]) / resolution));
  return cell.every((n, i) => from[i] + resolution * n === to[i]) ? cell : null;
}

class Path {
  readonly grab: PackedGrab;
  #cell = [0, 0, 0];
  #step: number;

  constructor(grab: Grab, resolution: number) {
    this.grab = { ...grab, resolution, path: [] };
    this.#step = grab.step;
  }

  take({ step, analysisStep, to }: Move): boolean {
    const { resolution, path } = this.grab;
    const cell = cellOf(to, this.grab.to!, resolution);
    if (!cell || step < this.#step || analysisStep !== this.grab.analysisStep) return false;
    path.push(step - this.#step, ...cell.map((n, i) => n - this.#cell[i]));
    this.#cell = cell;
    this.#step = step;
    return true;
  }
}

function plain({ resolution: _resolution, path: _path, ...grab }: PackedGrab): RecordedEvent {
  return grab;
}
