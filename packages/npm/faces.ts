/** Fonts of formulas, inserted by the build. */
export const faces = '__FACES__';
