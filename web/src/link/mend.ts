import { attempt } from '../format/attempt';

/**
 * Restores the original fragment of an address, without "#". Mail programs and gateways rewrite links: "%23m=…" for "#m=…", also with "%3D"
 * for "=", or embed the link as a parameter of another address.
 */
export function mendedHash(address: string): string {
  const [, hash = ''] = /#(.*)$/s.exec(address) ?? /%23(.*)$/s.exec(address) ?? [];
  const [encoded] = /^[a-z]+%3D[^&]*/i.exec(hash) ?? [];
  return encoded ? (decoded(encoded) ?? hash) : hash;
}

/** The target of a link whose "#" became part of the path; "" if there is no such link. */
export function mendedAddress({ pathname, search }: Location): string {
  const written = `${pathname.replace(/^.*\//, '')}${search}`;
  return /^[\w.]*%23[a-z]+(=|%3D)/i.test(written) ? `./#${mendedHash(written)}` : '';
}

/** Null if "%" is not followed by two hexadecimal digits. */
export function decoded(text: string): string | null {
  return attempt(() => decodeURIComponent(text), null);
}
