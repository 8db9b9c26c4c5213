"""Runs scripts that Slipstick exported, in the installed Exudyn: run_scripts.py RESULTS.json SCRIPT.py …

Writes for each script {"error", "seconds", "sensors": {name: {"time", "values"}}, "eigenvalues"}; infinite numbers and NaN are null. The
output of Exudyn goes to RESULTS.json.log.
"""
import json
import math
import os
import sys
import time
import traceback
import warnings

import numpy as np

# Exudyn accepts parameter names that newer versions have changed, but reports them every time.
warnings.simplefilter("ignore", DeprecationWarning)


def plain(rows):
    return [[x if math.isfinite(x) else None for x in row] for row in np.atleast_2d(rows).tolist()] if np.size(rows) else []


def recorded(mbs):
    """The values that the sensors of a system have stored so far, by name."""
    import exudyn as exu

    found = {}
    for i in range(mbs.systemData.NumberOfSensors()):
        sensor = mbs.GetSensor(exu.SensorIndex(i))
        rows = plain(mbs.GetSensorStoredData(exu.SensorIndex(i))) if sensor["storeInternal"] else []
        found[sensor["name"]] = {"time": [row[0] for row in rows], "values": [row[1:] for row in rows]}
    return found


def run(path):
    result = {"error": None, "sensors": {}}
    scope = {"__name__": "__main__"}
    start = time.perf_counter()
    try:
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), scope)
    except BaseException as error:  # any exception of the script must be reported
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        result["error"] = f"{type(error).__name__}: {' '.join(lines)[:300]}"
        traceback.print_exc()
    result["seconds"] = time.perf_counter() - start
    if "mbs" in scope:
        try:
            result["sensors"] = recorded(scope["mbs"])
        except BaseException:  # a system that was not assembled has no data
            traceback.print_exc()
    result["eigenvalues"] = [np.asarray(scope[name][0]).tolist() for name in sorted(scope) if name.startswith("eigenvalues")]
    return result


def main():
    results, scripts = sys.argv[1], sys.argv[2:]
    # Exudyn prints from C++: redirects the descriptors to the log, not only Python's streams.
    log = os.open(results + ".log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(log, descriptor)
    found = {}
    for path in scripts:
        print(f"--- {path}", flush=True)
        found[path] = run(path)
        sys.stdout.flush()
        # Written after each script, so that a crash does not lose earlier results.
        with open(results, "w", encoding="utf-8") as file:
            json.dump(found, file)


main()
