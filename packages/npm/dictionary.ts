/** Replaces the dictionary that the site loads: the dictionary of links of version 2. */
export async function loadDictionary(): Promise<Uint8Array | null> {
  const { default: text } = await import('../../web/public/link-dictionary-2.txt?raw');
  return new TextEncoder().encode(text);
}
