import { expect, test } from 'vitest';
import { modelAddress, partsOf } from '../../../web/src/editor/model-address';

const own = 'https://slipstick.example';
const addressOf = (text: string) => {
  const url = modelAddress(text, own);
  return typeof url === 'string' ? url : url.href;
};

test.each([
  ['gh:ada/models@1a2b3c/belts/belt.json', 'https://raw.githubusercontent.com/ada/models/1a2b3c/belts/belt.json'],
  ['gh:ada/models/belt.json', 'https://raw.githubusercontent.com/ada/models/HEAD/belt.json'],
  [
    'https://github.com/ada/models/blob/main/belts/belt%20drive.json?plain=1#L3',
    'https://raw.githubusercontent.com/ada/models/main/belts/belt%20drive.json',
  ],
  ['https://github.com/ada/models/raw/v1.0/belt.json', 'https://raw.githubusercontent.com/ada/models/v1.0/belt.json'],
  ['gist:0123abcdef', 'https://api.github.com/gists/0123abcdef'],
  ['gist:0123abcdef/belt.json', 'https://api.github.com/gists/0123abcdef#belt.json'],
  ['https://gist.github.com/ada/0123abcdef', 'https://api.github.com/gists/0123abcdef'],
  [
    'https://gitlab.com/group/sub/models/-/blob/main/belts/belt.json?ref_type=heads',
    'https://gitlab.com/api/v4/projects/group%2Fsub%2Fmodels/repository/files/belts%2Fbelt.json/raw?ref=main',
  ],
  ['https://example.org/model.json#part', 'https://example.org/model.json'],
])('%s is loaded from the file itself', (given, file) => {
  expect(addressOf(given)).toBe(file);
});

test.each([
  ['gh:ada/models', /looks like gh:owner/],
  ['gh:ada/models@main', /looks like gh:owner/],
  ['gist:belt', /looks like gist:/],
  ['model.json', /not an address/],
  ['http://example.org/model.json', /begin with https/],
  ['https://ada@example.org/model.json', /user name/],
])('%s is refused with a reason', (given, reason) => {
  expect(addressOf(given)).toMatch(reason);
});

test('A view after an address belongs to the link, anything else to the address', () => {
  expect(partsOf('#gh:ada/models@1a2b3c/belt.json&~t=0.5&~r=0.1.0')).toEqual({
    address: 'gh:ada/models@1a2b3c/belt.json',
    view: '&~t=0.5&~r=0.1.0',
  });
  expect(partsOf('#gh%3Aada%2Fmodels%2Fbelt.json%26~t%3D0.5')).toEqual({ address: 'gh:ada/models/belt.json', view: '&~t=0.5' });
  expect(partsOf('#https://example.org/m.json?a=1&~user=2')).toEqual({ address: 'https://example.org/m.json?a=1&~user=2', view: '' });
  expect(partsOf('')).toEqual({ address: '', view: '' });
});
