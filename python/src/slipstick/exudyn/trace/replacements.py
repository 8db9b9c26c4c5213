"""Replacements for math, NumPy and built-in functions that accept symbols."""

from __future__ import annotations

import builtins
import functools
import math
import sys
import time
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

import exudyn as exu
import numpy as np

from .substitutes import Refused
from .symbols import Symbol, Untraceable, constant, elementwise, holds_symbols, operate, rounded, symbol, truncated, universal
from .transformations import HT


def _plain(value: Any) -> Any:
    """Converts arrays of objects without symbols to arrays of numbers."""
    if isinstance(value, np.ndarray) and value.dtype == object and not holds_symbols(value):
        return value.astype(float)
    return value


def _array(value: Any, dtype: Any = None, **options: Any) -> Any:
    if holds_symbols(value):
        return np.array(value, dtype=object)
    made = np.array(value)
    return made.astype(object) if made.dtype.kind in "fiu" else made


def _asarray(value: Any, dtype: Any = None, **options: Any) -> Any:
    return value if isinstance(value, np.ndarray) and value.dtype == object else _array(value, dtype)


def _filled(make: Callable[..., Any]) -> Callable[..., Any]:
    def function(*given: Any, **options: Any) -> Any:
        options.pop("dtype", None)
        return make(*given, **options).astype(object)

    return function


def _full(shape: Any, value: Any, **options: Any) -> Any:
    array = np.empty(shape, dtype=object)
    array[...] = value
    return array


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    if not holds_symbols(np.asarray(x, dtype=object) if not isinstance(x, np.ndarray) else x):
        return np.linalg.norm(np.asarray(x, dtype=float), ord, axis, keepdims)
    if axis is not None or keepdims or ord not in (None, 2):
        raise Untraceable("np.linalg.norm with options")
    array = np.asarray(x, dtype=object)
    if ord == 2 and array.ndim > 1:
        raise Untraceable("the spectral norm of a matrix")
    total = constant(0)
    for each in array.flat:
        total = total + elementwise("*", each, each)
    return operate("sqrt", total)


def _solve(matrix: Any, right: Any) -> Any:
    """Gauss-Jordan elimination with partial pivoting. Formulas choose the largest pivot, so it may change while a model runs."""
    a = np.array(np.asarray(matrix, dtype=object), dtype=object)
    b = np.array(np.asarray(right, dtype=object), dtype=object)
    n = len(a)
    if n > 4:
        raise Untraceable("equations of more than four numbers that change")
    for i in range(n):
        for k in range(i + 1, n):
            _exchange(a, b, i, k)
        if _is_zero(a[i, i]):
            raise Untraceable("equations without a solution")
        for k in range(n):
            if k != i and not _is_zero(a[k, i]):
                factor = elementwise("/", a[k, i], a[i, i])
                a[k] = elementwise("-", a[k], elementwise("*", factor, a[i]))
                b[k] = elementwise("-", b[k], elementwise("*", factor, b[i]))
    for i in range(n):
        b[i] = elementwise("/", b[i], a[i, i])
    return b


def _is_zero(x: Any) -> bool:
    return symbol(x).operation == "constant" and bool(symbol(x).parts[0] == 0)


def _exchange(a: np.ndarray, b: np.ndarray, i: int, k: int) -> None:
    """Exchanges rows i and k of equations if the pivot in row k is larger. Formulas decide if it depends on numbers that change."""
    if _is_zero(a[k, i]):
        return
    larger = operate("<", operate("abs", a[i, i]), operate("abs", a[k, i])) if not _is_zero(a[i, i]) else constant(1)
    for rows in (a, b):
        upper, lower = np.array(rows[i], dtype=object), np.array(rows[k], dtype=object)
        rows[i], rows[k] = elementwise("if", larger, lower, upper), elementwise("if", larger, upper, lower)


def _inverse(matrix: Any) -> Any:
    return _solve(matrix, np.eye(len(matrix)).astype(object))


def _determinant(matrix: Any) -> Any:
    a = np.asarray(matrix, dtype=object)
    if len(a) == 1:
        return a[0, 0]
    total = constant(0)
    for k in range(len(a)):
        minor = np.delete(np.delete(a, 0, 0), k, 1)
        total = total + elementwise("*", (-1) ** k * symbol(a[0, k]), _determinant(minor))
    return total


