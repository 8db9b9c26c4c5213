/** Characters that XML 1.0 cannot contain, not even escaped, among them halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const forbidden = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as the content of an element or an attribute, in XML and HTML. */
export function escaped(text: string): string {
  return text
    .replace(forbidden, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
