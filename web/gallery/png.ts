import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './raster';

/** A picture as a PNG file; `scale` by `scale` pixels are averaged. */
export function encodePng({ width, height, data }: Pixels, scale: number): Uint8Array {
  const [columns, rows] = [Math.floor(width / scale), Math.floor(height / scale)];
  const stride = 1 + 4 * columns; // each line starts with its filter type, here none
  const bytes = new Uint8Array(rows * stride);
  const sum = [0, 0, 0, 0];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      sum.fill(0);
      for (let y = row * scale; y < (row + 1) * scale; y++)
        for (let x = column * scale; x < (column + 1) * scale; x++)
          for (let channel = 0; channel < 4; channel++) sum[channel] += data[4 * (y * width + x) + channel];
      const at = row * stride + 1 + 4 * column;
      const opacity = Math.min(1, sum[3] / scale ** 2);
      if (opacity < 1 / 255) continue;
      // Fewer levels in transparent pixels, where they are hardly visible, halve the file size.
      for (let channel = 0; channel < 3; channel++) bytes[at + channel] = toByte(sum[channel] / sum[3], opacity < 0.5 ? 8 : 255);
      bytes[at + 3] = toLevel(opacity, opacity < 0.5 ? 32 : 255);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, 6, 0, 0, 0], 8); // eight bits of red, green, blue and opacity
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(bytes, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** A linear colour as sRGB. */
function toByte(value: number, levels: number): number {
  return toLevel(value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055, levels);
}

/** A number between 0 and 1 as a byte, rounded to this many levels. */
function toLevel(value: number, levels: number): number {
  return Math.round((255 / levels) * Math.round(levels * Math.min(1, Math.max(0, value))));
}
