/** Capitalises a word for a title. */
export function titleOf(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
