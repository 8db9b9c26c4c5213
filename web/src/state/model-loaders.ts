/** By name. */
export type Loaders = ReadonlyMap<string, () => Promise<string>>;

/** Loads files of models by their names. */
export const loadersOf = (files: Record<string, () => Promise<string>>): Loaders =>
  new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]));
