import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { english } from './web/gallery/english.ts';
import { languages } from './web/languages/plugin.ts';
import { texts } from './web/texts/plugin.ts';

export default defineConfig({
  plugins: [english(), languages, texts({ docs: resolve('docs'), examples: resolve('tests/data') })],
  test: {
    include: ['tests/wasm/**/*.test.ts', 'tests/web/**/*.test.ts', 'tests/fuzz/**/*.test.ts', 'tests/scripts/**/*.test.mjs'],
    environment: 'node',
    testTimeout: 60_000,
    maxWorkers: '100%', // Vitest keeps one core free, half of two
  },
});
