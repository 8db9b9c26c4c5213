import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinData } from '../../scripts/join_data.mjs';

// (module (memory (export "") 1) (data (i32.const 300) "b") (data (i32.const 70) "a"))
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const memory = [5, 3, 1, 0, 1, 7, 4, 1, 0, 2, 0];
const data = [11, 15, 2, 0, 0x41, 0xac, 2, 0x0b, 1, 98, 0, 0x41, 0xc6, 0, 0x0b, 1, 97];
const module = Uint8Array.from([...header, ...memory, ...data]);
const filled = (bytes) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return Buffer.from(exports[''].buffer);
};

test('joined data fill the memory like the separate pieces', () => {
  const joined = joinData(module);
  expect(filled(joined).equals(filled(module))).toBe(true);
  expect(joined.length).toBeGreaterThan(300 - 70);
  expect(joinData(joined)).toEqual(joined);
});

test('the data of the engine are joined', () => {
  const engine = readFileSync('build/wasm-release/slipstick.wasm');
  expect(joinData(engine).equals(engine)).toBe(true);
});