def _interpolated(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    if holds_symbols(list(np.ravel(np.asarray(xp, dtype=object)))) or holds_symbols(list(np.ravel(np.asarray(fp, dtype=object)))):
        raise Untraceable("np.interp with a table that changes")
    if period is not None:
        raise Untraceable("np.interp with a period")
    if isinstance(x, np.ndarray) and x.ndim > 0:
        return np.frompyfunc(lambda each: _interpolated(each, xp, fp, left, right), 1, 1)(x)
    xs, ys = [float(each) for each in xp], [float(each) for each in fp]
    left, right = ys[0] if left is None else left, ys[-1] if right is None else right

    def between(low: int, high: int) -> Any:
        if high - low == 1:
            slope = (ys[high] - ys[low]) / (xs[high] - xs[low])
            return operate("+", ys[low], operate("*", slope, operate("-", x, xs[low])))
        middle = (low + high) // 2
        return operate("if", operate("<", x, xs[middle]), between(low, middle), between(middle, high))

    inside = between(0, len(xs) - 1) if len(xs) > 1 else constant(ys[0])
    return operate("if", operate("<", x, xs[0]), left, operate("if", operate("<", xs[-1], x), right, inside))


def _cross(a: Any, b: Any) -> Any:
    a, b = np.asarray(a, dtype=object), np.asarray(b, dtype=object)
    if a.shape != (3,) or b.shape != (3,):
        raise Untraceable("np.cross of vectors that do not have three numbers")
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dtype=object)


def _product(a: Any, b: Any) -> Any:
    a, b = (each if isinstance(each, np.ndarray) else np.asarray(each, dtype=object) for each in (a, b))
    return elementwise("*", a, b) if a.ndim == 0 or b.ndim == 0 else np.dot(a.astype(object), b.astype(object))


def _extreme(operation: str) -> Callable[..., Any]:
    def function(x: Any, axis: Any = None) -> Any:
        if axis is not None:
            raise Untraceable(f"np.{operation} along an axis")
        return _fold(operation, np.ravel(np.asarray(x, dtype=object)))

    return function


def _fold(operation: str, values: Iterable[Any]) -> Any:
    return functools.reduce(functools.partial(elementwise, operation), values)


def _where(condition: Any, *choices: Any) -> Any:
    if len(choices) != 2:
        raise Untraceable("np.where without two choices")
    return elementwise("if", condition, *choices)


def _sum(x: Any, axis: Any = None, **options: Any) -> Any:
    return np.sum(np.asarray(x, dtype=object), axis=axis)


def _clipped(x: Any, low: Any = None, high: Any = None) -> Any:
    x = x if low is None else elementwise("max", low, x)
    return x if high is None else elementwise("min", high, x)


def _polynomial(p: Any, x: Any) -> Any:
    return functools.reduce(lambda result, each: result * x + each, p, constant(0))


def _refused(what: str) -> Callable[..., NoReturn]:
    def function(*given: Any, **options: Any) -> NoReturn:
        raise Untraceable(what)

    return function


def _round(x: Any, decimals: Any = 0) -> Any:
    return rounded(x) if decimals == 0 else _refused("np.round to digits of a number that changes")()


#: NumPy functions of arrays that hold symbols
_special: dict[str, Callable[..., Any]] = {
    "interp": _interpolated,
    "cross": _cross,
    "dot": _product,
    "matmul": lambda a, b: np.matmul(np.asarray(a, dtype=object), np.asarray(b, dtype=object)),
    "inner": _product,
    "where": _where,
    "clip": _clipped,
    "max": _extreme("max"),
    "amax": _extreme("max"),
    "min": _extreme("min"),
    "amin": _extreme("min"),
    "sum": _sum,
    "mean": lambda x, axis=None: elementwise("/", _sum(x, axis), np.size(x) if axis is None else np.shape(x)[axis]),
    "round": _round,
    "around": _round,
    "isscalar": lambda x: isinstance(x, Symbol),
    "isfinite": lambda x: True,
    "isnan": lambda x: False,
    "isclose": _refused("np.isclose of a number that changes"),
    "polyval": _polynomial,
    "float64": lambda x: x,
    "sinc": _refused("np.sinc of a number that changes"),
}


