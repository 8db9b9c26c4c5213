"""Follows the references of a function to all state that outlives its calls, compares this state after calls, and restores it.

Calls with symbols use copies of, and substitutes for, the state that `Rebinder` watches. All other state must not change: a function that
changes it may compute something else when Exudyn calls it again.
"""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import enum
import fractions
import functools
import gc
import pickle
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

import exudyn as exu
import numpy as np

LIBRARIES = ("numpy", "scipy", "slipstick", "sympy", "pandas", "matplotlib", "builtins")
_MOST = 100_000  # largest number of objects
_NUMBERS = (bool, int, float, complex, str, bytes)
#: types of objects that never change
_CONSTANT: tuple[type, ...] = (
    type(None), *_NUMBERS, range, slice, type(...), type(NotImplemented), enum.Enum, np.generic, np.dtype, np.ufunc, types.CodeType,
    re.Pattern, re.Match, datetime.date, datetime.time, datetime.timedelta, datetime.tzinfo, decimal.Decimal, fractions.Fraction,
    types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType, types.GetSetDescriptorType,
    types.MemberDescriptorType, types.MethodWrapperType, exu.SystemContainer, exu.MainSystem,
)  # fmt: skip
#: types that hold references that never change
_HOLDERS: tuple[type, ...] = (
    tuple, frozenset, types.MethodType, types.BuiltinFunctionType, types.MappingProxyType, functools.partial, property, staticmethod,
    classmethod, types.GenericAlias, type({}.keys()), type({}.values()), type({}.items()), functools._lru_cache_wrapper,
)  # fmt: skip
_CONTAINERS: tuple[type, ...] = (
    dict, collections.OrderedDict, collections.defaultdict, list, set, collections.deque, np.ndarray, array.array, bytearray, *_HOLDERS,
)  # fmt: skip

#: The references of an object, each with a label: ".attribute", "=name" for an object with its own name, or "" for an unnamed part.
Contents = list[tuple[str, Any]]
#: objects that have changed and could not be restored, by id
_invalid: dict[int, Any] = {}


class Reached:
    """All objects that functions can reach, with their contents when they were first followed."""

    def __init__(self) -> None:
        #: by id: the name, the object and its original contents, or None if these cannot be read
        self._kept: dict[int, tuple[str, Any, Contents | None]] = {}

    def follow(self, name: str, value: Any) -> bool:
        """Records all objects that can be reached from a value. Returns False if the state of this value cannot be read."""
        if isinstance(value, _CONSTANT):
            return True
        waiting = collections.deque([(name, value)])
        while waiting and len(self._kept) < _MOST:
            title, each = waiting.popleft()
            if isinstance(each, _CONSTANT) or id(each) in self._kept:
                continue
            contents = _contents(each)
            self._kept[id(each)] = title, each, contents
            if contents is not None and not _is_shallow(each):
                waiting += [(_title(title, label), part) for label, part in contents if not isinstance(part, _CONSTANT)]
        return not waiting and self._kept[id(value)][2] is not None

    def changed(self) -> dict[int, str]:
        """The names of changed objects, by id."""
        return {id(value): _title(title, label) for title, value, _, label in self._changes()}

    def restore(self) -> None:
        """Restores all original contents."""
        for _, value, before, _ in list(self._changes()):
            try:
                _put(value, before)
            except Exception:
                _invalid[id(value)] = value

    def _changes(self) -> Iterator[tuple[str, Any, Contents, str]]:
        """Yields the name, the object, its original contents, and the label of a difference."""
        for title, value, before in self._kept.values():
            if before is None:
                continue
            if id(value) in _invalid:
                yield title, value, before, ""
                continue
            now = _contents(value) or []
            if len(now) != len(before) or not all(a[0] == b[0] and _is_same(a[1], b[1]) for a, b in zip(now, before, strict=True)):
                yield title, value, before, _difference(before, now)


def _title(name: str, label: str) -> str:
    return label[1:] if label.startswith("=") else name + label


def _difference(before: Contents, now: Contents) -> str:
    """The label of a difference, or ""."""
    old, new = dict(before), dict(now)
    labels = [label for label in {**old, **new} if label and not _is_same(old.get(label, _MISSING), new.get(label, _MISSING))]
    return labels[0] if labels else ""


def _is_same(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and isinstance(a, _NUMBERS) and bool(a == b or (a != a and b != b)))


def is_of_library(name: Any) -> bool:
    """Whether a module belongs to a library. Functions of libraries do not receive copies of the script's functions."""
    return str(name or "").split(".")[0] in (*LIBRARIES, *sys.stdlib_module_names)


def _is_shallow(value: Any) -> bool:
    """Whether the references of a value belong to a library."""
    return isinstance(value, types.ModuleType) and (is_of_library(value.__name__) or value.__name__.split(".")[0] == "exudyn")


def _contents(value: Any) -> Contents | None:
    """The references of an object, or None if its state cannot be read."""
    if isinstance(value, types.FunctionType):
        return [] if is_of_library(value.__module__) else _of_function(value)
    if isinstance(value, type):
        is_foreign = is_of_library(value.__module__) or "exudynCPP" in value.__module__ or issubclass(value, enum.Enum)
        return [] if is_foreign else [("." + name, each) for name, each in vars(value).items()] + [("", each) for each in value.__bases__]
    if isinstance(value, types.ModuleType):
        own = {name: each for name, each in vars(value).items() if not name.startswith("__")}
        return [("." + name, each) for name, each in own.items() if not isinstance(each, types.ModuleType)]
    if isinstance(value, types.CellType):
        return [("", each) for each in gc.get_referents(value)]
    if _hides_state(type(value)):
        try:
            return [("", pickle.dumps(value))]
        except Exception:
            return None
    return _of_container(value) + _of_instance(value)


