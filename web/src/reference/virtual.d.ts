/** Made by web/texts/plugin.ts: texts by their names, loaded when they are read. */
declare module 'virtual:texts' {
  type Texts = Readonly<Record<string, () => Promise<string>>>;
  /** Pages of the documentation. */
  export const docs: Texts;
  /** Laws of items in words, by type. */
  export const laws: Texts;
  /** The smallest models: "items/objects/MassPoint". */
  export const examples: Texts;
}
