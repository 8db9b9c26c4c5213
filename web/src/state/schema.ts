import type { JsonSchema, Reference } from '../../../wasm/engine/types';

/** The format of documents, for editors and readers: files beside the pages, written by `npm run reference` from the tables of the core. */
export const loadSchema = () => load<JsonSchema>('./schema.json');
export const loadReference = () => load<Reference>('./reference.json');

const loading = new Map<string, Promise<unknown>>();

function load<Content>(address: string): Promise<Content> {
  let content = loading.get(address);
  if (!content) {
    content = fetchJson(address).catch((error) => {
      loading.delete(address); // it may work another time
      throw error;
    });
    loading.set(address, content);
  }
  return content as Promise<Content>;
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response.json();
}
