import { expect, test, vi } from 'vitest';
import { paragraphsOf, renderMarkdown, renderSections, sectionsOf } from '../../../web/src/ui/markdown';

vi.mock('katex/dist/katex.min.css', () => ({}));

test('Formulas are typeset, inline and on separate lines', () => {
  const html = renderMarkdown('force $f_n$ and\n\n$$\nf = m g\n$$');
  expect(html.match(/class="katex"/g)).toHaveLength(2);
  expect(html).toContain('katex-display');
});

test('A text is typeset section by section with the same result', async () => {
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

test('An infinitely expanding formula is shown as written', () => {
  expect(renderMarkdown('$\\def\\a{\\a\\a}\\a$')).toContain('katex-error');
});

test('A wrong formula is shown as written', () => {
  expect(renderMarkdown('$\\frac{1$')).toContain('\\frac{1');
});

test('a formula on a line without other text is typeset as a display formula, wherever its delimiters are', () => {
  const [line, block] = ['a\n\n$$f = \\frac{a}{b}$$\n\nb', 'a\n\n$$\nf = \\frac{a}{b}\n$$\n\nb'].map(renderMarkdown);
  expect(line).toContain('math-display');
  expect(line).toBe(block);
  expect(renderMarkdown('of $$f$$ here')).not.toContain('math-display');
});

const setFormulas = (html: string) => html.match(/class="katex"/g)?.length ?? 0;

test('Only a limited number of formulas is typeset; the others are shown as written', async () => {
  const html = await renderSections('$x$ '.repeat(49_990));
  expect(setFormulas(html)).toBe(0); // one paragraph that is too long to be typeset
  expect(html).toContain('$x$ $x$');
  const paragraphs = await renderSections('$x$ and $y$\n\n'.repeat(3000));
  expect(setFormulas(paragraphs)).toBeGreaterThan(1000);
  expect(setFormulas(paragraphs)).toBeLessThan(2000);
  expect(paragraphs).toContain('<code>x</code>');
});

test('Long paragraphs, and text after the limit, are shown as written', async () => {
  const long = 'a\n=\n'.repeat(5000);
  expect(await renderSections(long)).toBe(`<p class="source">${long}</p>`);
  const many = await renderSections(`${'word '.repeat(400)}\n\n`.repeat(100));
  expect(many.match(/<p>/g)).toHaveLength(24);
  expect(many.match(/<p class="source">/g)).toHaveLength(1);
});

test.each([
  ['deep braces', `${'{'.repeat(5000)}x${'}'.repeat(5000)}`],
  ['braces too deep to be meant', `${'{'.repeat(40)}x${'}'.repeat(40)}`],
  ['a formula without an end to it', 'x+'.repeat(5000)],
  ['a macro that repeats its text', `\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(190)}`],
])('A formula with %s is shown as written, without delay', (_, formula) => {
  const start = performance.now();
  const html = renderMarkdown(`$${formula}$`);
  expect(html).toContain(`<code>${formula}</code>`);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('A macro of a formula still works', () => {
  expect(renderMarkdown('$\\newcommand{\\force}{f_n}\\force + \\force$')).not.toMatch(/<code>|katex-error/);
});

test('A text is split between paragraphs, not within lists, fences and their paragraphs', () => {
  expect(paragraphsOf('a\n\nb\nc\n\n- d\n\n  e\n\n1. f\n\n```\ng\n\nh\n```\n\ni')).toEqual([
    'a\n',
    'b\nc\n\n- d\n\n  e\n\n1. f\n',
    '```\ng\n\nh\n```\n',
    'i',
  ]);
});
