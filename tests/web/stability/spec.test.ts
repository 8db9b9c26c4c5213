import { expect, test } from 'vitest';
import { stabilitySpec } from '../../../web/src/stability/spec';
import { parameterOf } from '../../support/recording';

const parameter = (name: string) => parameterOf({ name, min: 0, max: 4 });

test('A stability chart takes its range from the document, or from the parameter', () => {
  const parameters = [parameter('v'), parameter('w')];
  const spec = stabilitySpec({ parameters, display: { stability: { parameter: 'v', to: 1, steps: 11, values: { w: 0, none: 3 } } } });
  expect(spec?.values).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  expect(spec?.set).toEqual({ w: 0 });
  expect(stabilitySpec({ parameters, display: { stability: { parameter: 'v' } } })?.values.at(-1)).toBe(4);
});

test('A chart over a parameter that the model has not is left out, and so are reference points that do not fit together', () => {
  expect(stabilitySpec({ parameters: [], display: { stability: { parameter: 'v' } } })).toBeNull();
  expect(stabilitySpec({ parameters: [parameter('v')], display: {} })).toBeNull();
  const reference = [
    { x: [1], real: [2, 3], imaginary: [0] },
    { x: [1], real: [2], imaginary: [0] },
  ];
  expect(stabilitySpec({ parameters: [parameter('v')], display: { stability: { parameter: 'v', reference } } })?.references).toHaveLength(
    1,
  );
});
