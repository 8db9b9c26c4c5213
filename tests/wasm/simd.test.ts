import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const missing = spawnSync('wasm-dis', ['--version']).error !== undefined;

/** What clang 14 places wrongly among loads and stores, see core/math/pairs.h. */
test.skipIf(missing)('the engine fills no vector of two numbers by a load of one', { timeout: 60_000 }, () => {
  const text = execFileSync('wasm-dis', ['--enable-simd', '--enable-exception-handling', 'build/wasm-release/slipstick.wasm'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(text).toContain('f64x2.mul');
  expect(text.split('v128.load64_splat').length - 1).toBe(0);
});
