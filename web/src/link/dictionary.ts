/** A file beside the pages. It never changes, because published links of version 2 depend on it. */
const address = './link-dictionary-2.txt';

let loading: Promise<Uint8Array | null> | null = null;

/** The dictionary of links of version 2: the words of the format and the documents of three models. Null if it cannot be loaded. */
export function loadDictionary(): Promise<Uint8Array | null> {
  loading ??= fetchDictionary()
    .catch(() => null)
    .then((dictionary) => {
      if (!dictionary) loading = null; // allow another attempt
      return dictionary;
    });
  return loading;
}

async function fetchDictionary(): Promise<Uint8Array | null> {
  const response = await fetch(new URL(address, document.baseURI));
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}
