import { jsonLanguage } from '@codemirror/lang-json';
import { expect, test } from 'vitest';
import { pageAt } from '../../../web/src/editor/page';
import { suggestionsAt, typesIn } from '../../../web/src/editor/suggest';
import { entriesOf } from '../../../web/src/reference/entries';
import { reference, schema } from '../../support/language';

const pages = entriesOf(reference).map(({ kind, type }) => `#i=${kind}.${type}`);

/** The page of the reference at the position of ‸ in the text, which must exist. */
function at(marked: string): string | null {
  const position = marked.indexOf('‸');
  const text = marked.replace('‸', '');
  const tree = jsonLanguage.parser.parse(text);
  const hash = pageAt(schema, tree, text, position, typesIn(tree, text))?.hash ?? null;
  if (hash?.startsWith('#i=')) expect(pages).toContain(hash.split('/')[0]);
  return hash;
}

test('The reference page is for the type around the cursor, at the parameter', () => {
  expect(at('{"objects": [{"type": "Connector‸SpringDamper", "stiffness": 3}]}')).toBe('#i=object.ConnectorSpringDamper');
  expect(at('{"objects": [{"type": "ConnectorSpringDamper", "stiff‸ness": 3}]}')).toBe('#i=object.ConnectorSpringDamper/stiffness');
  expect(at('{"create": [{"type": "RigidBody", "inertia": {"shape": "cu‸boid"}}]}')).toBe('#i=creator.RigidBody/inertia');
  expect(at('{"create": [{"type": "RigidBody", ‸ }]}')).toBe('#i=creator.RigidBody');
  expect(at('{"sensors": [{"type": "Bo‸dy"}]}')).toBe('#i=sensor.Body');
  expect(at('{"analysis": {"endTi‸me": 3}}')).toBe('#i=analysis.dynamic/endTime');
  expect(at('{"analysis": [{"type": "static", "newton": {"maxItera‸tions": 3}}]}')).toBe('#i=analysis.static/newton.maxIterations');
  expect(at('{"analysis": [{"type": "static", "set": [{"obj‸ect": "a"}]}]}')).toBe('#i=analysis.static/set');
  expect(at('{"display": {"plots": [{"over": "belt", "cur‸ves": []}]}}')).toBe('#i=display.over/curves');
  expect(at('{"display": {"plots": [{"ti‸tle": "a"}]}}')).toBe('#i=display.sensors/title');
  expect(at('{"display": {"camera": {"zo‸om": 2}}}')).toBe('#i=display.camera/zoom');
  expect(at('{"display": {"trails": ["a‸"]}}')).toBe('#i=display.display/trails');
  expect(at('{"objects": [{"type": "Ground", "visualization": {"graphics": [{"type": "disc", "rad‸ius": 1}]}}]}')).toBe(
    '#i=display.disc/radius',
  );
  expect(at('{"definitions": {"a": "2*smooth‸step(0, 1, 3)"}}')).toBe('#i=function.smoothstep');
  expect(at('{"parameters": {"m‸u": 3}}')).toBe('#doc=model-format/parameters-and-definitions');
});

test('There is no page for an unknown type', () => {
  expect(at('{"objects": [{"type": "Conne‸ctor"}]}')).toBeNull();
  expect(at('{"objects": ‸[]}')).toBeNull();
  expect(at('{"ti‸tle": "a"}')).toBeNull();
  expect(at('‸')).toBeNull();
});

test('Suggestions of types and functions name their pages', () => {
  const page = (marked: string, label: string) => {
    const position = marked.indexOf('‸');
    const text = marked.replace('‸', '');
    const found = suggestionsAt(schema, jsonLanguage.parser.parse(text), text, position);
    return found?.options.find((option) => option.label === label)?.page;
  };
  expect(page('{"create": [{"type": ‸}]}', 'Belt')).toBe('#i=creator.Belt');
  expect(page('{"analysis": {"type": ‸}}', 'static')).toBe('#i=analysis.static');
  expect(page('{"objects": [{"type": "Ground", "visualization": {"graphics": [{"type": ‸}]}}]}', 'box')).toBe('#i=display.box');
  expect(page('{"definitions": {"a": "2*c‸"}}', 'clamp')).toBe('#i=function.clamp');
});
