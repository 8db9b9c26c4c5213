/** The number of bytes that follow an instruction, or how to read them: numbers of variable length (LEB128), or plain bytes. */
const immediates = (opcode: number): { numbers?: number; bytes?: number } => {
  if (opcode === 0x43) return { bytes: 4 }; // f32.const
  if (opcode === 0x44) return { bytes: 8 }; // f64.const
  if (opcode === 0x11) return { numbers: 2 }; // call_indirect
  if (opcode >= 0x28 && opcode <= 0x3e) return { numbers: 2 }; // loads and stores: alignment and offset
  const single = [0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x18, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2];
  return single.includes(opcode) || (opcode >= 0x20 && opcode <= 0x26) ? { numbers: 1 } : {};
};
const bulkImmediates = (code: number): { numbers?: number; bytes?: number } => ({
  numbers: code < 8 ? 0 : [8, 10, 12, 14].includes(code) ? 2 : 1,
});
const vectorImmediates = (code: number): { numbers?: number; bytes?: number } => {
  if (code <= 11 || code === 92 || code === 93) return { numbers: 2 };
  if (code === 12 || code === 13) return { bytes: 16 }; // v128.const, shuffle
  if (code >= 21 && code <= 34) return { bytes: 1 }; // a lane
  return code >= 84 && code <= 91 ? { numbers: 2, bytes: 1 } : {};
};

/** Counts the SIMD instructions in a module, by their number after the prefix 0xfd. */
export function vectorInstructions(wasm: Uint8Array): Map<number, number> {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const counts = new Map<number, number>();
  const instruction = () => {
    const opcode = wasm[at++];
    if (opcode === 0x0e || opcode === 0x1c) {
      // br_table: its targets and the default one; select: its types.
      for (let rest = number() + (opcode === 0x0e ? 1 : 0); rest > 0; rest--) number();
      return;
    }
    const code = opcode === 0xfc || opcode === 0xfd ? number() : 0;
    if (opcode === 0xfd) counts.set(code, (counts.get(code) ?? 0) + 1);
    const { numbers = 0, bytes = 0 } =
      opcode === 0xfc ? bulkImmediates(code) : opcode === 0xfd ? vectorImmediates(code) : immediates(opcode);
    for (let i = 0; i < numbers; i++) number();
    at += bytes;
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const size = number();
    const end = at + size;
    for (let functions = section === 10 ? number() : 0; functions > 0; functions--) {
      const length = number();
      const last = at + length;
      for (let groups = number(); groups > 0; groups--) {
        number();
        at++;
      }
      while (at < last) instruction();
      if (at !== last || wasm[last - 1] !== 0x0b) throw new Error(`the instructions of a function do not end at byte ${last}`);
    }
    at = end;
  }
  return counts;
}
