import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Run } from '../../../wasm/engine/types';
import { templates } from '../../../web/src/editor/templates';
import { testEngine } from '../../support/engine';

const folder = new URL('../../../web/src/editor/templates/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(`${name}.json`, folder), 'utf8');

/** A template, run to its end. */
async function runOf(name: string, parameters: Record<string, number> = {}): Promise<Run> {
  const run = engine.start(textOf(name), { parameters });
  for await (const _ of run);
  return run;
}

const engine = await testEngine();

test('Every template is offered', () => {
  const files = readdirSync(folder).map((file) => file.replace('.json', ''));
  expect(
    templates()
      .map(({ name }) => name as string)
      .sort(),
  ).toEqual(files.sort());
});

test.each(templates().map(({ name, title }) => [name, title]))('%s runs without a warning', async (name, title) => {
  const { model, issues } = await engine.check(textOf(name));
  expect(issues).toEqual([]);
  expect(model?.title).toBe(name === 'empty' ? 'New model' : title);
  if (name === 'empty') return;
  const run = await runOf(name);
  expect(run.status).toBe('finished');
  expect(run.statistics.sharedLoads).toBe('');
});

test('The linkages follow their closed forms', async () => {
  const parameters = { crank: 0.08, coupler: 0.3, rocker: 0.28, base: 0.3 };
  const { history } = await runOf('four-bar', parameters);
  const turned = 0.5 * 6.2 * (2 * 4 - 0.5); // the drive's formula at 4 s
  const phi = (60 * Math.PI) / 180 + turned;
  const [bx, by] = [parameters.crank * Math.cos(phi), parameters.crank * Math.sin(phi)];
  const long = Math.hypot(parameters.base - bx, by);
  const beta =
    Math.atan2(-by, parameters.base - bx) +
    Math.acos((long ** 2 + parameters.coupler ** 2 - parameters.rocker ** 2) / (2 * long * parameters.coupler));
  const coordinate = (component: number) => history.sensorColumn(0, component).at(-1);
  expect(coordinate(0)).toBeCloseTo(bx + (parameters.coupler / 2) * Math.cos(beta) - 0.08 * Math.sin(beta), 8);
  expect(coordinate(1)).toBeCloseTo(by + (parameters.coupler / 2) * Math.sin(beta) + 0.08 * Math.cos(beta), 8);
});
