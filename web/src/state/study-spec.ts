import { attempt } from '../format/attempt';
import { isRecord } from '../format/own';
/** The study of a document; the engine reads and checks it. docs/studies.md describes the keys. */
export interface StudySpec {
  vary: Record<string, StudyRange | readonly number[]>;
  measures?: readonly string[];
  sampling?: string;
  runs?: number;
  seed?: number;
  response?: { input: string; output: string; amplitude?: number | string };
}
export interface StudyRange {
  from?: number;
  to?: number;
  points?: number;
  logarithmic?: boolean;
}

/** A study made by a person, with the measures that the document lacks. */
export interface ChosenStudy {
  study: StudySpec;
  measures?: Record<string, { formula: string; unit?: string; label?: string }>;
}

/** Reads a study from a link; null if the text is not a study. The engine checks everything else. */
export function readStudy(text: string): ChosenStudy | null {
  const { study, measures } = attempt(() => JSON.parse(text) as Partial<ChosenStudy> | null, null) ?? {};
  if (!study || !isRecord(study.vary)) return null;
  return { study, ...(isRecord(measures) ? { measures } : {}) };
}
