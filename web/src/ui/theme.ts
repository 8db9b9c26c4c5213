import { attempt } from '../format/attempt';
import { Observable, observed } from '../state/observable';
import { papers } from './papers';

export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'slipstick.theme';
const choices: ThemeChoice[] = ['system', 'light', 'dark'];

/** Light or dark: as chosen and stored, or the system's setting. */
export class Theme extends Observable {
  @observed readonly choice: ThemeChoice = remembered();
  @observed readonly dark: boolean = false;
  private seen = '';
  private readonly system = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    this.system.addEventListener('change', () => this.force(this.choice));
    this.force(this.choice);
  }

  /** Whether the current drawing is on dark paper. */
  get seenDark(): boolean {
    return this.seen === 'dark';
  }

  /** Draws in the light colours regardless of the page; this is not visible on the page. */
  light<T>(draw: () => T): T {
    const before = this.seen;
    this.show('light');
    try {
      return draw();
    } finally {
      this.show(before);
    }
  }

  next(): void {
    const choice = choices[(choices.indexOf(this.choice) + 1) % choices.length];
    attempt(() => localStorage.setItem(storageKey, choice), undefined); // without storage, the choice lasts as long as the page
    this.force(choice);
  }

  /** Follows the surrounding page; the choice is not stored. */
  force(choice: ThemeChoice): void {
    const dark = choice === 'dark' || (choice === 'system' && this.system.matches);
    this.show(dark ? 'dark' : 'light');
    this.set<Theme>({ choice, dark });
  }

  private show(seen: string): void {
    this.seen = seen;
    for (const paper of papers) paper.dataset.theme = seen;
  }
}

export const theme = new Theme();

/** A colour of the style sheet, such as "--ink". */
export function token(name: string): string {
  const paper = [...papers].at(-1);
  return paper ? getComputedStyle(paper).getPropertyValue(name).trim() : '';
}

function remembered(): ThemeChoice {
  const choice = attempt(() => localStorage.getItem(storageKey), null);
  return choices.find((each) => each === choice) ?? 'system';
}
