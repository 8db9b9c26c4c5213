import { Observable, observed } from '../state/observable';

/** The style of pictures of plots. */
export interface FigureStyle {
  /** Width of the picture, in mm; null: plots are as wide as on the page. */
  width: number | null;
  /** Font size, pt. */
  letters: number;
  ground: 'white' | 'transparent' | 'page';
  /** Includes the cursor, and dots on the curves. */
  cursor: boolean;
  /** Includes the titles of model and plots, and the values of parameters; a paper states these in its text. */
  titles: boolean;
}

/** Widths of a column and of a page of a journal, in mm. */
export const figureWidths = [85, 170] as const;
export const letterSizes = [7, 8, 9, 10, 12] as const;

const pixelsPerMillimetre = 96 / 25.4;
const wide = 120; // mm, from which two plots are placed side by side

/** The style that a person has chosen, for all pictures of plots. */
class FigureChoice extends Observable {
  @observed readonly style: FigureStyle = { width: null, letters: 10, ground: 'white', cursor: false, titles: true };

  /** Another width selects suitable font size and titles. */
  choose(change: Partial<FigureStyle>): void {
    const { width } = change;
    const suited = width === undefined ? {} : width === null ? { letters: 10, titles: true } : { letters: 8, titles: false };
    this.set<FigureChoice>({ style: { ...this.style, ...suited, ...change } });
  }
}

export const figureChoice = new FigureChoice();

/** Font size in CSS pixels. */
export function letterPixels({ letters }: FigureStyle): number {
  return (letters * 96) / 72;
}

/** Size of each of this many plots in a picture, in CSS pixels; null: as on the page. */
export function figureSize({ width }: FigureStyle, count: number): { width: number; height: number } | null {
  if (width === null) return null;
  const all = width * pixelsPerMillimetre;
  const beside = width > wide && count > 1;
  const own = beside ? (all - gapOf(width)) / 2 : all;
  return { width: own, height: own * (beside || width <= wide ? 0.62 : 0.45) };
}

/** Distance between plots side by side, in CSS pixels. */
export function gapOf(width: number | null): number {
  return width === null ? 24 : 12;
}

/** Width of a whole picture, in CSS pixels; null: the width of its plots. */
export function pictureWidth({ width }: FigureStyle): number | null {
  return width === null ? null : width * pixelsPerMillimetre;
}
