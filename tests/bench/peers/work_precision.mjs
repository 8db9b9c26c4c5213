// Work against precision: the cost of a second of motion in WebAssembly in Node, and the error of the final position, for several steps.
//
// Each program is compared with its own run with much shorter steps, because the contact models differ.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../peer/programs.mjs';
import { runMujoco } from './mujoco.mjs';

const factors = [8, 4, 2, 1, 1 / 2, 1 / 4, 1 / 8]; // relative to the step of the model
const shortest = 1 / 64;

/** Points {step, milliseconds, error in m} of a model in Slipstick, from long steps to short ones; failed runs are left out. */
export async function precisionHere(name, document, timeInNode, folder) {
  const [{ stepSize, endTime, numberOfSteps, ...step }] = document.analysis;
  const usual = stepSize ?? endTime / numberOfSteps;
  const sensor = document.sensors.find((each) => each.name === 'position').name;
  const withStep = (factor) => ({ ...document, analysis: [{ ...step, endTime: 1, stepSize: usual * factor, sensorsWritePeriod: 1 }] });
  const place = async (factor) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.step.json`);
    writeFileSync(path, JSON.stringify(withStep(factor)));
    const { error, sensors } = await runHere(path);
    return error ? null : sensors[sensor].values.at(-1);
  };
  return points(usual, place, async (factor) => (await timeInNode(JSON.stringify(withStep(factor)))).milliseconds);
}

export async function precisionOfMujoco(module, model) {
  const run = (factor) => runMujoco(module, { ...model, step: model.step * factor, steps: Math.round(1 / (model.step * factor)) });
  return points(
    model.step,
    async (factor) => (await run(factor)).position,
    async (factor) => (await run(factor)).milliseconds,
  );
}

async function points(usual, place, time) {
  const exact = await place(shortest);
  const found = [];
  for (const factor of factors) {
    const position = await place(factor);
    if (!position?.every(Number.isFinite)) continue;
    const error = Math.hypot(...position.map((value, i) => value - exact[i]));
    found.push({ step: usual * factor, milliseconds: await time(factor), error });
  }
  return found;
}
