/** The size in pixels of a JPEG, PNG or WebP picture, from the start of its file; null if the size is not found. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  try {
    if (text(1).startsWith('PNG')) return { width: data.getUint32(16), height: data.getUint32(20) };
    if (text(8) === 'WEBP') return webpSize(data, text(12));
    return data.getUint16(0) === 0xffd8 ? jpegSize(data) : null;
  } catch {
    return null; // the data end before the size
  }
}

/** Skips segments up to the frame header. */
function jpegSize(data: DataView): { width: number; height: number } | null {
  for (let at = 2; data.getUint8(at) === 0xff; at += 2 + data.getUint16(at + 2)) {
    const kind = data.getUint8(at + 1);
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
  }
  return null;
}

function webpSize(data: DataView, kind: string): { width: number; height: number } | null {
  const short = (at: number) => data.getUint16(at, true);
  if (kind === 'VP8 ') return { width: short(26) & 0x3fff, height: short(28) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = data.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const three = (at: number) => short(at) + 65536 * data.getUint8(at + 2) + 1;
  return kind === 'VP8X' ? { width: three(24), height: three(27) } : null;
}
