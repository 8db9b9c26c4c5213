import { msg, str } from '@lit/localize';
import { countText } from '../format/count';

/** Files with more triangles are not read. */
export const mostTriangles = 20_000;

/** A file that cannot be used as a shape; the message states why. */
export class ShapeProblem extends Error {}

export const tooManyTriangles = (count: number) =>
  new ShapeProblem(
    msg(str`The shape has ${countText(count)} triangles; at most ${countText(mostTriangles)} are kept in a model. Simplify it first.`),
  );
