"""Substitutes for objects of a script while its functions are called with symbols."""

from __future__ import annotations

import functools
import inspect
import itertools
import types
from typing import Any, NoReturn

import numpy as np

from .stores import Attributes, key_of
from .symbols import Symbol, Untraceable, holds_symbols


class Drawing:
    """A substitute for the objects that draw systems: calls do nothing, and their results may not be read."""

    def __getattr__(self, name: str) -> Drawing:
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        pass

    def __call__(self, *given: Any, **options: Any) -> Drawing:
        return self

    def __bool__(self) -> bool:
        raise Untraceable("it asks what is drawn")


DRAWING = Drawing()


class Refused:
    """An object that functions may not use. `allowed`: its attributes that they may read."""

    def __init__(self, reason: str, name: str = "", **allowed: Any) -> None:
        vars(self).update({"_reason": reason, "_name": name, **allowed})

    def _refuse(self, *given: Any, **options: Any) -> NoReturn:
        raise Untraceable(self._reason + (f" ({self._name})" if self._name else ""))

    def __getattr__(self, name: str) -> NoReturn:
        raise Untraceable(self._reason + (f" ({self._name}.{name})" if self._name else ""))

    __setattr__ = __call__ = __bool__ = __iter__ = __next__ = __len__ = _refuse
    __getitem__ = __setitem__ = __contains__ = __enter__ = __exit__ = _refuse


def hidden(name: str, value: Any) -> Refused:
    """Replaces an object whose state cannot be read: changes to it would go unnoticed."""
    return Refused(f"it uses {name}, a {type(value).__name__}, whose changes cannot be seen")


class Sparse:
    """A sparse matrix that multiplies vectors of symbols."""

    def __init__(self, matrix: Any) -> None:
        self._matrix = matrix.tocsr()

    def __matmul__(self, vector: Any) -> Any:
        rows, x = self._matrix, np.asarray(vector, dtype=object)
        if x.shape != rows.shape[1:]:
            raise Untraceable("a sparse matrix times something else than a vector")
        edges = rows.indptr
        parts = [(rows.data[a:b], x[rows.indices[a:b]]) for a, b in itertools.pairwise(edges)]
        result = np.empty(len(parts), dtype=object)
        result[:] = [sum((float(factor) * each for factor, each in zip(*part, strict=True)), 0.0) for part in parts]
        return result

    def dot(self, vector: Any) -> Any:
        return self @ vector

    def __neg__(self) -> Sparse:
        return Sparse(-self._matrix)

    def __mul__(self, factor: float) -> Sparse:
        return Sparse(self._matrix * factor)

    __rmul__ = __mul__


class Object:
    """A read-only object or module of a script whose functions accept symbols."""

    __slots__ = ("_is",)

    def __init__(self, store: Attributes, rebinder: Any) -> None:
        object.__setattr__(self, "_is", (store, store.real, rebinder))

    def __getattr__(self, name: str) -> Any:
        store, real, rebinder = object.__getattribute__(self, "_is")
        step_input = rebinder._step_inputs.symbol(key_of(id(real), name))
        if step_input is not None:
            return step_input
        rebinder.reads.add(("attribute", id(real), name))
        if name in store.own:
            return store.own[name]
        kind = inspect.getattr_static(type(real), name, None)
        if isinstance(kind, property):
            return rebinder.rebind(kind.fget)(self)
        value = getattr(real, name)
        if isinstance(value, types.MethodType) and value.__self__ is real:
            return types.MethodType(rebinder.rebind(value.__func__), self)
        if value is rebinder._system:
            rebinder._places.append(functools.partial(setattr, real, name))
        return rebinder.bound(f"{getattr(real, '__name__', type(real).__name__)}.{name}", value)

    def __setattr__(self, name: str, value: Any) -> None:
        store, real, rebinder = object.__getattribute__(self, "_is")
        if isinstance(real, types.ModuleType):  # the functions of a module read its variables by name
            raise Untraceable(f"it changes {real.__name__}.{name}, which outlives the call")
        kind = inspect.getattr_static(type(real), name, None)
        if isinstance(kind, property) and kind.fset is not None:
            rebinder.rebind(kind.fset)(self, value)
            return
        is_own = any(isinstance(vars(each).get("__setattr__"), types.FunctionType) for each in type(real).__mro__)
        if is_own or (hasattr(kind, "__set__") and not isinstance(kind, types.MemberDescriptorType)):
            raise Untraceable(f"it changes .{name} of an object that sets attributes by a function")
        is_number = isinstance(value, (int, float, np.generic, Symbol)) or holds_symbols(value)
        if not rebinder._writes:
            raise Untraceable(f"it changes .{name} of an object that outlives the call")
        if is_number and (holds_symbols(value) or not rebinder._settling):
            store.written.add(name)
        store.own[name] = value

    def __copy__(self, *memo: Any) -> NoReturn:
        raise Untraceable(f"it copies a {self.__class__.__name__}, which outlives the call")

    __deepcopy__ = __copy__

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(object.__getattribute__(self, "_is")[1])

    def _special(self, name: str, *given: Any, **options: Any) -> Any:
        _, real, rebinder = object.__getattribute__(self, "_is")
        return types.MethodType(rebinder.rebind(getattr(type(real), name)), self)(*given, **options)

    def __call__(self, *given: Any, **options: Any) -> Any:
        return self._special("__call__", *given, **options)

    def __getitem__(self, key: Any) -> Any:
        return self._special("__getitem__", key)

    def __len__(self) -> int:
        return int(self._special("__len__"))

    def __iter__(self) -> Any:
        return self._special("__iter__")
