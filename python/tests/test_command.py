"""The command of the package, robots, and moving 3D models."""

import json
import struct
import subprocess
import sys
import time

import pytest
from conftest import root, run_program

import slipstick


def command(*words, check=True):
    return subprocess.run([sys.executable, "-m", "slipstick", *map(str, words)], capture_output=True, text=True, check=check)


def test_the_command_is_the_program(tmp_path):
    path = root / "web" / "models" / "rolling-coin.json"
    theirs = run_program(path, tmp_path / "theirs.json")
    command("run", path, "--output", tmp_path / "ours.json", "--no-progress")
    ours = json.loads((tmp_path / "ours.json").read_text())
    assert ours["sensors"] == theirs["sensors"] and ours["digest"] == theirs["digest"]
    assert "exudyn" in command("--help").stdout
    wrong = command("rn", check=False)
    assert wrong.returncode == 2 and "did you mean 'run'" in wrong.stderr


def test_the_command_is_installed():
    from importlib.metadata import entry_points

    found = [each for each in entry_points(group="console_scripts") if each.name == "slipstick"]
    assert [each.value for each in found] == ["slipstick.command:main"]


def test_exudyn_is_a_command_too():
    pytest.importorskip("exudyn")
    done = command("exudyn", "--help")
    assert "--slider" in done.stdout


@pytest.mark.parametrize("name", ["arm.urdf", "chain.xml"])
def test_a_robot_is_imported_as_by_the_program(name):
    path = root / "tests" / "data" / "robots" / name
    model, left = slipstick.import_robot(path)
    output = json.loads(command("import", path, "--json").stdout)
    assert model.document == output["document"] and left == output["left"]
    assert model.run().status == "ok"


def test_errors_of_a_robot_have_a_place(tmp_path):
    for name, text, said in [
        ("broken.urdf", '<robot name="r">\n<link name="a">\n</robot>', r"broken\.urdf:3: "),
        ("missing.xml", '<mujoco>\n<include file="parts.xml"/>\n</mujoco>', r"missing\.xml:2: .*parts\.xml"),
        ("no-file.urdf", None, "no-file.urdf"),
    ]:
        path = tmp_path / name
        if text is not None:
            path.write_text(text)
        with pytest.raises(slipstick.RobotError, match=said):
            slipstick.import_robot(path)


def test_a_mesh_with_a_wrong_size_is_refused(tmp_path):
    inertia = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    joint = '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit effort="1" velocity="1"/></joint>'
    mesh = '<visual><geometry><mesh filename="lie.stl"/></geometry></visual>'
    path = tmp_path / "lie.urdf"
    path.write_text(f'<robot name="r"><link name="a"/><link name="b">{inertia}{mesh}</link>{joint}</robot>')
    (tmp_path / "lie.stl").write_bytes(bytes(80) + struct.pack("<I", 4_000_000_000) + bytes(50))
    try:
        model, left = slipstick.import_robot(path)
    except slipstick.RobotError as error:
        assert "lie.stl" in str(error)
    else:
        assert any("lie.stl" in each for each in left) and model.sensors


def test_a_run_is_a_moving_3d_model(oscillator, tmp_path):
    oscillator.run().save(tmp_path / "run.glb")
    data = (tmp_path / "run.glb").read_bytes()
    magic, version, length, size, kind = struct.unpack("<4sIII4s", data[:20])
    assert (magic, version, length, kind) == (b"glTF", 2, len(data), b"JSON")
    scene = json.loads(data[20 : 20 + size])
    assert scene["animations"] and scene["nodes"]


def test_progress_has_the_time_left(capsys):
    from slipstick.progress import counting

    show, clear = counting(True, 4)
    for done in (1, 2):
        time.sleep(0.15)  # the progress is drawn at most ten times per second
        show(done)
    clear()
    output = capsys.readouterr().err
    assert " 50.0 % " in output and "2 of 4 runs" in output and " left" in output
