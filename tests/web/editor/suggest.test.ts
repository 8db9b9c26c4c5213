import { jsonLanguage } from '@codemirror/lang-json';
import { describe, expect, test } from 'vitest';
import { pointerOf } from '../../../wasm/engine/pointer';
import { placeOf, valueAt } from '../../../web/src/editor/place';
import { explanationAt, suggestionsAt } from '../../../web/src/editor/suggest';
import { schema } from '../../support/language';

/** Suggestions at the position of ‸ in the text. */
function at(marked: string) {
  const position = marked.indexOf('‸');
  const text = marked.replace('‸', '');
  const found = suggestionsAt(schema, jsonLanguage.parser.parse(text), text, position);
  return { labels: found?.options.map((option) => option.label) ?? [], word: found ? text.slice(found.from, found.to) : null, found };
}

describe('Suggestions', () => {
  test('for keys belong to the type that is named, without existing ones', () => {
    const { labels, word } = at('{"slipstick": 1, "objects": [{"type": "ConnectorSpringDamper", "stiffness": 3, "da‸"}]}');
    expect(word).toBe('"da"');
    expect(labels).toContain('damping');
    expect(labels).toContain('markerNumbers');
    expect(labels).not.toContain('stiffness');
    expect(labels).not.toContain('physicsMass');
  });

  test('begin with the required keys', () => {
    const { found } = at('{"objects": [{"type": "ConnectorSpringDamper", ‸}]}');
    expect(found?.options.map(({ label, detail }) => [label, detail]).slice(0, 2)).toEqual([
      ['name', ''],
      ['markerNumbers', 'required'],
    ]);
    expect(found?.options.find((option) => option.label === 'stiffness')).toMatchObject({ text: '"stiffness": ', detail: '0' });
  });

  test('for types belong to the list, even if there is one already', () => {
    const { labels, word } = at('{"nodes": [{"type": "Rigid‸Body2D"}]}');
    expect(word).toBe('"RigidBody2D"');
    expect(labels).toContain('RigidBodyEP');
    expect(labels).not.toContain('RigidBody');
  });

  test('for references are the names of possible items', () => {
    const document = '{"nodes": [{"type": "Point", "name": "ball"}], "objects": [{"type": "MassPoint", "nodeNumber": ‸}]}';
    expect(at(document).labels).toEqual(['ball']);
    expect(at(document.replace('"nodeNumber": ‸', '"nodeNumber": "ba‸"')).word).toBe('"ba"');
  });

  test('for changes in a step are the names of that kind', () => {
    const document = '{"objects": [{"type": "Ground", "name": "floor"}], "analysis": {"set": [{"object": ‸}]}}';
    expect(at(document).labels).toEqual(['floor']);
  });

  test('for numbers with a meaning include their words', () => {
    const { labels } = at('{"objects": [{"type": "ContactSphereSphere", "impactModel": ‸}]}');
    expect(labels).toEqual(expect.arrayContaining(['1', 'HuntCrossley']));
  });

  test('in a formula are parameters, definitions and functions', () => {
    const { labels, word } = at(
      '{"parameters": {"mu": 1}, "definitions": {"f(x)": "x"}, "objects": [{"type": "MassPoint", "physicsMass": "2*m‸"}]}',
    );
    expect(word).toBe('m');
    expect(labels).toEqual(expect.arrayContaining(['mu', 'f', 'sqrt']));
  });

  test('for the analysis are the settings of its type', () => {
    expect(at('{"analysis": {"type": "dynamic", "newton": {"‸"}}}').labels).toContain('relativeTolerance');
    expect(at('{"analysis": [{"type": "dynamic", "solver": ‸}]}').labels).toContain('RK44');
    expect(at('{‸}').labels).toEqual(expect.arrayContaining(['objects', 'analysis', 'display']));
  });

  test('include the keys of a plot, a camera and a solid', () => {
    expect(at('{"display": {‸}}').labels).toEqual(expect.arrayContaining(['plots', 'camera', 'ground', 'arrows', 'stability']));
    expect(at('{"display": {"plots": [{"curves": [{‸}]}]}}').labels).toEqual(expect.arrayContaining(['sensor', 'component', 'of']));
    const body = (graphics: string) => `{"objects": [{"type": "RigidBody", "visualization": {"graphics": [${graphics}]}}]}`;
    expect(at(body('{"type": ‸}')).labels).toEqual(['box', 'cylinder', 'line', 'sphere', 'disc', 'polyline', 'arrow', 'text', 'mesh']);
    const { labels } = at(body('{"type": "disc", ‸}'));
    expect(labels).toEqual(expect.arrayContaining(['radius', 'innerRadius', 'mark']));
    expect(labels).not.toContain('points');
  });

  test('in the display are names of sensors, belts and parameters', () => {
    const document = (display: string) =>
      `{"parameters": {"mu": 1}, "create": [{"type": "Belt", "name": "belt"}, {"type": "RigidBody", "name": "wheel"}],
        "sensors": [{"type": "Body", "name": "force"}], "display": ${display}}`;
    expect(at(document('{"plots": [{"curves": [{"sensor": ‸}]}]}')).labels).toEqual(['force']);
    expect(at(document('{"trails": [‸]}')).labels).toEqual(['force']);
    expect(at(document('{"plots": [{"over": ‸}]}')).labels).toEqual(['belt']);
    expect(at(document('{"camera": {"follow": ‸}}')).labels).toEqual(['belt', 'wheel']);
    expect(at(document('{"stability": {"parameter": ‸}}')).labels).toEqual(['mu']);
    expect(at(document('{"presets": [{"values": {‸}}]}')).labels).toEqual(['mu']);
  });

  test('are empty where nothing is known', () => {
    expect(at('{"title": "a‸"}').labels).toEqual([]);
    expect(at('[1, 2‸').labels).toEqual([]);
  });
});

