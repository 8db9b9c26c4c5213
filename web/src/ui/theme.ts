import { Observable } from '../state/observable';

export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'slipstick.theme';
const choices: ThemeChoice[] = ['system', 'light', 'dark'];

/** Light or dark: as chosen and remembered, or as the system has it. */
export class Theme extends Observable {
  choice: ThemeChoice = remembered();
  private readonly system = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get dark(): boolean {
    return this.choice === 'dark' || (this.choice === 'system' && this.system.matches);
  }

  next(): void {
    this.choice = choices[(choices.indexOf(this.choice) + 1) % choices.length];
    try {
      localStorage.setItem(storageKey, this.choice);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    this.apply();
  }

  /** As the page around asks for it; nothing is remembered. */
  force(choice: ThemeChoice): void {
    this.choice = choice;
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    this.changed();
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