def _of_function(function: types.FunctionType) -> Contents:
    found: Contents = [("=" + name, cell) for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)]
    found += [("=" + name, function.__globals__[name]) for name in sorted(names_of(function.__code__)) if name in function.__globals__]
    found += [("", each) for each in (function.__code__, function.__defaults__, *(function.__kwdefaults__ or {}).values())]
    return found + [("." + name, each) for name, each in vars(function).items()]


def _of_container(value: Any) -> Contents:
    if isinstance(value, dict):
        return [("", each) for pair in value.items() for each in pair]
    if isinstance(value, np.ndarray):
        return [("", str(value.shape)), *(("", each) for each in (value.flat if value.dtype == object else [value.tobytes()]))]
    if isinstance(value, (array.array, bytearray)):
        return [("", bytes(value))]
    if isinstance(value, (list, tuple, set, frozenset, collections.deque)):
        return [("", each) for each in value]
    if isinstance(value, functools._lru_cache_wrapper):  # cached results are not state: the function computes them again
        return [("", value.__wrapped__)]
    return [("", each) for each in gc.get_referents(value)] if isinstance(value, _HOLDERS) else []


def _of_instance(value: Any) -> Contents:
    """Attributes of an object of a Python class, and the class itself."""
    kind = type(value)
    if kind in _CONTAINERS:
        return []
    remembered = {name for each in kind.__mro__ for name, own in vars(each).items() if isinstance(own, functools.cached_property)}
    names = [name for each in kind.__mro__ for name in _slots(each)] + [
        name for name in getattr(value, "__dict__", ()) if name not in remembered
    ]
    own = {name: each for name in names if (each := _attribute(value, name)) is not _MISSING}
    return [(f"={kind.__name__}.{name}", each) for name, each in own.items()] + [("=" + kind.__name__, kind)]


_MISSING = object()


def _attribute(value: Any, name: str) -> Any:
    own = getattr(value, "__dict__", {})
    if name in own:
        return own[name]
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return _MISSING


def _slots(kind: type) -> list[str]:
    return [name for name, each in vars(kind).items() if isinstance(each, types.MemberDescriptorType)] if "__slots__" in vars(kind) else []


def _hides_state(kind: type) -> bool:
    """Whether objects of a type have state in C in addition to references that can be followed."""
    base = next((each for each in kind.__mro__ if each in _CONTAINERS), object)
    offsets = (kind.__dictoffset__, kind.__weakrefoffset__)
    own = sum(1 for each in offsets if each > 0) + sum(len(_slots(each)) for each in kind.__mro__)
    return kind not in _CONTAINERS and kind.__basicsize__ > base.__basicsize__ + 8 * own


def _put(value: Any, before: Contents) -> None:
    """Sets the contents of an object."""
    parts = [each for label, each in before if not label]
    attributes = {label.rpartition(".")[2]: each for label, each in before if "." in label}
    if isinstance(value, types.FunctionType):
        names = {label[1:]: each for label, each in before if label.startswith("=") and not isinstance(each, types.CellType)}
        value.__globals__.update(names)
        value.__code__, value.__defaults__ = parts[:2]
        vars(value).clear()
        vars(value).update(attributes)
    elif isinstance(value, types.CellType):
        value.cell_contents = parts[0]
    elif isinstance(value, (type, types.ModuleType)):
        _set_attributes(value, {label[1:]: each for label, each in _contents(value) or [] if label}, attributes)
    elif _hides_state(type(value)):
        raise TypeError
    else:
        _fill(value, parts)
        now = {label.rpartition(".")[2]: each for label, each in _of_instance(value) if "." in label}
        _set_attributes(value, now, attributes)


def _set_attributes(value: Any, now: dict[str, Any], before: dict[str, Any]) -> None:
    put, remove = (type.__setattr__, type.__delattr__) if isinstance(value, type) else (object.__setattr__, object.__delattr__)
    for name in now.keys() - before.keys():
        remove(value, name)
    for name, each in before.items():
        if name not in now or now[name] is not each:
            put(value, name, each)


def _fill(value: Any, parts: list[Any]) -> None:
    """Puts parts back into a container."""
    if isinstance(value, dict):
        dict.clear(value)
        dict.update(value, zip(parts[::2], parts[1::2], strict=True))
    elif isinstance(value, np.ndarray):
        flat = parts[1:] if value.dtype == object else np.frombuffer(parts[1], value.dtype)
        value.flat[:] = flat
    elif isinstance(value, (list, bytearray)):
        value[:] = parts if isinstance(value, list) else parts[0]
    elif isinstance(value, array.array):
        value[:] = array.array(value.typecode, parts[0])
    elif isinstance(value, (set, collections.deque)):
        value.clear()
        (value.update if isinstance(value, set) else value.extend)(parts)


@functools.lru_cache(1000)
def names_of(code: types.CodeType) -> frozenset[str]:
    """Names of variables and attributes that code and its nested functions read."""
    return frozenset(name for each in codes_of(code) for name in each.co_names)


def codes_of(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yields the code, and the code of its nested functions."""
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from codes_of(each)
