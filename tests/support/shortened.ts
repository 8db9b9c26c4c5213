/** The number of steps of a heavy model that are compared bit by bit. */
export const comparedSteps = 2000;

const heavy = 1; // s: runs of the gallery that take longer on a typical computer count as heavy

type Entry = { step?: number; analysisStep?: number; end?: boolean };

/**
 * If a document is heavy, cuts it off after `comparedSteps` steps of its last dynamic analysis step, for the engine and for the program
 * alike.
 */
export function shortened<D extends { events?: unknown; display?: { gallery?: { runTime?: number } } }>(document: D): D {
  if (!((document.display?.gallery?.runTime ?? 0) > heavy)) return document;
  const events = ((document.events ?? []) as Entry[]).filter(({ step = 0 }) => step < comparedSteps);
  return { ...document, events: [...events, { step: comparedSteps, end: true }] };
}
