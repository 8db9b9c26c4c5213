/** Of a name, title or sentence that is shown, in characters. */
export const longestShown = 2000;

/** A text as it is shown: what is too long to be read is cut, because laying it out could hold up the page. */
export function short(text: string, most = longestShown): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 1]) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
