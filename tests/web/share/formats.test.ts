import { expect, test } from 'vitest';
import { formats } from '../../../web/src/share/formats';
import type { Pictured } from '../../../web/src/share/snippet';

const coin: Pictured = {
  site: 'https://example.org/slipstick/',
  hash: '#g=rolling-coin&mu=0.3',
  show: ['scene', 'time'],
  handsOn: false,
  title: 'Coin "A" & <B>_100%',
  picture: '',
};
const own = { ...coin, hash: '#m=2.abc_-9', picture: 'data:image/webp;base64,AAAA', show: ['scene', 'parameters'] };
const text = (format: string, model = coin) => formats[format].write(model);

test('A frame is as high as its parts need', () => {
  expect(text('moodle')).toBe(
    '<iframe src="https://example.org/slipstick/embed.html?show=scene,time#g=rolling-coin&amp;mu=0.3" title="Coin &quot;A&quot; &amp; &lt;B&gt;_100%" width="100%" height="400" loading="lazy" style="border:0"></iframe>',
  );
  expect(text('moodle', own)).toContain('height="720"');
});

test('Markdown shows the picture of the gallery; a picture inside the snippet would not load', () => {
  expect(text('markdown')).toBe(
    '[![Coin "A" & \\<B>\\_100%](https://example.org/slipstick/pictures/rolling-coin.png)](https://example.org/slipstick/#g=rolling-coin&mu=0.3)',
  );
  expect(text('markdown', own)).toBe('[Coin "A" & \\<B>\\_100%](https://example.org/slipstick/#m=2.abc_-9)');
});

test('LaTeX escapes its special characters, and has a code only for links that fit', () => {
  const lines = text('latex').split('\n');
  expect(lines).toContain('  \\includegraphics[width=0.7\\linewidth]{rolling-coin.png}');
  expect(lines).toContain('  \\qrcode[height=25mm]{https://example.org/slipstick/\\#g=rolling-coin\\&mu=0.3}');
  expect(lines).toContain(
    '  \\caption{Coin "A" \\& <B>\\_100\\%: \\href{https://example.org/slipstick/\\#g=rolling-coin\\&mu=0.3}{run the model}}',
  );
  expect(text('latex', own)).not.toContain('includegraphics');
  expect(text('latex', { ...own, hash: `#m=2.${'a'.repeat(3000)}` })).not.toContain('qrcode[');
});

test('Programs that set pages get HTML as they expect it', () => {
  expect(text('quarto')).toMatch(/^```\{=html\}\n<script type="module" .*\n```$/s);
  expect(text('sphinx')).toMatch(/^```\{raw\} html\n<script type="module" .*\n```$/s);
  expect(text('myst')).toBe(
    ':::{iframe} https://example.org/slipstick/embed.html?show=scene,time#g=rolling-coin&mu=0.3\n:width: 100%\n:title: Coin "A" & <B>_100%\n:::',
  );
  expect(text('pretext')).toContain('<caption>Coin &quot;A&quot; &amp; &lt;B&gt;_100%</caption>');
});
