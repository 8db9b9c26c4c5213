import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { groups } from '../benchmarks/table.mjs';
import { testEngine } from '../support/engine';

const engine = await testEngine();
const benchmarks = groups.flatMap((group) => group.benchmarks);

test.each(benchmarks.map((benchmark) => [benchmark.name, benchmark]))(
  '%s',
  { timeout: 300_000 },
  async (_, { model, parameters, rows }) => {
    const run = engine.start(readFileSync(model, 'utf8'), { parameters, sliceMilliseconds: 1000 });
    for await (const _ of run);
    expect(run.status).toBe('finished');
    const time = [...run.history.time];
    const { sensors } = await run.model;
    const found = sensors.map(({ name, components }, sensor) => {
      const columns = components.map((_, component) => run.history.sensorColumn(sensor, component));
      return [name, { time, values: time.map((_, i) => columns.map((column) => column[i])) }];
    });
    const eigenvalues = run.eigenvalues.map((step) => step.map(({ real, imaginary }) => [real, imaginary]));
    for (const { quantity, difference, tolerance } of rows(Object.fromEntries(found), eigenvalues))
      expect(difference, quantity).toBeLessThanOrEqual(tolerance);
  },
);
