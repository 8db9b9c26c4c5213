"""The positions of parts of the robots of tests/data/robots from MuJoCo, without contact and limits: writes reference.json into that
folder.

pip install mujoco && python tests/peer/robots.py
"""

import json
from pathlib import Path

import mujoco

FOLDER = Path(__file__).parent.parent / "data" / "robots"
CONTROLS = {"cart.xml": [0.7, 0.4]}
STEP = 1e-4  # s; fourth order, so the error is far below a micrometre
TIMES = [0.25, 0.5, 0.75, 1.0]


def positions(path: Path) -> dict[str, list[list[float]]]:
    spec = mujoco.MjSpec.from_file(str(path))
    spec.compiler.fusestatic = False
    model = spec.compile()
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT) | int(mujoco.mjtDisableBit.mjDSBL_LIMIT)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    model.opt.timestep = STEP
    data = mujoco.MjData(model)
    data.ctrl[:] = CONTROLS.get(path.name, [])
    found: dict[str, list[list[float]]] = {model.body(i).name: [] for i in range(1, model.nbody)}
    for time in TIMES:
        while data.time < time - STEP / 2:
            mujoco.mj_step(model, data)
        mujoco.mj_forward(model, data)
        for i in range(1, model.nbody):
            found[model.body(i).name].append([float(x) for x in data.xpos[i]])
    return found


robots = ["arm.urdf", "gripper.urdf", "pendulums.xml", "cart.xml", "top.xml", "chain.xml"]
reference = {"mujoco": mujoco.__version__, "times": TIMES, "robots": {name: positions(FOLDER / name) for name in robots}}
(FOLDER / "reference.json").write_text(json.dumps(reference, indent=1) + "\n")
