"""Supplies names that only some versions of Exudyn export, so that scripts for any version run.

A script gets these names if it imports all names of a module of Exudyn, or one by its name, and the module lacks them. They are names that
moved to another module, renamed ones, and the few functions and libraries that the newest versions no longer export. Names that a script
defines itself are never replaced.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import copy
import importlib
import math
import symtable
import time
from collections.abc import Callable
from enum import Enum
from typing import Any

import exudyn as exu
import numpy as np

#: Deprecated graphics functions, which 1.13 no longer exports, and their names in exudyn.graphics. Others only lost the prefix.
_GRAPHICS = {
    "GraphicsData2PointsAndTrigs": "ToPointsAndTrigs",
    "GraphicsDataCube": "Cuboid",
    "GraphicsDataFromSTLfileTxt": "FromSTLfileASCII",
    "GraphicsDataLine": "Lines",
    "GraphicsDataOrthoCube": "BrickXYZ",
    "GraphicsDataOrthoCubePoint": "Brick",
    "ExportGraphicsData2STL": "ExportSTL",
    "MergeGraphicsDataTriangleList": "MergeTriangleLists",
    "MoveGraphicsData": "Move",
}
_PREFIX = "GraphicsData"

#: other modules that may contain a name, in search order
_UTILITIES = (
    "basicUtilities",
    "advancedUtilities",
    "rigidBodyUtilities",
    "itemInterface",
    "graphicsDataUtilities",
    "graphics",
    "utilities",
)
_SPECIAL = ("beams", "shells", "particles", "machines", "FEM", "solver", "processing", "signalProcessing", "physics", "plot", "utilities")
_ROBOTICS = ("robotics", "robotics.motion", "robotics.models", "robotics.special", "robotics.mobile", "robotics.utilities")
_MODULES = (*_UTILITIES, *_SPECIAL, *_ROBOTICS, "lieGroupBasics", "lieGroupIntegration", "kinematicTree")


def _diagonal(rowsColumns: int, value: float = 1) -> list[list[float]]:
    return [[value if row == column else 0 for column in range(rowsColumns)] for row in range(rowsColumns)]


#: vectors are lists, as in the old versions
_OWN = {
    "DiagonalMatrix": _diagonal,
    "NormL2": lambda vector: sum(x**2 for x in vector) ** 0.5,
    "ScalarMult": lambda scalar, v: [scalar * x for x in v],
    "Tilde2Vec": lambda m: [-m[1][2], m[0][2], -m[0][1]],
    "VAdd": lambda v0, v1: [a + b for a, b in zip(v0, v1, strict=True)],
    "VMult": lambda v0, v1: sum(a * b for a, b in zip(v0, v1, strict=True)),
    "VSub": lambda v0, v1: [a - b for a, b in zip(v0, v1, strict=True)],
    "VSum": lambda vector: sum(vector),
    "Vec2Tilde": lambda v: [[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]],
    "eye2D": _diagonal(2, 1.0),
    "eye3D": _diagonal(3, 1.0),
}
_LIBRARIES: dict[str, Any] = {
    "Enum": Enum,
    "copy": copy,
    "deepcopy": copy.deepcopy,
    "exu": exu,
    "exudyn": exu,
    "math": math,
    "np": np,
    "time": time,
    **{name: getattr(math, name) for name in ("acos", "asin", "atan", "atan2", "cos", "exp", "pi", "radians", "sin", "sqrt", "tan")},
}


def find(name: str) -> Any:
    """The object that any version of Exudyn calls `name`, from the installed version. Raises KeyError."""
    if name in _GRAPHICS or name.startswith(_PREFIX):
        found = _of("graphics", _GRAPHICS.get(name, name.removeprefix(_PREFIX)))
        if found is not None:
            return found
    for module in _MODULES:
        if (found := _of(module, name)) is not None:
            return found
    for place in (_OWN, _LIBRARIES, vars(exu), vars(exu.MainSystem)):  # methods of mbs used to be functions with mbs as first argument
        if name in place:
            return place[name]
    raise KeyError(name)


def _of(module: str, name: str) -> Any:
    try:
        return vars(importlib.import_module(f"exudyn.{module}")).get(name)
    except ImportError:  # this version lacks the module, or its packages are not installed
        return None


class Names(ast.NodeTransformer):
    """Supplies missing names to a script that imports modules of Exudyn."""

    FUNCTION = "__slipstick_names__"

    def __init__(self) -> None:
        #: names that the script reads but does not set
        self._read: set[str] = set()

    def changed(self, tree: ast.Module) -> ast.Module:
        """The script with calls of this object around its imports."""
        self._read = _read_names(symtable.symtable(ast.unparse(tree), "script", "exec")) - vars(builtins).keys()
        self.visit(tree)
        return ast.fix_missing_locations(tree)

    def visit_Import(self, node: ast.Import) -> Any:
        modules = [each.name for each in node.names if each.name.startswith("exudyn.")]
        return [self._call(node, "open", ast.Constant(each)) for each in modules] + [node]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        if node.level or not (node.module or "").startswith("exudyn."):
            return node
        before = self._call(node, "open", ast.Constant(node.module))
        if node.names[0].name != "*":
            return [before, node]
        return [before, node, self._call(node, "supply", ast.Call(ast.Name("globals", ast.Load()), [], []))]

    def _call(self, node: ast.stmt, method: str, argument: ast.expr) -> ast.stmt:
        function = ast.Attribute(ast.Name(self.FUNCTION, ast.Load()), method, ast.Load())
        return ast.copy_location(ast.Expr(ast.Call(function, [argument], [])), node)

    def supply(self, known: dict[str, Any]) -> None:
        """Adds missing names that the script reads to its global names."""
        for name in sorted(self._read - known.keys()):
            with contextlib.suppress(KeyError):
                known[name] = find(name)

    def open(self, name: str) -> None:
        """Gives a module a fallback for missing names."""
        try:
            module: Any = importlib.import_module(name)
        except ImportError:  # the script's own import reports the error
            return
        if "__getattr__" not in vars(module):
            module.__getattr__ = _attribute(module)


def _read_names(table: symtable.SymbolTable, is_top: bool = True) -> set[str]:
    """Names that a module and its functions read but do not set."""
    symbols = table.get_symbols()
    found = {each.get_name() for each in symbols if each.is_referenced() and (is_top or each.is_global())}
    for inner in table.get_children():
        found |= _read_names(inner, is_top=False)
    return found - {each.get_name() for each in symbols if is_top and (each.is_assigned() or each.is_imported())}


def _attribute(module: Any) -> Callable[[str], Any]:
    def get(name: str) -> Any:
        if not name.startswith("_"):
            with contextlib.suppress(KeyError):
                return find(name)
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

    return get
