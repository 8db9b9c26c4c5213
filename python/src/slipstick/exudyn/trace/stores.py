"""Namespaces, objects and arrays that outlive the calls of functions, and the numbers that calls write in them."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .symbols import Symbol, named

WRITTEN = "written before: "


def key_of(owner: int, name: Any) -> str:
    """The key of a number that outlives a call: a name in a namespace, or an entry of an array, identified by the owner's id."""
    return f"{WRITTEN}{owner} {name}"


@dataclass(frozen=True)
class Place:
    """A place where a function writes a number that outlives its call."""

    key: str
    #: a readable name
    name: str
    value: Any
    put: Callable[[Any], None]

    def put_number(self, number: float) -> None:
        self.put(number != 0 if isinstance(self.value, bool) else number)


@contextlib.contextmanager
def undone(places: Iterable[Place]) -> Iterator[None]:
    """Undoes all changes of these places at the end of the block."""
    before = list(places)
    try:
        yield
    finally:
        for place in before:
            place.put(place.value)


class Store:
    """A place that outlives a call, and the names or indices of the numbers that calls write in it."""

    kind = ""

    def __init__(self, real: Any) -> None:
        self.real = real
        self.written: set[Any] = set()

    def key(self, name: Any) -> str:
        return key_of(id(self.real), name)

    def begin(self) -> None:
        """Resets the substitute to its state before a call."""

    def now(self, name: Any) -> Any:
        """The value that a call with symbols left."""

    def places(self) -> Iterator[Place]:
        for name in sorted(self.written):
            yield Place(self.key(name), str(name), self.real[name], functools.partial(self.real.__setitem__, name))

    def writes(self) -> Iterator[Any]:
        """Keys, as in `Rebinder.reads`, and names of the written numbers."""
        for name in self.written:
            yield (self.kind, id(self.real), name), name


class Names(Store):
    """A namespace of functions, or mbs.variables. Functions with symbols use copies of it."""

    kind = "global"

    def __init__(self, real: dict[Any, Any], copies: list[dict[Any, Any]]) -> None:
        super().__init__(real)
        self._copies = copies

    def begin(self) -> None:
        for each in self._copies:
            each.update({name: named(self.key(name)) for name in self.written})

    def now(self, name: Any) -> Any:
        key = self.key(name)
        left = (each[name] for each in self._copies if name in each)
        return next((each for each in left if not (isinstance(each, Symbol) and each.parts[:1] == (key,))), named(key))


class Attributes(Store):
    """An object of the script. `own` holds the attributes that a call set."""

    kind = "attribute"

    def __init__(self, real: Any) -> None:
        super().__init__(real)
        self.own: dict[str, Any] = {}

    def begin(self) -> None:
        self.own.clear()
        self.own.update({name: named(self.key(name)) for name in self.written})

    def now(self, name: Any) -> Any:
        return self.own[name]

    def places(self) -> Iterator[Place]:
        for name in sorted(self.written):
            yield Place(self.key(name), name, getattr(self.real, name, math.nan), functools.partial(setattr, self.real, name))


class Array(Store):
    """An array of numbers. Functions with symbols use a copy of it."""

    kind = "object"

    def __init__(self, real: np.ndarray) -> None:
        super().__init__(real)
        self.copy = real.astype(object)
        #: its latest name
        self.title = "array"
        self.begin()

    def begin(self) -> None:
        self.copy[...] = self.real
        for index in self.written:
            self.copy[index] = named(self.key(index))
        self._before = list(self.copy.flat)

    def end(self) -> None:
        for index, old, new in zip(np.ndindex(*self.copy.shape), self._before, self.copy.flat, strict=True):
            if new is not old:
                self.written.add(index)

    def now(self, name: Any) -> Any:
        return self.copy[name]

    def places(self) -> Iterator[Place]:
        for index in sorted(self.written):
            name = self.title + "".join(f"[{place}]" for place in index)
            yield Place(self.key(index), name, self.real[index], functools.partial(self.real.__setitem__, index))

    def writes(self) -> Iterator[Any]:
        if self.written:
            yield (self.kind, id(self.real)), self.title
