import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/wasm/**/*.test.ts', 'tests/web/**/*.test.ts', 'tests/fuzz/**/*.test.ts', 'tests/scripts/**/*.test.mjs'],
    environment: 'node',
    testTimeout: 60_000,
  },
});
