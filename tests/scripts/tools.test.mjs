import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const folder = new URL('../../scripts/', import.meta.url);

test('Scripts can be imported without starting them', () => {
  for (const name of ['build.mjs', 'join_data.mjs', 'setup.mjs', 'size.mjs']) {
    const code = `import(${JSON.stringify(new URL(name, folder).href)}).then(() => console.log('there'))`;
    expect(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })).toBe('there\n');
  }
});
