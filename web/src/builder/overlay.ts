import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { listed } from '../format/language';
import { formatNumber } from '../format/quantity';
import type { Pixel } from '../scene';
import { html, svg } from '../ui/html';
import { depthIn, toPlane, type Vector } from './axes';
import { type Drawing, distance, type Point } from './drawing';
import type { Plane, Spot } from './plane';

/** The state of the drawing input, as shown over the picture. */
export interface Shown {
  plane: Plane;
  drawing: Drawing;
  /** The name of the selected item. */
  selected: string;
  /** Whether the model is at its start. */
  atStart: boolean;
  /** Whether a tool is selected. */
  draws: boolean;
  /** The points of a line so far, and the next one. */
  path: readonly Point[];
  point: Spot | null;
  /** Whether the point is marked with a cross. */
  marks: boolean;
  /** From the grabbed point to the pointer. */
  arm: readonly [Vector, Pixel] | null;
}

/** Lines over the picture: the stroke, the pull, joints and the next point. */
export function renderLines(shown: Shown) {
  const { plane, path, point, draws, marks } = shown;
  const end = plane.pixel(point?.at ?? null, point?.depth);
  return html`<svg class="draw-lines" aria-hidden="true">
    ${draws && path.length > 0 && point ? svg`<polyline class="draw-line" points=${line(plane, [...path, point.at])} />` : nothing}
    ${armLine(shown)}
    ${joints(shown).map(({ x, y, chosen }) => svg`<circle class="draw-joint" cx=${x} cy=${y} r="5" data-chosen=${chosen} />`)}
    ${marks && end ? svg`<path class="draw-point" d="M${end.x - 7} ${end.y}h14M${end.x} ${end.y - 7}v14" />${point?.label ? svg`<circle class="draw-snap" cx=${end.x} cy=${end.y} r="9" />` : nothing}` : nothing}
  </svg>`;
}

/** A label beside the next point: its coordinates and the length of the line. */
export function renderPlace({ plane, path, point, draws }: Shown, width: number) {
  const end = plane.pixel(point?.at ?? null, point?.depth);
  if (!draws || !point || !end) return nothing;
  return html`<output class="draw-place" data-left=${end.x > width / 2} style=${place(end)}>${placeText(point, path.at(-1) ?? null)}</output>`;
}

export const place = ({ x, y }: Pixel) => `transform:translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;

/** Marks of joints, which have no shape, while the model is at its start. */
function joints({ plane, drawing, selected, atStart }: Shown): (Pixel & { chosen: boolean })[] {
  return (atStart ? drawing.joints : []).flatMap(({ at, depth, name, holds }) => {
    const pixel = holds || name === selected ? plane.pixel(at, depth) : null;
    return pixel ? [{ ...pixel, chosen: name === selected }] : [];
  });
}

function armLine({ plane, drawing, arm }: Shown) {
  if (!arm) return nothing;
  const [point, to] = arm;
  const from = plane.pixel(toPlane(drawing.axes, point), depthIn(drawing.axes, point));
  return from
    ? svg`<path class="draw-arm" d="M${from.x} ${from.y}L${to.x} ${to.y}" /><circle class="draw-joint" data-chosen="true" cx=${from.x} cy=${from.y} r="4" />`
    : nothing;
}

const line = (plane: Plane, points: readonly Point[]) =>
  points
    .flatMap((point) => plane.pixel(point) ?? [])
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');

function placeText({ at, label }: { at: Point; label: string }, from: Point | null): string {
  const length = from && distance(from, at) > 0 ? `${msg(str`${formatNumber(distance(from, at), 4)} m long`)} · ` : '';
  return `${length}${listed(at.map((value) => formatNumber(value, 4)))}${label ? ` · ${label}` : ''}`;
}
