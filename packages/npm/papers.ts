/** In place of the page's own: the colours are those of the elements, and nothing of the page around changes. */
export const papers = new Set<HTMLElement>();
