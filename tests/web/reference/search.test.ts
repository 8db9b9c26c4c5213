import { beforeAll, expect, test } from 'vitest';
import { synonyms } from '../../../web/src/format/query';
import { readLink } from '../../../web/src/link/link';
import { docNames, docSections, loadDoc } from '../../../web/src/reference/docs';
import { entriesOf } from '../../../web/src/reference/entries';
import { type Place, placesOf, search } from '../../../web/src/reference/search';
import { reference } from '../../support/language';

let places: Place[];
beforeAll(async () => {
  places = await placesOf(entriesOf(reference));
});

const found = (query: string) => search(places, query).found.flatMap(({ places }) => places.map(({ hash }) => hash));
const titles = (query: string) => search(places, query).found.map(({ title }) => title);

test('Search finds types, parameters, symbols, settings, functions and headings', () => {
  expect(found('RevoluteJoint')[0]).toBe('#i=creator.RevoluteJoint');
  expect(found('rigidbody').slice(0, 2).sort()).toEqual(['#i=creator.RigidBody', '#i=object.RigidBody']);
  expect(found('contactDamping')).toContain('#i=object.ConnectorRollingDiscPenalty/contactDamping');
  expect(found('μ_k')).toContain('#i=object.ContactFrictionCircleCable2D/frictionStiffness');
  expect(found('v_mu')).toContain('#i=object.ConnectorRollingDiscPenalty/dryFrictionProportionalZone');
  expect(found('k_c')).toContain('#i=object.ContactSphereSphere/contactStiffness');
  expect(found('spectral radius')).toContain('#i=analysis.dynamic/generalizedAlpha.spectralRadius');
  expect(found('spectralRadius')[0]).toBe('#i=analysis.dynamic/generalizedAlpha.spectralRadius');
  expect(found('smoothstep')[0]).toBe('#i=function.smoothstep');
  expect(found('payload')).toContain('#doc=share-links/payload');
  expect(found('logarithmic axis')).toContain('#i=display.sensors/logarithmic');
  expect(found('')).toEqual([]);
  expect(found('no such word anywhere')).toEqual([]);
});

test('Pages come before fields, and developer pages last', () => {
  const friction = search(places, 'friction').found.flatMap(({ places }) => places);
  const isField = ({ kind }: Pick<Place, 'kind'>) => kind === 'row';
  expect(friction.slice(0, 10).filter(isField)).toEqual([]);
  expect(friction.filter(isField).length).toBeGreaterThan(10);
  expect(found('export')[0]).not.toContain('developing');
  expect(found('solver').findIndex((hash) => hash.includes('developing'))).not.toBe(0);
});

test('A field that is the same on several pages is found once', () => {
  for (const query of ['newton', 'friction', 'physicsMass', 'maxIterations']) {
    const { found } = search(places, query);
    const labels = found.map(({ title, text, places }) => `${title}: ${text || places[0].on}`);
    expect(new Set(labels).size, query).toBe(labels.length);
  }
  expect(titles('newton').filter((title) => title === 'newton')).toHaveLength(1);
});

test('Synonyms of words of the reference are found', () => {
  for (const [word, others] of Object.entries(synonyms)) {
    expect(found(word), word).not.toEqual([]);
    for (const other of others) expect(found(other), other).not.toEqual([]);
  }
  expect(found('relaxed').join()).toMatch(/referenceLength/);
  expect(found('relaxed length').join()).toMatch(/referenceLength/);
  for (const words of ['parameter study', 'sweep', 'sweeps', 'parameter sweep']) expect(found(words).slice(0, 3)).toContain('#doc=studies');
});

test('Results have readable addresses', () => {
  for (const { hash, title } of places) {
    expect(title).not.toBe('');
    expect(['reference', 'doc']).toContain(readLink(hash).kind);
  }
  expect(readLink('#i=analysis.dynamic/newton.maxIterations')).toEqual({
    kind: 'reference',
    item: 'analysis.dynamic',
    section: 'newton.maxIterations',
    search: '',
  });
  expect(readLink('#doc=share-links/payload')).toEqual({ kind: 'doc', name: 'share-links', section: 'payload' });
  expect(readLink('#reference=%CE%BC_k')).toEqual({ kind: 'reference', item: '', section: '', search: 'μ_k' });
});

test('Sections of the documentation have different names', async () => {
  for (const name of docNames) {
    const names = docSections((await loadDoc(name)) ?? '').map((section) => section.name);
    expect(new Set(names).size, name).toBe(names.length);
  }
});
