import { expect, test } from 'vitest';
import { animate } from '../../scripts/picture.mjs';

/** A still WebP with these chunks, which need not be valid images. */
function still(...chunks) {
  const parts = chunks.map(([name, text]) =>
    Buffer.concat([Buffer.from(name), length(text.length), Buffer.from(text.padEnd(text.length + (text.length % 2), '\0'))]),
  );
  const content = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  return Buffer.concat([Buffer.from('RIFF'), length(content.length), content]);
}

function length(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

test('An animated WebP holds the pixels of still ones, each with its position and duration', () => {
  const frames = [
    { x: 0, y: 0, width: 300, height: 200, duration: 83, webp: still(['VP8 ', 'whole']) },
    { x: 258, y: 6, width: 20, height: 10, duration: 1083, webp: still(['VP8X', '0123456789'], ['ALPH', 'mask'], ['VP8 ', 'part']) },
  ];
  const hex = (text) => text.replaceAll(' ', '');
  const expected = [
    `${Buffer.from('RIFF').toString('hex')} 7a000000 ${Buffer.from('WEBP').toString('hex')}`,
    `${Buffer.from('VP8X').toString('hex')} 0a000000 12000000 2b0100 c70000`,
    `${Buffer.from('ANIM').toString('hex')} 06000000 ffffffff 0000`,
    `${Buffer.from('ANMF').toString('hex')} 1e000000 000000 000000 2b0100 c70000 530000 00`,
    `${Buffer.from('VP8 ').toString('hex')} 05000000 ${Buffer.from('whole\0').toString('hex')}`,
    `${Buffer.from('ANMF').toString('hex')} 28000000 810000 030000 130000 090000 3b0400 00`,
    `${Buffer.from('ALPH').toString('hex')} 04000000 ${Buffer.from('mask').toString('hex')}`,
    `${Buffer.from('VP8 ').toString('hex')} 04000000 ${Buffer.from('part').toString('hex')}`,
  ];
  expect(animate({ width: 300, height: 200 }, frames).toString('hex')).toBe(hex(expected.join('')));
});
