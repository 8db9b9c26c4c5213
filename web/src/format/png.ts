const signature = 8; // bytes before the first chunk
const header = 25; // bytes of the first chunk, which contains the size of the picture

/** Adds the resolution in dots per inch to a PNG, from which programs derive its size on paper. */
export async function withResolution(png: Blob, dotsPerInch: number): Promise<Blob> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const perMetre = Math.round(dotsPerInch / 0.0254);
  const chunk = new DataView(new ArrayBuffer(21));
  chunk.setUint32(0, 9); // bytes of its content
  [...'pHYs'].forEach((letter, i) => {
    chunk.setUint8(4 + i, letter.charCodeAt(0));
  });
  chunk.setUint32(8, perMetre);
  chunk.setUint32(12, perMetre);
  chunk.setUint8(16, 1); // the unit is the metre
  chunk.setUint32(17, checksum(new Uint8Array(chunk.buffer, 4, 13)));
  const at = signature + header;
  return new Blob([bytes.subarray(0, at), chunk.buffer, bytes.subarray(at)], { type: 'image/png' });
}

/** CRC-32 as defined by the standard. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
