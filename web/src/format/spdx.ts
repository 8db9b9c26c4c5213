/** The page of a licence, or null for an expression of several identifiers and for other texts. */
export function licenceAddress(licence: string): string | null {
  return /^[\w.+-]+$/.test(licence) ? `https://spdx.org/licenses/${licence}.html` : null;
}
