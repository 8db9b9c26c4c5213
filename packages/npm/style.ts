/** The style rules of an element's content, inserted by the build. */
const rules = '__RULES__';

let fonts: HTMLStyleElement | null = null;

/** A style sheet for an element's content. Fonts must be declared for the whole page. */
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
