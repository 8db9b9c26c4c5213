import type { Solid } from '../../../wasm/engine/types';

export type Point = [number, number, number];

/** A solid in the frame of its body, lengths in metres. */
export type Shape = Solid & {
  /** For a ball without a radius: its size relative to others. */
  share?: number;
};
type Without<S> = S extends unknown ? Omit<S, 'color' | 'opacity' | 'position' | 'rotation'> : never;

/** A shape with the colour of its body. */
export function plain(geometry: Without<Shape>): Shape {
  return { ...geometry, color: null, opacity: 1, position: null, rotation: null } as Shape;
}

/** Three finite numbers; null for any other value. */
export function point(value: unknown): Point | null {
  const entries = Array.isArray(value) ? value.filter((entry): entry is number => typeof entry === 'number') : [];
  return entries.length === 3 && entries.every(Number.isFinite) ? (entries as Point) : null;
}
