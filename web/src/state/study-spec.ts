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
  try {
    const { study, measures } = JSON.parse(text) as Partial<ChosenStudy>;
    const vary = study?.vary;
    if (typeof vary !== 'object' || vary === null || Array.isArray(vary)) return null;
    return { study: study as StudySpec, ...(isRecord(measures) ? { measures: measures as ChosenStudy['measures'] } : {}) };
  } catch {
    return null;
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
