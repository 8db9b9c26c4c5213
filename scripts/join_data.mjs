// Joins the data segments of a WebAssembly module: `node scripts/join_data.mjs FILE`. The build of the engine runs it.
//
// wasm-opt omits every run of zeros and thus splits the engine's tables into about a thousand segments, each with its address. After
// compression, the zeros take less space than the addresses.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMain } from './tools.mjs';

const dataSection = 11;
const dataCountSection = 12;
const i32Const = 0x41;
const end = 0x0b;

// Numbers of variable length (LEB128), none below 0.
const unsigned = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))]);
const signed = (value) => (value < 64 ? [value] : [(value % 128) + 128, ...signed(Math.floor(value / 128))]);
function reader(bytes) {
  let at = 0;
  const number = () => {
    const byte = bytes[at++];
    return byte < 128 ? byte : byte - 128 + 128 * number();
  };
  const take = (count) => {
    at += count;
    return bytes.subarray(at - count, at);
  };
  return { number, take, done: () => at >= bytes.length };
}

/** The module with its data in one segment. */
export function joinData(module) {
  const { take, number, done } = reader(module);
  const parts = [take(8)];
  while (!done()) {
    const [id] = take(1);
    const section = take(number());
    const content = id === dataSection ? joined(section) : id === dataCountSection ? Buffer.of(1) : section;
    parts.push(Buffer.of(id, ...unsigned(content.length)), content);
  }
  return Buffer.concat(parts);
}

function joined(section) {
  const { take, number } = reader(section);
  const segments = Array.from({ length: number() }, () => {
    const [kind, opcode] = take(2);
    const address = number();
    if (kind !== 0 || opcode !== i32Const || take(1)[0] !== end) throw new Error('a data segment has no constant address');
    return { address, bytes: take(number()) };
  });
  const start = Math.min(...segments.map(({ address }) => address));
  const memory = Buffer.alloc(Math.max(...segments.map(({ address, bytes }) => address + bytes.length)) - start);
  for (const { address, bytes } of segments) memory.set(bytes, address - start);
  return Buffer.concat([Buffer.of(1, 0, i32Const, ...signed(start), end, ...unsigned(memory.length)), memory]);
}

if (isMain(import.meta.url)) {
  const file = process.argv[2];
  writeFileSync(file, joinData(readFileSync(file)));
}
