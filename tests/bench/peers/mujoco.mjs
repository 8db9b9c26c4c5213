// Times steps of MuJoCo's own WebAssembly in Node.
import { pathToFileURL } from 'node:url';

/** Microseconds of a step: the fastest of several runs. */
export async function timeMujoco(module, { xml, steps, velocities, control }, runs = 5) {
  const { default: load } = await import(pathToFileURL(module).href);
  const mujoco = await load();
  const model = mujoco.MjModel.from_xml_string(xml);
  const times = [];
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
    times.push((1000 * (performance.now() - begin)) / steps);
    data.delete();
  }
  model.delete();
  return Math.min(...times);
}
