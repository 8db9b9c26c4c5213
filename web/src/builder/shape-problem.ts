import { countText } from '../format/count';

/** Above it, a file is not read. */
export const mostTriangles = 20_000;

/** A file that cannot be a shape; the message says why. */
export class ShapeProblem extends Error {}

export const tooManyTriangles = (count: number) =>
  new ShapeProblem(
    `The shape has ${countText(count)} triangles; at most ${countText(mostTriangles)} are kept in a model. Simplify it first.`,
  );
