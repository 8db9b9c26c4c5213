"""Runs one script of Exudyn in both programs: run_script.py SCRIPT.py REPORT.json STEPS.

Writes the report of the command python -m slipstick.exudyn, with `spread` of each solution: by sensor, the difference between Exudyn's
curves for the given step and for half the step. The script works in a temporary folder with links to all files next to it and to the
folders one level up, and a folder `solution`. Windows of Netgen do not open. The output goes to REPORT.log.
"""

import json
import os
import shutil
import sys
import tempfile
import types
import warnings
from pathlib import Path

TOLERANCE = 1e-6  # a larger difference asks for the spread


def spread_of(path, steps, first):
    """By solution and sensor; empty if Exudyn does not reach the end with half the step."""
    from slipstick.exudyn.compare.curves import differences
    from slipstick.exudyn.solve.length import Length
    from slipstick.exudyn.solve.script import catch

    halved = catch(path, length=Length(steps, divided=2)).found
    if len(halved) != len(first):
        return [{} for _ in first]
    pairs = zip(first, halved, strict=True)
    return [differences(fine.recorded(), coarse.recorded(), coarse.outputs(), coarse.scales) for coarse, fine in pairs]


def report(path, steps):
    from slipstick.exudyn.command import all_published, report_of
    from slipstick.exudyn.solve.length import Length
    from slipstick.exudyn.solve.script import catch

    caught = catch(path, length=Length(steps))
    published = all_published(path, caught)
    found = report_of(path, published, caught.problem, caught.remarks)
    write(found)  # in case Exudyn now ends the process
    if any(each.worst[0] > TOLERANCE for each in published):
        for solution, spread in zip(found["solutions"], spread_of(path, steps, caught.found), strict=True):
            solution["spread"] = {name: value if value < float("inf") else None for name, value in spread.items()}
        write(found)


def write(found):
    Path(sys.argv[2]).write_text(json.dumps(found), encoding="utf-8")


def linked(source, target):
    """Puts links to all files and folders of one folder into another, unless they exist there."""
    for each in source.iterdir():
        if not (target / each.name).exists():
            (target / each.name).symlink_to(each)


def main():
    path, result, steps = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), int(sys.argv[3])
    sys.argv[2] = str(result)
    # Exudyn prints from C++: redirects the descriptors to the log, not only Python's streams.
    log = os.open(result.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(log, descriptor)
    warnings.simplefilter("ignore", DeprecationWarning)  # names of older versions
    place = Path(tempfile.mkdtemp(prefix="script"))
    try:
        folder = place / path.parent.name
        folder.mkdir()
        linked(path.parent, folder)
        linked(path.parent.parent, place)
        (folder / "solution").mkdir(exist_ok=True)
        sys.modules["netgen.gui"] = types.ModuleType("netgen.gui")
        os.chdir(folder)
        report(path, steps)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    sys.stdout.flush()
    os._exit(0)  # a window or a thread of the script may never end


main()
