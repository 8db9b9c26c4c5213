import { createEngine } from '../../wasm/engine/direct';
import { type GalleryEntry, galleryEntry } from '../src/gallery/entries';
import { textInLanguage } from '../src/state/document-texts';
import { modelPicture } from './picture';

export interface BuiltEntry {
  entry: GalleryEntry;
  picture: Uint8Array | null;
  /** Why there is no picture, or "". */
  problem: string;
}

/** The cards of the models, each with its picture. `wasm`: the engine, which reads the models; null for cards with names only. */
export async function buildEntries(models: { name: string; text: string }[], wasm: Uint8Array<ArrayBuffer> | null): Promise<BuiltEntry[]> {
  const engine = wasm && (await createEngine(wasm));
  const built: BuiltEntry[] = [];
  for (const { name, text: given } of models) {
    const text = textInLanguage(given, 'en');
    const model = engine && (await engine.check(text)).model;
    const entry = galleryEntry(name, model);
    const result: BuiltEntry = { entry, picture: null, problem: '' };
    try {
      result.picture = engine && (await modelPicture(engine, text, entry.moment));
    } catch (error) {
      result.problem = (error as Error).message;
    }
    built.push(result);
  }
  engine?.dispose();
  return built;
}
