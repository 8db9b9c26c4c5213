import { expect, test } from 'vitest';
import { readOptions } from '../../../web/src/embed/options';
import { embedSnippet } from '../../../web/src/share/snippet';

test('An address states what is shown', () => {
  expect(readOptions('?show=plots,title,nonsense&autoplay=1&start=0.5&theme=dark&hands-on=1')).toEqual({
    show: new Set(['title', 'plots']),
    autoplay: true,
    start: 0.5,
    theme: 'dark',
    handsOn: true,
    host: '',
  });
  expect(readOptions('?host=splice').host).toBe('splice');
  expect(readOptions('?host=jsinput').host).toBe('jsinput');
  expect(readOptions('?host=other').host).toBe('');
});

test('Missing or invalid options have their defaults', () => {
  const defaults = { show: new Set(['scene', 'time']), autoplay: false, start: null, theme: 'system', handsOn: false, host: '' };
  expect(readOptions('')).toEqual(defaults);
  expect(readOptions('?show=&autoplay=yes&start=soon&theme=pink&hands-on=yes')).toEqual(defaults);
});

test('A snippet is safe HTML for any title', () => {
  const snippet = embedSnippet({
    site: 'https://example.org/',
    hash: '#g=coin&mu=0.3',
    title: 'A "coin" <b>&</b>',
    picture: '',
    show: ['scene', 'tasks'],
    handsOn: true,
  });
  expect(snippet).toContain('src="https://example.org/slipstick-model.js"');
  expect(snippet).toContain(
    'link="#g=coin&amp;mu=0.3" show="scene,tasks" title="A &quot;coin&quot; &lt;b&gt;&amp;&lt;/b&gt;" fit hands-on',
  );
});
