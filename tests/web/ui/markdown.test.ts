import { expect, test, vi } from 'vitest';
import { renderMarkdown, renderSections, sectionsOf } from '../../../web/src/ui/markdown';

vi.mock('katex/dist/katex.min.css', () => ({}));

test('Formulas are set, inline and in lines of their own', () => {
  const html = renderMarkdown('force $f_n$ and\n\n$$\nf = m g\n$$');
  expect(html.match(/class="katex"/g)).toHaveLength(2);
  expect(html).toContain('katex-display');
});

test('A text is set a section at a time, and reads the same', async () => {
  const text = 'a $x$\n\n## One\n\n```\n# no heading\n```\n\n$$\nx\n$$\n## Two\n- b\n';
  expect(sectionsOf(text).map((section) => section.split('\n')[0])).toEqual(['a $x$', '## One', '## Two']);
  expect((await renderSections(text)).replace(/\n+/g, '\n')).toBe(renderMarkdown(text).replace(/\n+/g, '\n'));
  expect(sectionsOf('[a]\n# b\n\n[a]: #c')).toHaveLength(1);
});

test.each([
  ['<script>alert(1)</script>', '<script'],
  ['a <img src=x onerror=alert(1)> b', '<img'],
  ['[x](javascript:alert(1))', 'javascript:'],
  ['![x](https://example.org/pixel.png)', '<img'],
  ['$\\href{javascript:alert(1)}{x}$', 'href="javascript'],
  ['$\\htmlStyle{position:fixed}{x}$', 'position:fixed;'],
])('%s does no harm', (text, harm) => {
  expect(renderMarkdown(text)).not.toContain(harm);
});

test('A formula that expands for ever is shown as it is written', () => {
  expect(renderMarkdown('$\\def\\a{\\a\\a}\\a$')).toContain('katex-error');
});

test('A wrong formula is shown as it is written', () => {
  expect(renderMarkdown('$\\frac{1$')).toContain('\\frac{1');
});

test('a formula with a line for itself is set as one, wherever its marks stand', () => {
  const [line, block] = ['a\n\n$$f = \\frac{a}{b}$$\n\nb', 'a\n\n$$\nf = \\frac{a}{b}\n$$\n\nb'].map(renderMarkdown);
  expect(line).toContain('math-display');
  expect(line).toBe(block);
  expect(renderMarkdown('of $$f$$ here')).not.toContain('math-display');
});
