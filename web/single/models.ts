import { type Loaders, loadersOf } from '../src/state/model-loaders';

/** Replaces the gallery of the site: a single page has its models in English only, because it would contain all other languages, too. */
export const english: Loaders = loadersOf(import.meta.glob<string>('../models/*.json', { query: '?english', import: 'default' }));
export const whole = english;
