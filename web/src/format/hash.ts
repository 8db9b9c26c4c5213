/** 64 bits that change with any bit of what was mixed in: two multiplicative hashes side by side. Against accident, not against forgery. */
export class Hash {
  private a = 0x9e3779b9;
  private b = 0x85ebca6b;

  /** 32 bits more. */
  mix(word: number): void {
    this.a = Math.imul(this.a ^ word, 0xcc9e2d51);
    this.a = (this.a << 15) | (this.a >>> 17);
    this.b = Math.imul(this.b ^ word, 0x1b873593);
    this.b = ((this.b << 13) | (this.b >>> 19)) ^ this.a;
  }

  /** The result; nothing may be mixed in after that. */
  end(): Int32Array<ArrayBuffer> {
    for (let i = 0; i < 4; i++) this.mix(i);
    return new Int32Array([this.a, this.b]);
  }
}

/** A short name that tells texts apart. */
export function hashOfText(text: string): string {
  const hash = new Hash();
  for (let i = 0; i < text.length; i++) hash.mix(text.charCodeAt(i));
  return [...hash.end()].map((word) => (word >>> 0).toString(36)).join('');
}
