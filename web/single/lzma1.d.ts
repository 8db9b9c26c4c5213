// Replaces the package's own types: they are its sources, which do not pass this project's checks.
export function compress(data: Uint8Array, level: number): Uint8Array;
export function decompress(data: Uint8Array): Uint8Array;
