import type { RecordedEvent } from '../../../wasm/engine/types';

type Grab = Extract<RecordedEvent, { grab: string }>;
type Move = Extract<RecordedEvent, { to: readonly unknown[] }>;
/** An entry of `events`; a grab may have its later targets in it. */
export type PackedEvent = RecordedEvent | (Grab & { resolution: number; path: number[] });

/**
 * The events with the targets of each grab in its `path`, where they lie on a grid of `resolution` through the first one. The engine computes
 * the very same numbers from it; what would be another number stays an event of its own, and so does what comes after it.
 */
export function packEvents(events: readonly RecordedEvent[], resolution: number): PackedEvent[] {
  const packed: PackedEvent[] = [];
  let path: Path | null = null;
  for (const event of events) {
    if ('grab' in event) {
      path = event.to ? new Path(event, resolution) : null;
      packed.push(path ? path.grab : event);
    } else if ('to' in event && path?.take(event as Move)) {
      // it is in the path now
    } else {
      if ('to' in event || 'release' in event) path = null;
      packed.push(event);
    }
  }
  return packed.map((event) => ('path' in event && event.path.length === 0 ? plain(event) : event));
}

class Path {
  readonly grab: Grab & { resolution: number; path: number[] };
  #cell = [0, 0, 0];
  #step: number;

  constructor(grab: Grab, resolution: number) {
    this.grab = { ...grab, resolution, path: [] };
    this.#step = grab.step;
  }

  take({ step, analysisStep, to }: Move): boolean {
    const from = this.grab.to!;
    const { resolution, path } = this.grab;
    const cell = to.map((x, i) => Math.round((x - from[i]) / resolution));
    const same = cell.every((n, i) => from[i] + resolution * n === to[i]);
    if (!same || step <= this.#step || analysisStep !== this.grab.analysisStep) return false;
    path.push(step - this.#step, ...cell.map((n, i) => n - this.#cell[i]));
    this.#cell = cell;
    this.#step = step;
    return true;
  }
}

function plain({ resolution: _resolution, path: _path, ...grab }: Grab & { resolution: number; path: number[] }): RecordedEvent {
  return grab;
}
