import { expect, test } from 'vitest';
import { escaped } from '../../../web/src/format/xml';

test('Text is escaped for elements and attributes', () => {
  expect(escaped('<a href="b">&</a>')).toBe('&lt;a href=&quot;b&quot;&gt;&amp;&lt;/a&gt;');
});

test('Characters that XML cannot contain are replaced; others stay', () => {
  expect(escaped('a\0b\x08c\x1b\ufffe\ud800d\udc00')).toBe('a\ufffdb\ufffdc\ufffd\ufffd\ufffdd\ufffd');
  expect(escaped('tab\tline\nreturn\r\u0085 μ 😀')).toBe('tab\tline\nreturn\r\u0085 μ 😀');
});
