"""A script whose solver crashes or does not end: earlier documents remain, with a message."""

import json

import pytest

pytest.importorskip("exudyn")

from feature_scripts import SPRING, TAIL, text

import slipstick
from slipstick.exudyn.command import main, run_script
from slipstick.exudyn.trace.fork import ProcessEnded, in_fork
from slipstick.exudyn.write.sliders import BadSlider, Slider

#: After half a second of processor time of the solution, the C library calls abort() within Exudyn's compiled code.
ABORT = """
import ctypes, signal
library = ctypes.CDLL(None)
library.signal(ctypes.c_int(signal.SIGVTALRM), ctypes.cast(library.abort, ctypes.c_void_p))
signal.setitimer(signal.ITIMER_VIRTUAL, 0.5)
"""
ENDLESS = """
settings.timeIntegration.numberOfSteps = 10**9
settings.timeIntegration.endTime = 1000
settings.solution.sensors.writePeriod = 1e9
mbs.SetObjectParameter(s, 'stiffness', 400)
"""


def report(tmp_path, script, *options):
    path = tmp_path / "script.py"
    path.write_text(text(SPRING + TAIL + script))
    assert main([str(path), "--output", str(tmp_path), *options]) == 1
    return json.loads((tmp_path / "script.report.json").read_text())


def check(tmp_path, report, message):
    first, second = report["solutions"]
    assert first["problem"] == "" and first["differences"]["position"] < 1e-6
    assert second["problem"] == report["problem"] == message
    assert second["refusals"] == [] and second["differences"] == {}
    assert second["status"] == "running"  # no comparison, because the document may be just as endless
    assert slipstick.Model.load(tmp_path / "script-2.json").document["objects"][2]["stiffness"] == 400


def test_documents_survive_a_crash_of_exudyn(tmp_path):
    found = report(tmp_path, ENDLESS + ABORT + "mbs.SolveDynamic(settings)\n")
    check(tmp_path, found, "the process in which Exudyn solves ended by SIGABRT")


def test_documents_survive_a_solution_without_end(tmp_path):
    found = report(tmp_path, ENDLESS + "mbs.SolveDynamic(settings)\n", "--seconds", "10")
    check(tmp_path, found, "the process in which Exudyn solves took longer than 10 s")


def test_a_crash_after_the_last_solution_keeps_all(tmp_path):
    found = report(tmp_path, "import os\nos.abort()\n")
    assert found["problem"] == "the process in which Exudyn solves ended by SIGABRT"
    [solution] = found["solutions"]
    assert solution["problem"] == "" and solution["differences"]["position"] < 1e-6


def test_a_crash_while_functions_are_traced_ends_the_script(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(text(SPRING + "import os\nmbs.SetPreStepUserFunction(lambda mbs, t: os.abort())\n" + TAIL))
    _, problem, _ = run_script(path)
    assert problem == "ProcessEnded: the process that traces functions ended by SIGABRT"


def test_a_crash_at_other_values_of_a_slider_is_reported(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(text("k = 500.0\nif k != 500:\n    import os\n    os.abort()\n" + SPRING + TAIL))
    with pytest.raises(BadSlider, match=r"at k = .* the process of the script ended by SIGABRT"):
        run_script(path, [Slider("k", 300, 600)])


def test_files_that_a_script_leaves_open_are_written(tmp_path):
    path, log = tmp_path / "script.py", tmp_path / "log.txt"
    path.write_text(text(SPRING + f"log = open({str(log)!r}, 'w')\nlog.write('begin')\n" + TAIL))
    run_script(path)
    assert log.read_text() == "begin"


def test_the_process_reports_its_status():
    import os

    with pytest.raises(ProcessEnded, match="ended with status 3"):
        in_fork(lambda: os._exit(3))
    with pytest.raises(ZeroDivisionError):
        in_fork(lambda: 1 / 0)
    assert in_fork(lambda: "x" * 1_000_000) == "x" * 1_000_000
