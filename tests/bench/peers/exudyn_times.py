"""Times a script that Slipstick exported, in the installed Exudyn: exudyn_times.py RESULTS.json SECONDS SETTINGS SCRIPT.py

The script is repeated for SECONDS, at least once, and only its solvers are timed, in CPU time. SETTINGS are words that change how Exudyn
solves, but not the problem: `full` or `modified` Newton, `dense` or `sparse` matrices, and `unchecked`, its build without range checks.
With "" the script is unchanged. Writes {"milliseconds": [one for each run], "error"}. The output of Exudyn goes to RESULTS.json.log.
"""
import json
import os
import sys
import time
import warnings

warnings.simplefilter("ignore", DeprecationWarning)


def main():
    results, seconds, words, path = sys.argv[1], float(sys.argv[2]), sys.argv[3].split(), sys.argv[4]
    log = os.open(results + ".log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(log, descriptor)
    sys.exudynFast = "unchecked" in words  # selects which of its two modules is imported
    import exudyn as exu

    spent = [0.0]

    def choose(settings):
        for kind in ("full", "modified"):
            if kind in words:
                settings.timeIntegration.newton.useModifiedNewton = kind == "modified"
        for kind, solver in (("dense", exu.LinearSolverType.EXUdense), ("sparse", exu.LinearSolverType.EigenSparse)):
            if kind in words:
                settings.linearSolver.solverType = solver

    def timed(solve):
        def run(system, settings, *args, **kwargs):
            choose(settings)
            begin = time.process_time()
            try:
                return solve(system, settings, *args, **kwargs)
            finally:
                spent[0] += time.process_time() - begin

        return run

    for name in ("SolveDynamic", "SolveStatic"):
        setattr(exu.MainSystem, name, timed(getattr(exu.MainSystem, name)))
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    times, error = [], None
    begin = time.perf_counter()
    while not times or time.perf_counter() - begin < seconds:
        spent[0] = 0.0
        try:
            exec(code, {"__name__": "__main__"})
        except BaseException as problem:  # any exception of the script must be reported
            error = f"{type(problem).__name__}: {str(problem)[:200]}"
            break
        times.append(1000 * spent[0])
    with open(results, "w", encoding="utf-8") as file:
        json.dump({"milliseconds": times, "error": error}, file)


main()
