import { readFileSync } from 'node:fs';

/** The dictionary of links of version 2, as in the site. */
export const dictionary = new Uint8Array(readFileSync(new URL('../../../web/public/link-dictionary-2.txt', import.meta.url)));