_linear: dict[str, Callable[..., Any]] = {"norm": _norm, "inv": _inverse, "solve": _solve, "det": _determinant}
_made: dict[str, Callable[..., Any]] = {"zeros": np.zeros, "ones": np.ones, "eye": np.eye, "identity": np.identity}
_made |= {"zeros_like": np.zeros_like, "ones_like": np.ones_like, "empty": np.zeros, "empty_like": np.zeros_like}


def _shim(name: str, real: Callable[..., Any], ours: Callable[..., Any] | None) -> Callable[..., Any]:
    def function(*given: Any, **options: Any) -> Any:
        if any(holds_symbols(each) for each in (*given, *options.values())):
            if ours is None:
                return real(*given, **options)
            return ours(*given, **options)
        found = real(*(_plain(each) for each in given), **{key: _plain(each) for key, each in options.items()})
        return found.astype(object) if isinstance(found, np.ndarray) and found.dtype.kind == "f" else found  # symbols may be stored in it

    function.__name__ = name
    return function


class _Module:
    """NumPy, or a part of it, for symbols."""

    def __init__(self, real: Any, own: Mapping[str, Any], shims: Mapping[str, Callable[..., Any]], name: str) -> None:
        vars(self).update({"_real": real, "_own": own, "_shims": shims, "_name": name})

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise Untraceable(f"it changes {self._name}.{name}")

    def __getattr__(self, name: str) -> Any:
        if name in self._own:
            return self._own[name]
        real = getattr(self._real, name)
        if name in self._shims:
            return _shim(name, real, self._shims[name])
        if isinstance(real, types.ModuleType):
            raise Untraceable(f"it uses {self._name}.{name}")
        return _shim(name, real, None) if callable(real) and not isinstance(real, type) else real


_linalg = _Module(np.linalg, {}, _linear, "np.linalg")
_own = {
    "array": _array,
    "copy": _array,
    "asarray": _asarray,
    "full": _full,
    "linalg": _linalg,
    **{name: _filled(make) for name, make in _made.items()},
}
_numpy = _Module(np, _own, {**universal, **_special}, "np")


def _logarithm(x: Any, base: Any = None) -> Any:
    return elementwise("log", x) if base is None else elementwise("/", elementwise("log", x), elementwise("log", base))


#: names in math and exudyn.symbolic of functions of NumPy
_other_names = {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
    "max": "maximum", "min": "minimum",
}  # fmt: skip
#: functions of math that NumPy lacks or calls with other arguments
_math_own: dict[str, Callable[..., Any]] = {
    "copysign": lambda x, y: elementwise("if", elementwise("<", y, 0), -abs(symbol(x)), abs(symbol(x))),
    "dist": lambda a, b: _norm(np.array(a, dtype=object) - np.array(b, dtype=object)),
    "fsum": lambda x: _sum(list(x)),
    "hypot": lambda *x: _norm(np.array(x, dtype=object)),
    "isfinite": lambda x: True,
    "isinf": lambda x: False,
    "isnan": lambda x: False,
    "log": _logarithm,
    "remainder": _refused("math.remainder of a number that changes"),
}


