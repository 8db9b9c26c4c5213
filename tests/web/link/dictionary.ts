import { readFileSync } from 'node:fs';

/** What links of version 2 refer to, as the site offers it. */
export const dictionary = new Uint8Array(readFileSync(new URL('../../../web/public/link-dictionary-2.txt', import.meta.url)));
