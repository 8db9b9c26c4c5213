/** Replaces the page's module: the colours apply to the element, and the surrounding page is unchanged. */
export const papers = new Set<HTMLElement>();
