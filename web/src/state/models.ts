import { type Loaders, loadersOf } from './model-loaders';

/** The models of the gallery with English texts only, written by web/gallery/english.ts, and with all languages. */
export const english: Loaders = loadersOf(import.meta.glob<string>('../../models/*.json', { query: '?english', import: 'default' }));
export const whole: Loaders = loadersOf(import.meta.glob<string>('../../models/*.json', { query: '?raw', import: 'default' }));
