import { Observable, observed } from './observable';
import type { ChosenStudy } from './study-spec';

/** The study that a person has chosen. */
export class StudyChoice extends Observable {
  /** null: the document's own study. */
  @observed readonly chosen: ChosenStudy | null = null;

  choose(chosen: ChosenStudy | null): void {
    this.set<StudyChoice>({ chosen });
  }
}
