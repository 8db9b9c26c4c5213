import { Observable, observed } from '../state/observable';

export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'slipstick.theme';
const choices: ThemeChoice[] = ['system', 'light', 'dark'];

/** Light or dark: as chosen and remembered, or as the system has it. */
export class Theme extends Observable {
  @observed readonly choice: ThemeChoice = remembered();
  @observed readonly dark: boolean = false;
  private readonly system = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    this.system.addEventListener('change', () => this.force(this.choice));
    this.force(this.choice);
  }

  /** Whether what is drawn now is on dark paper. */
  get seenDark(): boolean {
    return document.documentElement.dataset.theme === 'dark';
  }

  /** Draws in the light colours whatever the page has; nothing is seen of it on the page. */
  light<T>(draw: () => T): T {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = 'light';
    try {
      return draw();
    } finally {
      dataset.theme = before;
    }
  }

  next(): void {
    const choice = choices[(choices.indexOf(this.choice) + 1) % choices.length];
    try {
      localStorage.setItem(storageKey, choice);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    this.force(choice);
  }

  /** As the page around asks for it; nothing is remembered. */
  force(choice: ThemeChoice): void {
    const dark = choice === 'dark' || (choice === 'system' && this.system.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.set<Theme>({ choice, dark });
  }
}

export const theme = new Theme();

/** A colour of the style sheet, such as "--ink". */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function remembered(): ThemeChoice {
  try {
    const choice = localStorage.getItem(storageKey) as ThemeChoice | null;
    return choice && choices.includes(choice) ? choice : 'system';
  } catch {
    return 'system';
  }
}
