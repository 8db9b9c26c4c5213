import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import create from '../../build/wasm-release/slipstick.mjs';
import { timeModels } from '../bench/wasm.mjs';

test('The benchmark runs its models to their end', async () => {
  const compiled = await WebAssembly.compile(readFileSync('build/wasm-release/slipstick.wasm'));
  const document = readFileSync('web/src/editor/templates/spring-and-mass.json', 'utf8');
  const [{ steps }] = await timeModels(create, compiled, [document], 0);
  expect(steps).toBe(3000);
});
