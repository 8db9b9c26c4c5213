import { expect } from 'vitest';
import type { Engine } from '../../wasm/engine/types';
import { type Axes, planeOf } from '../../web/src/builder/axes';
import { type Drawing, drawingOf, type Expanded, type Point } from '../../web/src/builder/drawing';
import { drawn, tools } from '../../web/src/builder/palette';
import type { ModelDocument } from '../../web/src/state/document';

export const tool = (label: string) => tools.flatMap((group) => group.tools).find((each) => each.label() === label)!;

export const expandedIn = async (engine: Engine, document: ModelDocument): Promise<Expanded> =>
  JSON.parse(await engine.expand(JSON.stringify(document)));
export const drawingIn = async (engine: Engine, document: ModelDocument, axes: Axes = planeOf(document)): Promise<Drawing> =>
  drawingOf(await expandedIn(engine, document), axes);

/** A document drawn with tools, stroke by stroke, at this height above the plane; without errors. */
export async function sketch(
  engine: Engine,
  strokes: readonly (readonly [label: string, ...points: Point[]])[],
  rest: ModelDocument = {},
  depth = 0,
  axes?: Axes,
): Promise<ModelDocument> {
  const document: ModelDocument = { slipstick: 1, create: [], objects: [], markers: [], sensors: [], ...rest };
  for (const [label, ...points] of strokes) {
    const path = points.length === 1 ? [points[0], points[0]] : points;
    const made = drawn(tool(label), document, await drawingIn(engine, document, axes), path, depth);
    if (typeof made === 'string') expect.fail(`${label}: ${made}`);
    for (const { list, entry } of made) (document[list] as unknown[]).push(entry);
  }
  const { issues } = await engine.check(JSON.stringify(document));
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return document;
}