describe('An explanation', () => {
  const text = '{"objects": [{"type": "ConnectorSpringDamper", "damping": 4}]}';
  const explain = (part: string) => explanationAt(schema, jsonLanguage.parser.parse(text), text, text.indexOf(part) + 2);

  test('of a key states unit and default', () => {
    expect(explain('"damping"')).toMatchObject({ title: 'damping', text: 'force per lengthening rate (N·s/m), otherwise 0' });
  });

  test('of a type states what it is', () => {
    expect(explain('"ConnectorSpringDamper"')?.text).toContain('Spring and damper');
  });
});

describe('The position of a pointer', () => {
  const text = `{
  "nodes": [
    {"type": "Point", "name": "a/b", "referenceCoordinates": [0, 1]},
    {
      "type": "Point"
    }
  ]
}`;
  const marked = (pointer: string) => {
    const { from, to } = placeOf(jsonLanguage.parser.parse(text), text, pointer);
    return text.slice(from, to);
  };

  test('is its value', () => {
    expect(marked('/nodes/0/type')).toBe('"Point"');
    expect(marked('/nodes/0/referenceCoordinates/1')).toBe('1');
  });

  test('is its first line if it is long, or its key', () => {
    expect(marked('/nodes/1')).toBe('{');
    expect(marked('/nodes')).toBe('"nodes"');
  });

  test('is the nearest existing value around a missing one', () => {
    expect(marked('/nodes/0/initialCoordinates')).toContain('"name": "a/b"');
    expect(marked('/nodes/7/type')).toBe('"nodes"');
    expect(marked('')).toBe('{');
  });

  test('supports escaped keys and text that is not JSON yet', () => {
    const strange = '{"a/b": {"c~d": 5';
    const tree = jsonLanguage.parser.parse(strange);
    const range = valueAt(tree, strange, pointerOf(['a/b', 'c~d']));
    expect(range && strange.slice(range.from, range.to)).toBe('5');
    expect(valueAt(tree, strange, '/none')).toBeNull();
    expect(placeOf(jsonLanguage.parser.parse(''), '', '/x')).toEqual({ from: 0, to: 0 });
  });
});
