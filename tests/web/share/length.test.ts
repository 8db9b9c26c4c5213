import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linkLengthRemark } from '../../../web/src/share/length';
import { documentHash } from '../../../web/src/share/link';

const folder = new URL('../../../web/models/', import.meta.url);
const page = 'https://slipstick.example.org/course/'; // about as long as addresses of pages are
const lengths = readdirSync(folder).map((file): [string, number] => {
  const document = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  return [file.replace('.json', ''), (page + documentHash(document)).length];
});

// With its text and its reference curves. (A link to a model of the gallery, with its parameters, has below 200.)
test.each(lengths)('The whole model %s fits into a link for browsers and most messages: %i characters', (_, length) => {
  expect(linkLengthRemark(length)).toMatch(/works in browsers and most messages|works everywhere/);
});
