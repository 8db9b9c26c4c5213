import { expect, test } from 'vitest';
import { kinds, messages, messagesIn, problemOf } from '../../scripts/messages.mjs';

test('every message of the engine and the program follows the wording of its kind', async () => {
  const all = await messages();
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter(({ template }) => problemOf(template))).toEqual([]);
});

test('every kind of fault has messages', async () => {
  const all = await messages();
  const kindOf = (template) => kinds.find(({ pattern }) => pattern.test(template));
  expect(new Set(all.map(({ template }) => kindOf(template)))).toEqual(new Set(kinds));
});

test.each([
  ['invalid stiffness', 'a wrong value is worded as “… must be …, got …”'],
  ['the stiffness is required', "a missing value is worded as “'…' is missing: …”"],
  ['sensor {} not found', "an unknown name is worded as “no … is called '…', or unknown … '…'; did you mean …”"],
  ['two sensors are called {}', "a name used twice is worded as “another … is called '…' too”"],
  ['the size exceeds {}', 'a limit is worded as “at most …, got …”'],
  ['expected a number, found {}', 'a syntax error is worded as “expected …, got …”'],
  ['the damping is ignored', 'a value without effect is worded as “has no effect: …”'],
  ['please give a number', 'another is worded as “a statement, and after a colon its reason or remedy”'],
  ['must be less than 1', 'add the value: “, got …”'],
  ['must be {} or more', 'add the value: “, got …”'],
  ['The model has no cable', 'begin in lower case, because a place comes before it'],
  ['the model has no cable.', 'leave out the full stop'],
  ['must be less than 1, got {}', ''],
  ['must be less than 1: radii are multiplied by 1 minus this value', ''],
  ['Stopped at {} s: {}.', ''],
])('“%s”: %s', (message, problem) => {
  expect(problemOf(message)).toBe(problem);
});

test('messages are found in calls, with {} for computed parts', () => {
  const code = `
    complain("stiffness", "must be more than 0, got " + std::to_string(k));  // fail("no call")
    issues.error(place.at("a"), quote(f(x, ", ")) +
                                    " has no effect");
    if (bad) throw ExportError("the text \\"" + text + "\\" is too long");
    fail(position, message);
    shape.fail(x ? "one, two" : "three");
  `;
  expect(messagesIn(code)).toEqual([
    { line: 2, template: 'must be more than 0, got {}' },
    { line: 3, template: '{}, {} has no effect' },
    { line: 5, template: 'the text "{}" is too long' },
    { line: 7, template: '{}one, two{}three' },
  ]);
});
