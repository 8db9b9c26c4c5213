import { version } from '../../../package.json';

export { version };

/** A folder of the same site that `npm run site` writes. */
const folder = /^(\.\.\/|\.\/)v\/\d+\.\d+\.\d+\/$/;

/** Whether this page belongs to the current build of a site with all releases, which every change replaces. */
export const isPassing = (): boolean => /\/next\/[^/]*$/.test(location.pathname);

/**
 * The address of this page in another version of the engine, or null if the site does not have that version: a build without other
 * releases, a saved page, or no network.
 */
export async function addressIn(version: string): Promise<string | null> {
  if (!/^https?:$/.test(location.protocol)) return null;
  try {
    const list: unknown = await (await fetch('./versions.json')).json();
    const found = (list as { versions: Record<string, unknown> }).versions;
    if (!Object.hasOwn(found, version) || !folder.test(String(found[version]))) return null;
    return found[version] + location.pathname.slice(location.pathname.lastIndexOf('/') + 1) + location.search + location.hash;
  } catch {
    return null;
  }
}
