import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vectorInstructions } from './instructions';

const load64Splat = 10;
const f64x2Mul = 242;

/** The loads and stores that clang 14 misplaces, see core/math/pairs.h. */
test('the engine never fills a vector of two numbers with a single load', () => {
  const counts = vectorInstructions(readFileSync('build/wasm-release/slipstick.wasm'));
  expect(counts.get(f64x2Mul)).toBeGreaterThan(100);
  expect(counts.get(load64Splat) ?? 0).toBe(0);
});

test('such a load is detected', () => {
  // (module (memory 1) (func i32.const 0 v128.load64_splat drop))
  const module = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1, 10, 11, 1, 9];
  const bytes = Uint8Array.of(...module, 0, 0x41, 0, 0xfd, load64Splat, 3, 0, 0x1a, 0x0b);
  expect(WebAssembly.validate(bytes)).toBe(true);
  expect([...vectorInstructions(bytes)]).toEqual([[load64Splat, 1]]);
});
