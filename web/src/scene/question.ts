// no text: names and a question for the document
import type { Question } from '../ui/asking';
import type { Acting } from './free-body';

/** A question for the largest magnitude of the force or torque of an item on a body. `answer`: in the run shown. */
export function questionOf(body: string, { kind, name, refers }: Acting, quantity: 'force' | 'torque', answer: number): Question {
  const of = kind === 'hands' ? 'hands' : name;
  const what = `${quantity} of ${of} on ${body}`;
  return {
    sensor: { type: 'ForceOnBody', bodyNumber: body, ...refers, outputVariableType: quantity === 'force' ? 'Force' : 'Torque' },
    name: what,
    label: `largest ${what}`,
    formula: (sensor) => `max(norm(${sensor}))`,
    text: `What is the largest magnitude of the ${what}?`,
    unit: quantity === 'force' ? 'N' : 'N·m',
    answer,
  };
}
