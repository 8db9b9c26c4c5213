"""Writes the site of the Python API: python.py FOLDER.

The documentation is in the sources, so the compiled core is not needed: a module with its names takes its place.
"""

import ast
import json
import os
import sys
import warnings
from pathlib import Path
from types import ModuleType

root = Path(__file__).parents[2]
package = root / "python" / "src" / "slipstick"
sys.path.insert(0, str(package.parent))


def core():
    """A module with the names of slipstick._core."""
    module = ModuleType("slipstick._core")
    for node in ast.parse((package / "_core.pyi").read_text()).body:
        if isinstance(node, ast.ClassDef):
            bases = (ValueError,) if node.bases else ()
            setattr(module, node.name, type(node.name, bases, {"__module__": module.__name__}))
        elif isinstance(node, ast.FunctionDef):
            setattr(module, node.name, lambda *_: None)
    module.version = lambda: json.loads((root / "package.json").read_text())["version"]
    return module


sys.modules["slipstick._core"] = core()

import pdoc  # noqa: E402
import slipstick.exudyn  # noqa: E402

# pdoc sees only names that are there; these modules load some of theirs on demand.
for module in (slipstick, slipstick.exudyn):
    for name in module.__all__:
        setattr(module, name, getattr(module, name))
os.environ["PDOC_DISPLAY_ENV_VARS"] = "1"  # npm sets the version as a variable, which pdoc would hide
# Types of pandas and xarray, which are not installed, stay texts.
warnings.filterwarnings("ignore", r"(Error parsing type annotation|Failed to run TYPE_CHECKING code)")
pdoc.render.configure(docformat="markdown", footer_text="Slipstick")
pdoc.pdoc("slipstick", "slipstick.flexible", "slipstick.exudyn", "!slipstick.study", output_directory=Path(sys.argv[1]))
