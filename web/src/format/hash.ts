/** A 64-bit hash of the mixed-in words: two multiplicative hashes side by side. It detects accidental changes, not forgery. */
export class Hash {
  private a = 0x9e3779b9;
  private b = 0x85ebca6b;

  /** Mixes in 32 more bits. */
  mix(word: number): void {
    this.a = Math.imul(this.a ^ word, 0xcc9e2d51);
    this.a = (this.a << 15) | (this.a >>> 17);
    this.b = Math.imul(this.b ^ word, 0x1b873593);
    this.b = ((this.b << 13) | (this.b >>> 19)) ^ this.a;
  }

  /** The result; nothing may be mixed in afterwards. */
  end(): Int32Array<ArrayBuffer> {
    for (let i = 0; i < 4; i++) this.mix(i);
    return new Int32Array([this.a, this.b]);
  }
}

/** A short name that distinguishes texts. */
export function hashOfText(text: string): string {
  const hash = new Hash();
  for (let i = 0; i < text.length; i++) hash.mix(text.charCodeAt(i));
  return [...hash.end()].map((word) => (word >>> 0).toString(36)).join('');
}
