import { createEngine } from '../../wasm/engine/direct';
import { type GalleryEntry, galleryEntry } from '../src/gallery/entries';
import { modelPicture } from './picture';

export interface BuiltEntry {
  entry: GalleryEntry;
  picture: Uint8Array | null;
  /** Why there is no picture, or "". */
  problem: string;
}

/** The cards of the models, each with its picture. `wasm`: the engine, null for cards without pictures. */
export async function buildEntries(models: { name: string; text: string }[], wasm: Uint8Array<ArrayBuffer> | null): Promise<BuiltEntry[]> {
  const engine = wasm && (await createEngine(wasm));
  const built: BuiltEntry[] = [];
  for (const { name, text } of models) {
    const { entry, moment } = galleryEntry(name, JSON.parse(text));
    const result: BuiltEntry = { entry, picture: null, problem: '' };
    try {
      result.picture = engine && (await modelPicture(engine, text, moment));
    } catch (error) {
      result.problem = (error as Error).message;
    }
    built.push(result);
  }
  engine?.dispose();
  return built;
}
