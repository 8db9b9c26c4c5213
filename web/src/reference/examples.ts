import { examples, laws } from 'virtual:texts';
import { own } from '../format/own';
import { functionTexts } from '../state/functions';
import { load } from '../ui/load';

const folders = new Map(Object.entries({ creator: 'creators', analysis: 'analysis', live: 'live', display: 'display' }));

/** Tables of the display that are only useful together, with the example that contains them. */
const together = new Map(
  Object.entries({
    basedOn: 'about',
    display: 'vector',
    channel: 'sensors',
    curve: 'sensors',
    points: 'sensors',
    spectrumSettings: 'spectrum',
    along: 'over',
    eigenvalues: 'stability',
    limit: 'stability',
  }),
);

/** The smallest model that demonstrates an entry of the reference; the tests run it too. */
export async function exampleOf(kind: string, type: string): Promise<string | null> {
  if (kind === 'function') return functionExample(type);
  const name = (kind === 'display' && together.get(type)) || type;
  const path = `${folders.get(kind) ?? `items/${kind}s`}/${name}`;
  return Object.hasOwn(examples, path) ? load(examples[path]) : null;
}

const doubled = 'twice the ramp'; // no text: a name in an example

/** A function over time. */
function functionExample(name: string): string | null {
  const example = own(functionTexts, name)?.example;
  if (!example) return null;
  return `{
  "slipstick": 1,
  "title": ${JSON.stringify(example)},${name === 'input' ? '\n  "inputs": {"valve": {"value": 0.5}},\n  "events": [{"step": 50, "input": "valve", "value": 1, "rate": 2}],' : ''}
  "sensors": [${name === 'sensor' ? '\n    {"type": "UserFunction", "name": "ramp", "sensorUserFunction": "t"},' : ''}
    {"type": "UserFunction", "name": ${JSON.stringify(name === 'sensor' ? doubled : name)}, "sensorUserFunction": ${JSON.stringify(example)}}
  ],
  "analysis": {"endTime": 1, "stepSize": 0.005, "sensorsWritePeriod": 0}
}
`;
}

/** The law of an item in words and equations, if one line does not suffice. */
export async function lawOf(type: string): Promise<string> {
  return Object.hasOwn(laws, type) ? load(laws[type]) : '';
}
