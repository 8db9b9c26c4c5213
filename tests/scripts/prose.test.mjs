import { expect, test } from 'vitest';
import { phrases, problems } from '../../scripts/prose.mjs';

test('a phrase is reported with its place and a better one', () => {
  expect(problems('core/a.h', '#pragma once\n/// Computes it anew.\n')).toEqual(['core/a.h:2: “anew”: write “again”']);
  expect(problems('docs/a.md', 'First.\n\nOf course, it is small.\n')).toEqual(['docs/a.md:3: “Of course”: leave it out']);
});

test('every phrase is found', () => {
  const sentence = `The the, all the same, allows to anew as large or small as is told but for by the time, named like can not consist in
depends from due to the fact that for itself from its start to its end gives away thereby in order to in place of in the following: feedbacks is
no more loosing most often of their own. of course resp. sees nothing so-called stands there tells how the one of the, the other one to speak of
until now utilises what is left worth it organizes meters`;
  const found = problems('a.md', sentence);
  for (const { pattern } of phrases) expect(sentence, pattern.source).toMatch(pattern);
  expect(found).toHaveLength(phrases.length);
});

test.each([
  ['a comment of C++', 'a.cpp', 'int x;  // of a body,\n        // but for the ground\n'],
  ['a comment of TypeScript', 'a.ts', '/**\n * Of a body, but\n * for the ground.\n */\n'],
  ['a message', 'a.cpp', 'fail("moves every body but for the ground");\n'],
  ['a template', 'a.ts', 'const text = html`<p>Moves every body but for the ground</p>`;\n'],
  ['a docstring', 'a.py', 'def f():\n    """Of a body, but\n    for the ground."""\n'],
  ['a text of a model', 'a.json', '{"title": "Every body but for the ground"}'],
])('%s is read, even if a line breaks in the phrase', (_, file, text) => {
  expect(problems(file, text)).toMatchObject([expect.stringContaining('write “except for”')]);
});

test.each([
  ['code', 'a.ts', 'if (a) anew(); else but(for_);\n'],
  ['a name from code', 'a.h', '/// `anew` is a parameter of stepSize and of factorize().\n'],
  ['code between comments', 'a.ts', 'x = 1; // all but\ny = 2; // for the ground\n'],
  ['a key', 'a.json', '{"anew": "anew"}'],
  ['German', 'a.json', '{"text": {"de": "Ein Satz mit anew darin"}}'],
  ['a block of code', 'a.md', '```\nanew\n```\n'],
])('%s is no prose', (_, file, text) => {
  expect(problems(file, text)).toEqual([]);
});
