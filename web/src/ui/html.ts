import { html as litHtml, svg as litSvg } from 'lit';
import { longestShown, short } from '../format/short';

/** Templates whose texts may come from a document: texts that are too long are cut. Values for scripts, such as addresses, are not. */
export const html: typeof litHtml = (strings, ...values) => litHtml(strings, ...shown(strings, values));
export const svg: typeof litSvg = (strings, ...values) => litSvg(strings, ...shown(strings, values));

const readAttributes = ['title', 'alt', 'placeholder', 'label'];

function shown(strings: TemplateStringsArray, values: unknown[]): unknown[] {
  return values.some(isLong) ? values.map((value, i) => (isLong(value) && isRead(strings, i) ? cut(value) : value)) : values;
}

function isLong(value: unknown): value is string | unknown[] {
  return typeof value === 'string' ? value.length > longestShown : Array.isArray(value) && value.some(isLong);
}

function cut(value: string | unknown[]): unknown {
  return typeof value === 'string' ? short(value) : value.map((each) => (isLong(each) ? cut(each) : each));
}

/** Whether a person reads the value: the content of an element, or the value of certain attributes. */
function isRead(strings: TemplateStringsArray, index: number): boolean {
  const before = strings.slice(0, index + 1).join('');
  const tag = before.slice(before.lastIndexOf('<'));
  if (tag.includes('>')) return true;
  const [, name = ''] = /([^\s"'=]+)=["']?[^"'=]*$/.exec(tag) ?? [];
  return readAttributes.includes(name) || name.startsWith('aria-');
}
