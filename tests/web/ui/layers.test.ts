import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layerOf, layers } from '../../../web/layers/plugin';

const sheets = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
const layer = (file: string) => layerOf(join(process.cwd(), file));

test('A style sheet is in the layer of its place', () => {
  expect(layer('web/src/ui/reset.css')).toBe('reset');
  expect(layer('web/src/ui/tokens.css')).toBe('tokens');
  expect(layer('web/src/ui/base.css')).toBe('ui');
  expect(layer('web/src/plots/plots.css')).toBe('rooms');
  expect(layer('node_modules/uplot/dist/uPlot.min.css')).toBe('libraries');
});

test('Each sheet declares the order of all layers, and has its rules in its layer', () => {
  const transform = layers.transform as (code: string, id: string) => string | null;
  const made = transform('a { color: red }', join(process.cwd(), 'web/src/ui/base.css?direct'));
  expect(made).toBe('@layer libraries, reset, tokens, ui, rooms;\n@layer ui {\na { color: red }\n}\n');
  expect(transform('export {}', join(process.cwd(), 'web/src/app/main.ts'))).toBeNull();
});

test('No sheet leaves its layer', () => {
  for (const file of sheets) {
    const text = readFileSync(join('web/src', file), 'utf8');
    expect(text, file).not.toMatch(/@layer|@import/);
  }
});
