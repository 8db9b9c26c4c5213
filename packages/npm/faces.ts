/** Fonts of formulas; the build puts them in. */
export const faces = '__FACES__';
