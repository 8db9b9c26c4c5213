/** The result of `work`; or `otherwise` if it throws, such as for storage that is forbidden or full, or for a text that is not JSON. */
export function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** The keys in a storage of the browser. */
export function storageKeys(storage: () => Storage): string[] {
  return attempt(() => Array.from({ length: storage().length }, (_, i) => storage().key(i) ?? ''), []);
}
