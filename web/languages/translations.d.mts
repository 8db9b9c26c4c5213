/** A catalogue of each room: texts by identifier. */
export type Catalogues = Readonly<Record<string, Readonly<Record<string, { readonly text: string }>>>>;

export function inOrder(content: string, rooms: Catalogues): string;
export function problemsOf(file: string, content: string, rooms: Catalogues): string[];
export function moduleOf(content: string, rooms: Catalogues): string;
