/** The elements whose colours are those of the style sheet: what is inside is drawn in the light or the dark ones. */
export const papers = new Set<HTMLElement>([document.documentElement]);