def _math_function(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    ours = _math_own.get(name) or universal.get(_other_names.get(name, name))
    return _shim(name, real, ours or _refused(f"math.{name} of a number that changes"))


class Namespace(types.SimpleNamespace):
    """A read-only module."""

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise Untraceable(f"it changes the attribute {name} of a module")


_math = Namespace(
    **{name: _math_function(name, each) if callable(each) else each for name, each in vars(math).items() if not name.startswith("_")}
)


def _extremum(operation: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def ours(*given: Any, key: Any = None, default: Any = None) -> Any:
        if key is not None:
            raise Untraceable(f"{operation}() with a key")
        return _fold(operation, given[0] if len(given) == 1 else given)

    return _shim(operation, real, ours)


def _nothing(*given: Any, **options: Any) -> None:
    """Replaces `print` and `time.sleep`, which change no number."""


def _type(real: type, ours: Callable[..., Any]) -> type:
    """A replacement for float, int or bool that accepts symbols too."""

    class Meta(type):
        def __call__(cls, *given: Any) -> Any:
            return ours(*given) if any(holds_symbols(each) for each in given) else real(*given)

        def __instancecheck__(cls, value: Any) -> Any:
            return isinstance(value, real) or (real is float and isinstance(value, Symbol))

    return Meta(real.__name__, (), {})


class _Types(type):
    """A replacement for type() that returns the class of the object behind a substitute."""

    def __call__(cls, *given: Any, **options: Any) -> Any:
        return given[0].__class__ if len(given) == 1 else type(*given, **options)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, type)


replaced_builtins: dict[str, Any] = {
    "type": _Types("type", (), {}),
    "globals": Refused("it uses the table of its names", "globals"),
    "float": _type(float, lambda x: x),
    "int": _type(int, truncated),
    "bool": _type(bool, lambda x: bool(x)),
    "min": _extremum("min", min),
    "max": _extremum("max", max),
    "pow": _shim("pow", pow, lambda x, y: elementwise("^", x, y)),
    "round": _shim("round", round, lambda x, digits=None: x.__round__(digits)),
    "sorted": _shim("sorted", sorted, _refused("sorted() of numbers that change")),
    "print": _nothing,
    "open": Refused("it reads or writes a file", "open"),
    "input": Refused("it waits for input", "input"),
}

#: replacements of modules and functions, by the id of the original
replaced: dict[int, Any] = {id(np): _numpy, id(np.linalg): _linalg, id(math): _math}
for _name, _each in vars(math).items():
    if callable(_each):
        replaced[id(_each)] = getattr(_math, _name, _each)
for _name in (*universal, *_special, *_made, "array", "asarray", "full"):
    if hasattr(np, _name) and not isinstance(getattr(np, _name), type):
        replaced[id(getattr(np, _name))] = getattr(_numpy, _name)
for _name, _each in _linear.items():
    replaced[id(getattr(np.linalg, _name))] = getattr(_linalg, _name)
for _name in ("min", "max", "pow", "round", "sorted", "print"):
    replaced[id(getattr(builtins, _name))] = replaced_builtins[_name]
for _module, _what in (("random", "random numbers"), ("time", "the time of day"), ("datetime", "the time of day")):
    _real = __import__(_module)
    replaced[id(_real)] = Refused(_what, _module, **({"sleep": _nothing} if _module == "time" else {}))
    for _name, _each in vars(_real).items():
        if callable(_each) and not _name.startswith("_") and not isinstance(_each, type):
            replaced[id(_each)] = Refused(_what, f"{_module}.{_name}")
replaced[id(time.sleep)] = _nothing
for _module in ("ctypes", "gc", "importlib", "inspect"):
    replaced[id(__import__(_module))] = Refused("it reaches what cannot be watched", _module)
_known = {name: getattr(sys, name) for name in ("byteorder", "float_info", "maxsize", "platform", "stderr", "stdout", "version_info")}
replaced[id(sys)] = Refused("it reaches what cannot be watched", "sys", **_known)
replaced[id(np.random)] = _own["random"] = Refused("random numbers", "np.random")


def _symbolic() -> None:
    """Replaces the functions of exudyn.symbolic."""
    found = {name: universal[ours] for name in dir(exu.symbolic) if (ours := _other_names.get(name, name)) in universal}
    found["IfThenElse"] = lambda condition, a, b: elementwise("if", condition, a, b)
    found["Not"] = lambda x: elementwise("not", x)
    found["round"] = lambda x: elementwise("round", x)
    found["isfinite"] = lambda x: True
    found["Real"] = lambda x, *name: x
    found["Vector"] = found["Matrix"] = lambda values, *name: np.array(values, dtype=object)
    replaced[id(exu.symbolic)] = Namespace(**found)
    for name, each in found.items():
        replaced[id(getattr(exu.symbolic, name))] = each


_symbolic()
if hasattr(exu, "HT"):
    replaced[id(exu.HT)] = HT
