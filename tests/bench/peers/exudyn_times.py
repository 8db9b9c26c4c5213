"""Times scripts that Slipstick exported, in the installed Exudyn: exudyn_times.py RESULTS.json SECONDS SCRIPT.py …

Each script is run again and again for SECONDS, at least once, and only its solvers are timed, in CPU time. Writes by script
{"milliseconds": [one for each run], "error"}. What Exudyn prints goes to RESULTS.json.log.
"""
import json
import os
import sys
import time
import warnings

warnings.simplefilter("ignore", DeprecationWarning)


def main():
    results, seconds, scripts = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    log = os.open(results + ".log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(log, descriptor)
    import exudyn as exu

    spent = [0.0]

    def timed(solve):
        def run(*args, **kwargs):
            begin = time.process_time()
            try:
                return solve(*args, **kwargs)
            finally:
                spent[0] += time.process_time() - begin

        return run

    for name in ("SolveDynamic", "SolveStatic"):
        setattr(exu.MainSystem, name, timed(getattr(exu.MainSystem, name)))
    found = {}
    for path in scripts:
        with open(path, encoding="utf-8") as file:
            code = compile(file.read(), path, "exec")
        times, error = [], None
        begin = time.perf_counter()
        while not times or time.perf_counter() - begin < seconds:
            spent[0] = 0.0
            try:
                exec(code, {"__name__": "__main__"})
            except BaseException as problem:  # whatever stops a script is what is to be reported
                error = f"{type(problem).__name__}: {str(problem)[:200]}"
                break
            times.append(1000 * spent[0])
        found[path] = {"milliseconds": times, "error": error}
    with open(results, "w", encoding="utf-8") as file:
        json.dump(found, file)


main()
