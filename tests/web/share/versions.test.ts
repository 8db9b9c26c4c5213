import { afterEach, describe, expect, test, vi } from 'vitest';
import { addressIn } from '../../../web/src/share/versions';

afterEach(() => vi.unstubAllGlobals());

const page = { protocol: 'https:', pathname: '/slipstick/next/embed.html', search: '?show=scene', hash: '#g=bicycle' };

/** A site whose list of versions is this text, or that answers nothing. */
function site(list: string | null, location: object = page): void {
  vi.stubGlobal('location', location);
  vi.stubGlobal('fetch', async () => {
    if (list === null) throw new TypeError('offline');
    return new Response(list);
  });
}

test('A page in another version keeps its file, search and link', async () => {
  site('{"versions": {"0.1.0": "../v/0.1.0/"}}');
  expect(await addressIn('0.1.0')).toBe('../v/0.1.0/embed.html?show=scene#g=bicycle');
});

describe('There is no other version', () => {
  test.each([
    ['that the site does not have', '{"versions": {"0.1.0": "../v/0.1.0/"}}', '9.9.9'],
    ['with the name of a property of every object', '{"versions": {}}', 'constructor'],
    ['on another site', '{"versions": {"0.1.0": "https://example.org/v/0.1.0/"}}', '0.1.0'],
    ['if the list is a web page', '<!doctype html>', '0.1.0'],
    ['if the list has another form', '[]', '0.1.0'],
    ['without a network', null, '0.1.0'],
  ])('%s', async (_, list, version) => {
    site(list);
    expect(await addressIn(version)).toBeNull();
  });

  test('of a saved page', async () => {
    site('{"versions": {"0.1.0": "./v/0.1.0/"}}', { ...page, protocol: 'file:' });
    expect(await addressIn('0.1.0')).toBeNull();
  });
});
