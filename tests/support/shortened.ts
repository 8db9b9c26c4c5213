/** Steps of a heavy model over which bits are compared; each has at least as many. */
export const comparedSteps = 2000;

const heavy = 1; // s: longer runs of the gallery, on a typical computer

type Entry = { step?: number; analysisStep?: number; end?: boolean };

/** A document that ends after `comparedSteps` steps of its last dynamic analysis step if it is heavy, in the engine and in the program alike. */
export function shortened<D extends { events?: unknown; display?: { gallery?: { runTime?: number } } }>(document: D): D {
  if (!((document.display?.gallery?.runTime ?? 0) > heavy)) return document;
  const events = ((document.events ?? []) as Entry[]).filter(({ step = 0 }) => step < comparedSteps);
  return { ...document, events: [...events, { step: comparedSteps, end: true }] };
}
