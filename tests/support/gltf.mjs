// Checks a glTF file with the Khronos validator.
import { validateBytes } from 'gltf-validator';

/** Returns errors and warnings as sentences, and the counts of the file's contents. */
export async function validated(bytes) {
  const { issues, info } = await validateBytes(new Uint8Array(bytes), { maxIssues: 20, ignoredIssues: [] });
  const found = issues.messages
    .filter(({ severity }) => severity < 2)
    .map(({ code, message, pointer }) => `${pointer}: ${code}: ${message}`);
  return { found, animations: info.animationCount, materials: info.materialCount, triangles: info.totalTriangleCount };
}

/** The JSON of a GLB file. */
export function jsonOf(bytes) {
  const length = bytes.readUInt32LE(12);
  return JSON.parse(bytes.subarray(20, 20 + length).toString());
}
