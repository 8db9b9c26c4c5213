/** Maximum length of a displayed name, title or sentence, in characters. */
export const longestShown = 2000;

/** A text for display: a text that is too long to read is cut, because its layout could block the page. */
export function short(text: string, most = longestShown): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 1]) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
