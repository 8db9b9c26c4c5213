"""The positions of parts of small models with one special feature each, from MuJoCo: writes cases.json into tests/data/robots.

pip install mujoco && python tests/peer/robot_cases.py

Contact and limits are off. Loop constraints are as stiff as the steps permit, because MuJoCo has no rigid ones.
"""

import json
from pathlib import Path

import mujoco

FILE = Path(__file__).parent.parent / "data" / "robots" / "cases.json"
TIMES = [0.25, 0.5, 0.75, 1.0]
STIFF = 'solref="0.0004 1" solimp="0.9999 0.9999 0.001"'
TETRAHEDRON = 'vertex="0 0 0 .1 0 0 0 .2 0 0 0 .3" face="0 2 1 0 1 3 0 3 2 1 2 3"'
ANGLE = (  # two perpendicular bars, a non-convex shape
    'vertex="0 0 0 .3 0 0 .3 .1 0 .1 .1 0 .1 .3 0 0 .3 0 0 0 .1 .3 0 .1 .3 .1 .1 .1 .1 .1 .1 .3 .1 0 .3 .1" face="0 2 1 0 3 2 0 4 3 0 5 4'
    ' 6 7 8 6 8 9 6 9 10 6 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 4 11 10 5 0 6 5 6 11"'
)
ARM = (
    '<body name="b"><joint name="j" axis="0 1 0" armature=".1" damping=".2" range="-30 60"/><geom size=".1" mass="1" pos="1 0 0"/>'
    '<body name="c" pos="1 0 0"><joint name="k" axis="0 1 0"/><geom size=".1" mass="1" pos="1 0 0"/>'
    '<body name="end" pos="1 0 0"/></body></body>'
)
BAR = (
    '<body name="crank"><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .3" size=".02" mass="1"/>'
    '<body name="coupler" pos="0 0 .3"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .6 0 .1" size=".02" mass="2"/>'
    '<site name="s" pos=".6 0 .1"/></body></body>'
)
ROCKER = (
    '<body name="rocker" pos=".6 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .4" size=".02" mass="1.5"/>'
    '<site name="t" type="capsule" size=".01" fromto="0 -.1 .4 0 .1 .4"/></body>'
)
LOOSE = (  # moves in the plane
    '<body name="rocker" pos=".6 0 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>'
    '<geom type="capsule" fromto="0 0 0 0 0 .4" size=".02" mass="1.5"/></body>'
)


def model(bodies: str, before: str = "", after: str = "") -> str:
    return f"<mujoco>{before}<worldbody>{bodies}</worldbody>{after}</mujoco>"


def loop(equality: str, bodies: str) -> str:
    return model(bodies, '<option gravity="3 0 -9.81"/>', f"<equality>{equality}</equality>")


def drives(actuators: str, before: str = "") -> str:
    return model(ARM, before, f"<actuator>{actuators}</actuator>")


def shell(shape: str) -> str:
    return model(
        f'<body name="b" euler="20 30 40"><joint axis="1 1 0" springref="20" stiffness="3"/><geom {shape} shellinertia="true"/>'
        '<body name="c" pos="1 0 0"><geom size=".01" mass=".001"/></body></body>'
    )


def mesh(asset: str) -> str:
    return model(
        '<body name="b"><joint axis="1 0 0" pos="0 1 0"/><joint axis="0 1 0"/><geom type="mesh" mesh="m" pos=".1 0 0" euler="10 20 30"/></body>',
        f'<asset><mesh name="m" {asset}/></asset>',
    )


