/** A whole number with thin spaces between thousands, in every language. */
export function countText(count: number): string {
  return Math.round(count).toLocaleString('en').replaceAll(',', '\u2009');
}
