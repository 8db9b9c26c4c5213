import { expect, test } from 'vitest';
import { modelIn } from '../../../web/src/format/single-file';
import { singleModelOf, singlePage } from '../../../web/src/share/single';

const page = '<title>Slipstick</title><script type="application/json" id="model">null</script><p>end</p>';
const model = { document: { title: 'A </script> & <b>$& title' }, view: { time: 0.5 }, site: 'https://a.example/s/' };

test('A model in a single page is unchanged when read back', () => {
  const made = singlePage(page, model);
  expect(singleModelOf(modelIn(made) ?? '')).toEqual(model);
  expect(made.match(/<\/script>/g)).toHaveLength(1);
});

test('A template that is another page is refused', () => {
  expect(() => singlePage('<p>not found</p>', model)).toThrow('damaged');
  expect(() => singlePage(page + page, model)).toThrow('damaged');
});

test.each([
  ['null', 'There is no model in this page.'],
  ['{"document": []}', 'There is no model in this page.'],
  ['{"document": 7}', 'There is no model in this page.'],
  ['{"document": {}, "view": "&~t=x"}', 'This page is damaged: its view "~t" is missing or changed.'],
  ['{', 'The model in this page is damaged: '],
])('%s in a single page gives a message', (text, message) => {
  expect(singleModelOf(text)).toContain(message);
});

test('A single page links only to web sites', () => {
  expect(singleModelOf('{"document": {}, "site": "javascript:alert(1)"}')).toMatchObject({ site: '' });
});
