/** The elements that define the colours of the style sheet: their contents are drawn in the light or the dark colours. */
export const papers = new Set<HTMLElement>([document.documentElement]);
