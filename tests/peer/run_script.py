"""Runs one script of Exudyn in both programs: run_script.py SCRIPT.py REPORT.json STEPS.

Writes what the command python -m slipstick.exudyn reports, with `spread` of each solution: by sensor how far Exudyn's own curves are apart
when it solves with half the step. The script works in a folder of its own, where all files beside it are too. Its output goes to REPORT.log.
"""

import json
import os
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

TOLERANCE = 1e-6  # a larger difference asks for the spread


def spread_of(path, steps, first):
    """By solution and sensor; empty where Exudyn does not get as far with half the step."""
    from slipstick.exudyn.command import caught
    from slipstick.exudyn.publish import differences

    halved, _ = caught(path, steps, divided=2)
    if len(halved.found) != len(first.found):
        return [{} for _ in first.found]
    pairs = zip(first.found, halved.found, strict=True)
    return [differences(fine.recorded(), coarse.recorded(), coarse.outputs()) for coarse, fine in pairs]


def report(path, steps):
    from slipstick.exudyn.command import caught, published_of, report_of

    solutions, problem = caught(path, steps)
    published, remarks = published_of(path, solutions)
    found = report_of(path, published, problem, remarks)
    write(found)  # in case that Exudyn ends the process now
    if any(each.worst[0] > TOLERANCE for each in published):
        for solution, spread in zip(found["solutions"], spread_of(path, steps, solutions), strict=True):
            solution["spread"] = {name: value if value < float("inf") else None for name, value in spread.items()}
        write(found)


def write(found):
    Path(sys.argv[2]).write_text(json.dumps(found), encoding="utf-8")


def main():
    path, place, steps = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), int(sys.argv[3])
    sys.argv[2] = str(place)
    # Exudyn prints from C++: the descriptors go to the log, not only Python's streams.
    log = os.open(place.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(log, descriptor)
    warnings.simplefilter("ignore", DeprecationWarning)  # names of older versions
    folder = Path(tempfile.mkdtemp(prefix="script"))
    try:
        for each in path.parent.iterdir():
            (folder / each.name).symlink_to(each)
        os.chdir(folder)
        report(path, steps)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.flush()
    os._exit(0)  # a window or a thread of the script need not end


main()