PLANAR = """<robot name="r"><link name="a"/><link name="b"><inertial><origin xyz=".1 .2 .3"/><mass value="1"/>
<inertia ixx=".1" iyy=".2" izz=".25" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="c"><inertial><origin xyz="1 0 0"/>
<mass value="1"/><inertia ixx=".1" iyy=".2" izz=".25" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="planar"><parent link="a"/><child link="b"/><origin xyz="1 2 3" rpy="0.3 0 0"/><axis xyz="1 0 1"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><origin xyz=".1 .2 .3" rpy="0.3 1 0"/><axis xyz="1 0 1"/></joint></robot>"""
OTHERS = {  # text and control values
    "no gravity": (
        model(
            '<body name="b"><joint type="slide"/><joint axis="0 1 0" stiffness="2" springref="40"/><geom size=".1" pos=".2 0 0"/><body name="end" pos="1 0 0"/></body>',
            '<option><flag gravity="disable"/></option>',
        ),
        {},
    ),
    "gravity compensation": (
        model(
            '<body name="b" gravcomp=".7"><joint axis="0 1 0" damping=".1"/><geom size=".1" mass="1" pos=".3 0 .1"/>'
            '<body name="c" gravcomp="1.5" pos=".5 0 0"><joint axis="1 1 0"/><geom type="box" size=".1 .2 .3" mass="2" pos="0 .2 0"/></body></body>'
        ),
        {},
    ),
    "no springs and dampers, so no gravity compensation": (
        model(
            '<body name="b" gravcomp=".5"><joint axis="0 1 0" stiffness="3" damping=".2"/><joint type="slide" springdamper=".3 1"/>'
            '<geom size=".1" mass="1" pos="1 0 0"/></body>',
            '<option><flag spring="disable" damper="disable"/></option>',
        ),
        {},
    ),
    "groups of geoms with mass": (
        model(
            '<body name="b"><joint axis="0 1 0"/><geom size=".1" mass=".5" pos=".3 0 0"/><geom group="1" size=".1" mass="8" pos="0 0 1"/>'
            '<body name="c" pos=".1 0 0"><geom size=".1" mass=".1"/></body></body>',
            '<compiler inertiagrouprange="0 0"/>',
        ),
        {},
    ),
    "joints and inertial in frames": (
        model(
            '<body name="b"><frame pos="1 0 0" euler="0 40 0"><joint axis="1 1 0" pos="0 0 1"/><geom size=".1"/><frame pos="0 1 0">'
            '<inertial pos="0 0 1" mass="2" diaginertia="1 2 2" euler="10 20 30"/></frame></frame><geom size=".3"/></body>'
        ),
        {},
    ),
    "springs by time constant and damping ratio": (
        model(
            '<body name="b"><joint axis="0 1 0" springdamper="0.2 1" springref="30"/><geom size=".1" pos="0 0 1"/><body name="c" pos="0 0 1">'
            '<joint axis="0 1 1" springdamper="0.3 .5" springref="-20" armature=".2"/><joint type="slide" axis="1 0 1" springdamper=".5 .1" '
            'stiffness="3"/><geom size=".1" pos="1 0 0"/></body></body>'
        ),
        {},
    ),
    "two sections of defaults": (
        model(
            '<body name="b"><joint axis="0 1 0"/><geom class="a" pos=".1 0 0"/><geom pos="0 0 .2"/><body name="end" pos="1 0 0"/></body>',
            '<default><geom density="100"/><default class="a"><geom size=".3"/></default></default>'
            '<default><geom density="7" size=".2"/><joint damping=".003"/></default>',
        ),
        {},
    ),
    "motor with rotor and friction": (drives('<motor name="u" joint="j" gear="3" armature=".5" damping=".1"/>'), {"u": 0.8}),
    "gear from the default of motors": (
        drives('<position name="u" joint="j" kp="7"/>', '<default><motor gear="5" ctrlrange="-2 2"/></default>'),
        {"u": 0.8},
    ),
    "gains from the default of position": (
        drives('<position name="u" joint="j"/><motor name="v" joint="j"/><velocity name="w" joint="k"/>', '<default><position kp="9" kv="2"/></default>'),
        {"u": 0.8, "v": 0.3, "w": 0.5},
    ),
    "gains from the default of general": (
        drives(
            '<position name="u" joint="j"/><general name="v" joint="k"/>',
            '<default><general gainprm="9" biastype="affine" biasprm="1 -9 -3"/></default>',
        ),
        {"u": 0.8, "v": 0.3},
    ),
    "damping ratios of actuators": (
        drives(
            '<position name="u" joint="j" kp="7" dampratio="1" gear="2" armature=".3"/><position name="v" joint="k" kp="70" dampratio=".2"/>'
        ),
        {"u": 0.8, "v": 0.3},
    ),
    "planar joint": (PLANAR, {}),
}
LOOPS = {
    "loop closed in a point": loop(f'<connect body1="coupler" body2="rocker" anchor=".6 0 .1" {STIFF}/>', BAR + ROCKER),
    "loop closed between sites": loop(f'<connect site1="s" site2="t" {STIFF}/>', BAR + ROCKER),
    "welded bodies": loop(f'<weld body1="coupler" body2="rocker" {STIFF}/>', BAR + LOOSE),
    "held joint": model(ARM, "", f'<equality><joint joint1="j" {STIFF}/></equality>'),
}


def positions(text: str, controls: dict[str, float], step: float) -> dict[str, list[list[float]]]:
    compiled = mujoco.MjModel.from_xml_string(text)
    compiled.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT) | int(mujoco.mjtDisableBit.mjDSBL_LIMIT)
    compiled.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    compiled.opt.timestep = step
    data = mujoco.MjData(compiled)
    data.ctrl[:] = list(controls.values())
    found: dict[str, list[list[float]]] = {compiled.body(i).name: [] for i in range(1, compiled.nbody)}
    for time in TIMES:
        while data.time < time - step / 2:
            mujoco.mj_step(compiled, data)
        mujoco.mj_forward(compiled, data)
        for name, places in found.items():
            places.append([round(float(x), 9) for x in data.body(name).xpos])
    return found


def main() -> None:
    cases = {name: (text, controls, 1e-4) for name, (text, controls) in OTHERS.items()}
    for kind in ("sphere", "box", "cylinder", "capsule", "ellipsoid"):
        shape = {"sphere": ".3", "cylinder": ".1 .2", "capsule": ".1 .2"}.get(kind, ".1 .2 .3")
        cases[f"shell, {kind} with a mass"] = (shell(f'type="{kind}" size="{shape}" mass="2"'), {}, 1e-4)
        cases[f"shell, {kind} with a density"] = (shell(f'type="{kind}" size="{shape}" density="9"'), {}, 1e-4)
    cases["mesh in another place and size"] = (mesh(f'{TETRAHEDRON} refpos=".1 .2 .3" refquat="0.8 0.6 0 0" scale="2 3 -4"'), {}, 1e-4)
    for kind in ("legacy", "exact", "shell"):
        cases[f"mesh, {kind}"] = (mesh(f'{ANGLE} inertia="{kind}"'), {}, 1e-4)
    cases |= {name: (text, {}, 2e-5) for name, text in LOOPS.items()}
    found = {
        name: {"text": text, "controls": controls, "parts": positions(text, controls, step)}
        for name, (text, controls, step) in cases.items()
    }
    for name, case in found.items():
        distances = [abs(end - start) for places in case["parts"].values() for end in places for start, end in zip(places[0], end, strict=True)]
        assert max(distances) > 1e-2, f"{name}: nothing moves"
    FILE.write_text(json.dumps({"mujoco": mujoco.__version__, "times": TIMES, "cases": found}, indent=1) + "\n")


main()
