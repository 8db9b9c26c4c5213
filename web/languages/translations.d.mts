/** A catalogue of each room: texts by identifier. */
export type Catalogues = Readonly<Record<string, Readonly<Record<string, { readonly text: string }>>>>;

export interface Problem {
  place: string;
  message: string;
  isGap: boolean;
}

export function inOrder(content: string, rooms: Catalogues): string;
export function problemsOf(file: string, content: string, rooms: Catalogues): Problem[];
export function byIdentifier(content: string, rooms: Catalogues): Record<string, string>;
