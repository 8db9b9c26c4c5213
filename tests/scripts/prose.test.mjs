import { expect, test } from 'vitest';
import { phrases, problems } from '../../scripts/prose.mjs';

test('a phrase is reported with its place and a better one', () => {
  expect(problems('core/a.h', '#pragma once\n/// It utilises a matrix.\n')).toEqual(['core/a.h:2: “utilises”: write “use”']);
  expect(problems('docs/a.md', 'First.\n\nIt is, of course.\n')).toEqual(['docs/a.md:3: “of course”: leave it out']);
});

/** An example of each phrase. */
const examples = [
  ...['the the', 'all the same', 'allows to', 'anew', 'as large or small as', 'is told', 'but for', 'by the time', 'named like', 'can not'],
  ...['consists in', 'depends from', 'due to the fact that', 'for itself', 'from its start to its end', 'gives away', 'thereby'],
  ...['in order to', 'in place of', 'in the following:', 'feedbacks', 'is no more', 'loosing', 'most often', 'of their own', 'of course'],
  ...['resp.', 'sees nothing', 'so-called', 'stands there', 'tells how', 'the one of the', 'the other one', 'to speak of', 'until now'],
  ...['utilises', 'what is left', 'worth it', 'organizes', 'meters'],
];

test('every phrase is found', () => {
  expect(examples.filter((example) => problems('a.md', example).length !== 1)).toEqual([]);
  expect(phrases.filter(({ pattern }) => !examples.some((example) => example.match(pattern)))).toEqual([]);
});

const phrase = 'but for';
const broken = (prefix) => phrase.replace(' ', `\n${prefix}`);
test.each([
  ['a comment of C++', 'a.cpp', `int x;  // all bodies, ${broken('        // ')} the ground\n`],
  ['a comment of TypeScript', 'a.ts', `/**\n * All bodies, ${broken(' * ')} the ground.\n */\n`],
  ['a message', 'a.cpp', `fail("moves all bodies ${phrase} the ground");\n`],
  ['a template', 'a.ts', `const text = html\`<p>All bodies ${phrase} the ground</p>\`;\n`],
  ['a docstring', 'a.py', `def f():\n    """All bodies, ${broken('    ')} the ground."""\n`],
  ['a text of a model', 'a.json', `{"title": "All bodies ${phrase} the ground"}`],
])('%s is read, even if a line breaks in the phrase', (_, file, text) => {
  expect(problems(file, text)).toMatchObject([expect.stringContaining('write “except for”')]);
});

test.each([
  ['code', 'a.ts', 'if (a) utilises(); else but(for_);\n'],
  ['a name from code', 'a.h', '/// `utilises` is a parameter of stepSize and of factorize().\n'],
  ['code between comments', 'a.ts', `x = 1; // all ${broken('y = 2; // ')} the ground\n`],
  ['a key', 'a.json', '{"utilises": "utilises"}'],
  ['German', 'a.json', '{"text": {"de": "Ein Satz mit utilises darin"}}'],
  ['Chinese', 'a.json', '{"text": {"zh-Hans": "utilises", "es": "utilises"}}'],
  ['a block of code', 'a.md', '```\nutilises\n```\n'],
])('%s is no prose', (_, file, text) => {
  expect(problems(file, text)).toEqual([]);
});
