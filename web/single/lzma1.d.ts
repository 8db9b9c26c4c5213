// In place of the package's own types, which are its sources and do not pass this project's checks.
export function compress(data: Uint8Array, level: number): Uint8Array;
export function decompress(data: Uint8Array): Uint8Array;
