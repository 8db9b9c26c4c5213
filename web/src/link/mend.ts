/**
 * The hash of an address as it was written, without "#". Mail programs and gateways rewrite links: "%23m=…" for "#m=…", also with "%3D" for
 * "=", and then the link is a parameter of another address.
 */
export function mendedHash(address: string): string {
  const [, hash = ''] = /#(.*)$/s.exec(address) ?? /%23(.*)$/s.exec(address) ?? [];
  const [encoded] = /^[a-z]+%3D[^&]*/i.exec(hash) ?? [];
  return encoded ? (decoded(encoded) ?? hash) : hash;
}

/** Where a link leads whose "#" became part of the path; "" if there is no such link. */
export function mendedAddress({ pathname, search }: Location): string {
  const written = `${pathname.replace(/^.*\//, '')}${search}`;
  return /^[\w.]*%23[a-z]+(=|%3D)/i.test(written) ? `./#${mendedHash(written)}` : '';
}

/** Null where "%" is not followed by two digits. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
