import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { load } from '../../../web/src/ui/load';

test('A part that does not load is tried again on request', async () => {
  const part = vi.fn().mockRejectedValueOnce(new Error('404')).mockRejectedValueOnce(new Error('404')).mockResolvedValue('part');
  const ask = vi.fn(async () => {});
  expect(await load(part, ask)).toBe('part');
  expect(ask).toHaveBeenCalledTimes(2);
});

test('Every lazily loaded part of the page uses load()', () => {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.ts$/.test(file));
  const lines = files.flatMap((file) =>
    readFileSync(join('web/src', file), 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  );
  const imports = lines.filter((line) => /(?<!typeof )\bimport\(/.test(line));
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((line) => !/\b(load(<\w+>)?|new Later)\(\(\) =>/.test(line))).toEqual([]);
});
