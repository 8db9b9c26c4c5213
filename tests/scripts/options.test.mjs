import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const run = (script, ...words) => spawnSync(process.execPath, [`scripts/${script}.mjs`, ...words], { encoding: 'utf8' });

const scripts = ['start', 'check', 'digests', 'bench', 'benchmarks', 'format', 'package', 'peer', 'picture'];

test.each([...scripts, 'python'])('`%s --help` explains the options and does nothing else', (script) => {
  const { status, stdout, stderr } = run(script, '--help');
  expect(stdout).toMatch(/^n(pm|ode) .*\n(.*\n)+ {2}--help +this text\n$/);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(run(script, '-h').stdout).toBe(stdout);
});

test.each(scripts)('`%s` answers a wrong option with a message and its options', (script) => {
  const { status, stdout, stderr } = run(script, '--prot', '8080');
  expect(stderr).toMatch(/^Unknown option '--prot'\.\n\nnpm /);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

test('A port must be a number', () => {
  expect(run('start', '--port', 'http')).toMatchObject({ status: 1, stderr: '--port must be a number up to 65535, got http\n' });
});
