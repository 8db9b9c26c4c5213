import texts from './functions.json';

/** A function of formulas, described in words. */
export interface FunctionText {
  text: string;
  /** A formula of t that uses it, for t from 0 to 1. */
  example: string;
}

/** The functions of formulas by name. The engine provides their arguments. */
export const functionTexts: Readonly<Record<string, FunctionText>> = texts;
