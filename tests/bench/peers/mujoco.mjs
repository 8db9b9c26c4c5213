// Times steps of MuJoCo's WebAssembly build in Node.
import { pathToFileURL } from 'node:url';

/** Microseconds per step: the fastest of several runs. */
export async function timeMujoco(module, model, runs = 5) {
  return (1000 * (await runMujoco(module, model, runs)).milliseconds) / model.steps;
}

/** The fastest time of several runs in milliseconds, and the position of the first body after them. */
export async function runMujoco(module, { xml, step, steps, velocities, control }, runs = 5) {
  const { default: load } = await import(pathToFileURL(module).href);
  const mujoco = await load();
  const model = mujoco.MjModel.from_xml_string(xml.replace(/timestep="[^"]*"/, `timestep="${step}"`));
  const times = [];
  let position = [];
  for (let run = 0; run < runs; ++run) {
    const data = new mujoco.MjData(model);
    velocities?.forEach((value, i) => {
      data.qvel[i] = value;
    });
    control?.forEach((value, i) => {
      data.ctrl[i] = value;
    });
    const begin = performance.now();
    for (let i = 0; i < steps; ++i) mujoco.mj_step(model, data);
    times.push(performance.now() - begin);
    position = Array.from(data.qpos.slice(0, 3));
    data.delete();
  }
  model.delete();
  return { milliseconds: Math.min(...times), position };
}
