import { describe, expect, test } from 'vitest';
import { tooLarge } from '../../../web/src/builder/photo';
import { pictureSize } from '../../../web/src/builder/picture-size';

const bytes = (...parts: (string | readonly number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : [...part])));
const zeros = (count: number): number[] => new Array(count).fill(0);

describe('The size of a picture', () => {
  test('is read from its file', () => {
    const png = bytes([0x89], 'PNG', [13, 10, 26, 10], [0, 0, 0, 13], 'IHDR', [0, 0, 0x27, 0x10, 0, 0, 0x1f, 0x40]);
    expect(pictureSize(png)).toEqual({ width: 10000, height: 8000 });
    const head = [0xff, 0xd8];
    const exif = [0xff, 0xe1, 0x01, 0x02, ...zeros(0x100)];
    const huffman = [0xff, 0xc4, 0, 4, 1, 2];
    const frame = [0xff, 0xc2, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3];
    expect(pictureSize(bytes(head, exif, huffman, frame))).toEqual({ width: 4000, height: 3000 });
    const riff = bytes('RIFF', zeros(4), 'WEBP');
    const extended = bytes([...riff], 'VP8X', zeros(8), [0x0f, 0x27, 0], [0x3f, 0x1f, 0]);
    expect(pictureSize(extended)).toEqual({ width: 10000, height: 8000 });
    const lossy = bytes([...riff], 'VP8 ', zeros(7), [0x9d, 0x01, 0x2a], [0x80, 0x02, 0xe0, 0x41]);
    expect(pictureSize(lossy)).toEqual({ width: 640, height: 480 });
    const bits = 639 | (479 << 14);
    const lossless = bytes([...riff], 'VP8L', zeros(4), [0x2f], [bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >>> 24]);
    expect(pictureSize(lossless)).toEqual({ width: 640, height: 480 });
  });

  test('is unknown for other files and for damaged ones', () => {
    for (const file of [bytes(), bytes('<svg>'), bytes('GIF89a', zeros(8)), bytes([0xff, 0xd8, 0xff]), bytes([0x89], 'PNG', zeros(9))])
      expect(pictureSize(file)).toBeNull();
  });

  test('is limited by the memory of the computer', () => {
    expect(tooLarge({ width: 10000, height: 10000 }, 8)).toBe('');
    expect(tooLarge({ width: 10000, height: 10000 }, 4)).toBe(
      'The photo has 100 megapixels; this browser can take up to 64. Save it with fewer pixels first.',
    );
    expect(tooLarge(null, 4)).toBe('');
  });
});
