"""Dependencies between the modules of the package."""

import ast
from pathlib import Path

import slipstick

folder = Path(slipstick.__file__).parent


def imported(path):
    """The modules of the package that a file imports, including imports within functions and for types only."""
    own = ("slipstick", *path.relative_to(folder).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*own[: len(own) - node.level], *(node.module.split(".") if node.module else ()))
            for each in node.names:
                if each.name == "_core":
                    continue
                parts = (*base, each.name) if (folder / Path(*base[1:]) / f"{each.name}.py").exists() else base
                yield folder / Path(*parts[1:]).with_suffix(".py") if len(parts) > 1 else folder / "__init__.py"


def test_modules_depend_in_one_direction():
    files = {path: {each for each in imported(path) if each.exists()} for path in folder.rglob("*.py")}
    assert len(files) > 20 and any(files.values())
    while free := [path for path, needed in files.items() if not needed & files.keys()]:
        for path in free:
            del files[path]
    assert not files, f"in a circle, or above one: {sorted(path.name for path in files)}"


def test_importing_changes_nothing_of_exudyn():
    """Neither its functions nor the environment change, and no exit handlers remain."""
    import subprocess
    import sys

    import pytest

    pytest.importorskip("exudyn")
    code = """
import atexit, multiprocessing.pool, os, sys
import exudyn, exudyn.utilities, exudyn.advancedUtilities, slipstick  # whose compiled core cleans up at the end
def state():
    modules = [each for name, each in sorted(sys.modules.items()) if name.split(".")[0] == "exudyn"]
    owners = [*modules, exudyn.MainSystem, exudyn.SystemData, exudyn.symbolic.UserFunction]
    return {(str(owner), name): id(each) for owner in owners for name, each in vars(owner).items()}
before, environment, ends = state(), dict(os.environ), atexit._ncallbacks()
import slipstick.exudyn.command
from slipstick.exudyn import convert, publish, tracing
after = state()
assert all(after[key] == value for key, value in before.items()), [key for key, value in before.items() if after[key] != value]
assert dict(os.environ) == environment
assert atexit._ncallbacks() == ends, (ends, atexit._ncallbacks())
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
