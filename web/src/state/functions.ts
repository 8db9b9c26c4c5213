import texts from './functions.json';

/** A function of formulas, in words. */
export interface FunctionText {
  text: string;
  /** A formula of t with it, for t from 0 to 1. */
  example: string;
}

/** The functions of formulas by name. The engine knows their arguments. */
export const functionTexts: Readonly<Record<string, FunctionText>> = texts;
