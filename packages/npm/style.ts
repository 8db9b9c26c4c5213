/** The rules of what is inside an element; the build puts them in. */
const rules = '__RULES__';

let fonts: HTMLStyleElement | null = null;

/** A style sheet for what is inside an element. Fonts have to be known to the whole page. */
export function styleSheet(): HTMLStyleElement {
  if (!fonts) {
    const sheet = document.createElement('style');
    fonts = sheet;
    void import('./faces').then(({ faces }) => {
      sheet.textContent = faces;
      document.head.append(sheet);
    });
  }
  const sheet = document.createElement('style');
  sheet.textContent = rules;
  return sheet;
}
