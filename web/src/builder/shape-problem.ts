/** Above it, a file is not read. */
export const mostTriangles = 20_000;

/** A file that cannot be a shape; the message says why. */
export class ShapeProblem extends Error {}

export const tooManyTriangles = (count: number) =>
  new ShapeProblem(
    `The shape has ${count.toLocaleString('en')} triangles; at most ${mostTriangles.toLocaleString('en')} are kept in a model. Simplify it first.`,
  );
