import { str } from '@lit/localize';
import type { MsgFn } from '@lit/localize/internal/types.js';
import type { catalogue } from '../../../wasm/engine/catalogue';

type Values = Readonly<Record<string, string | number>>;

/** The engine's remarks on answers by code (core/grading/remark.h). `msg`: in the language of the tasks. */
export const remarksBy = (msg: MsgFn): Record<keyof typeof catalogue.remarks, (values: Values) => string> => ({
  right: () => msg('Right.'),
  partlyRight: () => msg('Partly right.'),
  wrong: () => msg('Not right.'),
  tooSmall: () => msg('Not right: too small.'),
  tooLarge: () => msg('Not right: too large.'),
  nothingChosen: () => msg('Nothing was chosen.'),
  noSuchChoice: () => msg('There is no such choice.'),
  notANumber: () => msg('This is not a number.'),
  hasNoUnit: () => msg('This number has no unit.'),
  unknownUnit: ({ unit }) => msg(str`The unit “${unit}” is unknown here.`),
  otherUnit: ({ unit, wanted }) => msg(str`“${unit}” does not fit: this number is in ${wanted}.`),
  answerWithoutMeasure: ({ measure, reason }) => msg(str`There is no right answer: ${measure} has no value, ${reason}.`),
  answerNotFinite: () => msg('There is no right answer: it is not a finite number.'),
  noRun: () => msg('There is no run.'),
  valueNotANumber: ({ name }) => msg(str`The value of '${name}' is not a number.`),
  valueFixed: ({ name }) => msg(str`'${name}' must not be changed.`),
  valueBelow: ({ name, min, value }) => msg(str`'${name}' must be ${min} or more, got ${value}.`),
  valueAbove: ({ name, max, value }) => msg(str`'${name}' must be ${max} or less, got ${value}.`),
  runImpossible: ({ reason }) => msg(str`The run cannot start: ${reason}`),
  runFailed: ({ reason }) => msg(str`The run failed: ${reason}`),
  conditionMet: () => msg('The run meets the condition.'),
  conditionNotMet: () => msg('The run does not meet the condition.'),
  conditionWithoutMeasure: ({ measure, reason }) => msg(str`The run does not meet the condition: ${measure} has no value, ${reason}.`),
  conditionNotFinite: () => msg('The run does not meet the condition: its value is not a finite number.'),
  noCurve: () => msg('There is no curve.'),
  noSuchCurve: () => msg('The run has no such curve.'),
  curveTooShort: () => msg('The curve does not reach from start to end.'),
  curveAway: ({ percent }) => msg(str`The curve deviates by ${percent} % of its range on average.`),
});
