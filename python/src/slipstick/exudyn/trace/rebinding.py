"""Copies a script's functions so that math, NumPy and built-in functions accept symbols, and watches objects that outlive a call."""

from __future__ import annotations

import builtins
import collections
import contextlib
import copy
import dis
import functools
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import exudyn as exu
import numpy as np

from ..versions import transformation
from .reachable import LIBRARIES, Reached, codes_of, is_of_library, names_of
from .replacements import replaced, replaced_builtins
from .stores import WRITTEN, Array, Attributes, Names, Place, Store, key_of, undone
from .substitutes import DRAWING, Object, Sparse, hidden
from .symbols import Symbol, Untraceable, constant, explore, nodes, numbers_of, present
from .transformations import HT

#: list types of Exudyn, which return copies of their entries
_LISTS = (exu.Vector2DList, exu.Vector3DList, exu.Vector6DList, exu.Matrix3DList, exu.Matrix6DList)


class Rebinder:
    """Copies of functions whose math, NumPy and built-in functions take symbols."""

    def __init__(self, system: Any, proxy: Any, *, writes: bool = False) -> None:
        """`proxy`: the substitute for the system, also under other names in a script.

        `writes`: permits writes to arrays and global numbers that outlive a call, unless a later call reads the written values.
        """
        self._system, self._proxy = system, proxy
        #: setters for the places where functions hold the system
        self._places: list[Callable[[Any], None]] = []
        self._writes = writes
        self._arrays: dict[int, Array] = {}
        #: the namespaces whose numbers functions write, and the copies of all namespaces
        self._globals: dict[int, Names] = {}
        self._spaces: dict[int, list[dict[str, Any]]] = {}
        #: values that outlive a call and are read: ("global", space, name) or ("object", number)
        self.reads: set[Any] = set()
        #: names and copies of lists with rebound parts, and these parts
        self._lists: dict[int, tuple[str, Any, list[Any]]] = {}
        self._objects: dict[int, tuple[Attributes, Object]] = {}
        #: whether objects may also keep numbers that the first call prepares and no other call changes
        self._settling = True
        #: constants that objects keep, by object id and name: at the start of a call, and at the end of all calls
        self._starts: dict[tuple[int, str], Any] = {}
        self._ends: dict[tuple[int, str], Any] | None = None
        self._copies: dict[int, Any] = {}
        self._kept: list[Any] = []  # keeps objects alive, so that their ids remain unique
        self._depth = 0
        self._builtins = {**vars(builtins), "__import__": self._import}
        #: all other objects that outlive a call
        self._reached = Reached()
        #: names, attributes and cells given to the copied functions: the owner's name, how to read them, and their original values
        self._given: list[tuple[str, Callable[[], dict[str, Any]], dict[str, Any]]] = []
        self._step_inputs = proxy._sensors.step_inputs
        proxy._watching, proxy._reads, proxy._bind = self if writes else None, self.reads, self.bound

    def copy_of(self, variables: dict[Any, Any]) -> tuple[dict[Any, Any], set[Any]]:
        """A copy of a dictionary whose numbers may be written, and the set of its written keys."""
        number = id(variables)
        if number not in self._spaces:
            self._spaces[number] = [{}]
            self._globals[number] = Names(variables, self._spaces[number])
        return self._spaces[number][0], self._globals[number].written

    @property
    def _stores(self) -> list[Store]:
        return [*self._globals.values(), *(store for store, _ in self._objects.values()), *self._arrays.values()]

    @contextlib.contextmanager
    def using(self, system: Any) -> Iterator[None]:
        """Within the block, the original functions' names for the system refer to another one."""
        try:
            for put in self._places:
                put(system)
            yield
        finally:
            for put in self._places:
                put(self._system)

    @contextlib.contextmanager
    def call(self) -> Iterator[None]:
        """Resets arrays and objects to their state before a call, and afterwards records the writes of this call."""
        for store in self._stores:
            store.begin()
        known = {id(each): each for _, each in self._objects.values()}  # known objects are not copied
        for (number, name), value in self._starts.items():
            store, _ = self._objects[number]
            if name not in store.written:
                store.own[name] = copy.deepcopy(value, known)
        yield
        for array in self._arrays.values():  # includes arrays that this call found first
            array.end()
        self._end_objects()

    def _end_objects(self) -> None:
        """Checks that all calls leave the same constants in objects."""
        ends = {
            (number, name): value
            for number, (store, _) in self._objects.items()
            for name, value in store.own.items()
            if name not in store.written
        }
        before, self._ends = self._ends, ends
        if before is not None and (changed := _differing(before, ends)):
            raise _Unsettled(f"it changes .{changed[1]} of an object that outlives the call")

    def settled(self, explored: Callable[[], list[Symbol]], *, may_keep: bool = False) -> list[Symbol]:
        """The formulas, traced again until the written places in arrays and objects are known."""
        try:
            roots = self._explored(explored)
        except _Unsettled:
            if not self._settling:
                raise
            self._settling = False
            roots = self._explored(explored)
        kept = [node.parts[0] for node in nodes(roots) if node.operation == "name" and node.parts[0].startswith(WRITTEN)]
        if kept and not may_keep:
            names = {place.key: place.name for place in self.places()}
            raise Untraceable(f"it reads what an earlier call wrote: {names.get(kept[0], kept[0])}")
        return roots

    def _explored(self, explored: Callable[[], list[Symbol]]) -> list[Symbol]:
        """The formulas of the first call. Those of later calls must be equal."""
        self._starts = {}
        roots = self._with_all_written(explored)
        if self._ends:
            self._starts = self._ends
            again = self._with_all_written(explored)
            if changed := _differing(self._starts, self._ends):
                raise _Unsettled(f"it changes .{changed[1]} of an object that outlives the call")
            if [root.key for root in again] != [root.key for root in roots]:
                raise _Unsettled(f"it reads what an earlier call wrote: {', '.join(name for _, name in self._starts)}")
        return roots

    def _with_all_written(self, explored: Callable[[], list[Symbol]]) -> list[Symbol]:
        while True:
            written, self._ends = self._written(), None
            roots = explored()
            if self._written() == written:
                return roots

    @property
    def prepared(self) -> dict[Any, Any]:
        """Values that the first call leaves in objects and no other call changes, by keys as in `reads`."""
        return {("attribute", *key): value for key, value in (self._ends or {}).items()}

    def places(self) -> Iterator[Place]:
        """The places that calls write to."""
        for store in self._stores:
            yield from store.places()

    def state(self) -> dict[str, float]:
        """The present values of the places that the original functions write to, by key."""
        return {place.key: float(place.value) for place in self.places()}

    def put(self, values: dict[str, float]) -> None:
        """Sets the places that the original functions write to, by key."""
        for place in list(self.places()):
            if place.key in values:
                place.put_number(values[place.key])

    def flags(self) -> set[str]:
        """The keys of places that hold True or False."""
        return {place.key for place in self.places() if isinstance(place.value, bool)}

    def now(self, names: Sequence[str]) -> list[Any]:
        """The values that a call with symbols left in these places."""
        found: dict[str, Any] = {}
        for store in self._stores:
            found |= {store.key(name): store.now(name) for name in store.written}
        return [found[name] if isinstance(found[name], Symbol) else constant(float(found[name])) for name in names]

    def undone(self) -> contextlib.AbstractContextManager[None]:
        """Undoes the writes of the original functions at the end of the block."""
        return undone(self.places())

    def _written(self) -> int:
        return sum(len(store.written) for store in self._stores)

    def writes(self) -> Iterator[Any]:
        """Keys, as in `reads`, and names of the written places."""
        for store in sorted(self._stores, key=lambda each: each.kind != Array.kind):
            yield from store.writes()

    def check(self) -> None:
        """Refuses changes to objects that are not watched."""
        objects = self._reached.changed()
        changed = next(iter(objects.values()), "") or next(self._changed_copies(), "") or self._shared_memory()
        if changed:
            raise Changed(f"it changes {changed}, which outlives the call", objects)

    def _changed_copies(self) -> Iterator[str]:
        """Names of parts of copied lists and functions that calls changed."""
        for name, made, before in self._lists.values():
            parts = list(made.values() if isinstance(made, dict) else made)
            if len(parts) != len(before) or any(each is not part for each, part in zip(parts, before, strict=True)):
                yield name
        written = {name for names in self._globals.values() for name in names.written}
        for owner, read, given in self._given:
            after = read()
            for name in {**given, **after}:
                if name not in written and after.get(name, self) is not given.get(name, self):
                    yield f"{owner}{name}"

    def _shared_memory(self) -> str:
        """The name of a written array that shares its memory with another one, or an empty string."""
        arrays = [each.real for each in self._arrays.values()]
        written = [each.real for each in self._arrays.values() if each.written]
        shared = (a for a in written for b in arrays if a is not b and np.may_share_memory(a, b))
        return next((self._arrays[id(each)].title for each in shared), "")

    def restore(self) -> None:
        """Removes everything that calls put into objects of the script."""
        self._reached.restore()

    def rebind(self, value: Any) -> Any:
        if value is self._system:
            return self._proxy
        if id(value) in replaced:
            return replaced[id(value)]
        self._reached.follow(str(getattr(value, "__name__", type(value).__name__)), value)
        if isinstance(value, transformation()):
            return HT.of(value)
        if isinstance(value, exu.SystemContainer):
            return DRAWING
        if type(value).__module__.startswith("scipy.sparse") and hasattr(value, "tocsr"):
            return Sparse(value)
        if isinstance(value, _LISTS):
            return tuple(np.array(each) for each in value)
        if isinstance(value, types.MethodType):
            return types.MethodType(self.rebind(value.__func__), self.rebind(value.__self__))
        if isinstance(value, functools.partial):
            return functools.partial(
                self.rebind(value.func), *map(self.rebind, value.args), **{k: self.rebind(v) for k, v in value.keywords.items()}
            )
        if isinstance(value, functools._lru_cache_wrapper):
            return self.rebind(value.__wrapped__)
        if _has_functions(value):
            if id(value) not in self._objects:
                store = Attributes(value)
                self._objects[id(value)] = store, Object(store, self)
            return self._objects[id(value)][1]
        if not isinstance(value, types.FunctionType) or _is_library(value):
            return value
        if id(value) in self._copies:
            return self._copies[id(value)]
        self._refuse(value)
        space: dict[str, Any] = {"__builtins__": self._builtins, **replaced_builtins}
        closure = tuple(types.CellType() for _ in value.__closure__ or ())
        made = types.FunctionType(value.__code__, space, value.__name__, None, closure or None)
        self._copies[id(value)] = made
        self._kept.append(value)
        made.__defaults__ = tuple(self.rebind(each) for each in value.__defaults__) if value.__defaults__ else None
        made.__kwdefaults__ = {name: self.rebind(each) for name, each in (value.__kwdefaults__ or {}).items()} or None
        if self._depth > 0:
            self._copies[id(value)] = _by_itself(made)
        self._depth += 1
        self._spaces.setdefault(id(value.__globals__), []).append(space)
        for name in names_of(value.__code__):
            step_input = self._step_inputs.symbol(key_of(id(value.__globals__), name))
            if step_input is not None:
                space[name] = step_input
            elif name in value.__globals__:
                self.reads.add(("global", id(value.__globals__), name))
                if value.__globals__[name] is self._system:
                    self._places.append(functools.partial(value.__globals__.__setitem__, name))
                space[name] = self.bound(name, value.__globals__[name])
        for mine, theirs, name in zip(closure, value.__closure__ or (), value.__code__.co_freevars, strict=True):
            try:
                if theirs.cell_contents is self._system:
                    self._places.append(functools.partial(setattr, theirs, "cell_contents"))
                mine.cell_contents = self.bound(name, theirs.cell_contents)
            except ValueError:  # not bound yet
                continue
        self._depth -= 1
        made = self._copies[id(value)]
        vars(made).update({name: self.bound(f"{value.__name__}.{name}", each) for name, each in vars(value).items()})
        cells = dict(zip(value.__code__.co_freevars, closure, strict=True))
        self._give("", lambda: space)
        self._give(f"{value.__name__}.", lambda: vars(made))
        self._give("", lambda: {name: _content(cell) for name, cell in cells.items()})
        return made

    def _give(self, owner: str, read: Callable[[], dict[str, Any]]) -> None:
        self._given.append((owner, read, dict(read())))

    def _import(self, name: str, *given: Any, **options: Any) -> Any:
        """Replaces __import__ in copied functions."""
        return self.bound(name, builtins.__import__(name, *given, **options))

    def bound(self, name: str, value: Any) -> Any:
        """The replacement for the value of a name that outlives the call."""
        is_known = value is self._system or self._reached.follow(name, value)
        if isinstance(value, np.ndarray) and (step_input := self._step_inputs.array(value)) is not None:
            return step_input
        if isinstance(value, (list, dict, set, np.ndarray)):
            self.reads.add(("object", id(value)))
        if self._writes and isinstance(value, np.ndarray) and value.dtype.kind == "f":
            array = self._arrays.setdefault(id(value), Array(value))
            array.title = name
            return array.copy
        found = self.rebind(value)
        if found is value and isinstance(value, (list, tuple, dict, collections.deque)) and id(value) not in self._lists:
            parts = list(value.values() if isinstance(value, dict) else value)
            bound = [self.bound(f"{name}[…]", each) if not isinstance(each, (int, float, str)) else each for each in parts[:_LONGEST_LIST]]
            if any(each is not part for each, part in zip(bound, parts, strict=False)) and len(parts) <= _LONGEST_LIST:
                self._lists[id(value)] = name, _of_kind(value, bound), list(bound)
                self._kept.append(value)
        if id(value) in self._lists:
            return self._lists[id(value)][1]
        return hidden(name, value) if found is value and not is_known else found

    def _refuse(self, function: types.FunctionType) -> None:
        free = function.__code__.co_freevars
        for code in codes_of(function.__code__):
            for instruction in dis.get_instructions(code):
                if instruction.opname == "STORE_GLOBAL":
                    before = function.__globals__.get(instruction.argval)
                    if key_of(id(function.__globals__), instruction.argval) in self._step_inputs.places:
                        raise Untraceable(f"it changes {instruction.argval}, which another function changes")
                    if not self._writes or not isinstance(before, (int, float)):
                        raise Untraceable(f"it changes the global variable {instruction.argval}")
                    space = id(function.__globals__)
                    names = self._globals.setdefault(space, Names(function.__globals__, self._spaces.setdefault(space, [])))
                    names.written.add(instruction.argval)
                if instruction.opname == "STORE_DEREF" and instruction.argval in free and instruction.argval in code.co_freevars:
                    raise Untraceable(f"it changes the variable {instruction.argval}, which outlives the call")
        if function.__code__.co_flags & 0x2A0:  # generators and coroutines
            raise Untraceable(f"{function.__name__} is a generator")


class Changed(Untraceable):
    """A function changes objects that are not watched. `objects`: their names by id."""

    def __init__(self, reason: str, objects: dict[int, str]) -> None:
        super().__init__(reason)
        self.objects = objects


class _Unsettled(Untraceable):
    """Two calls leave different constants in an object."""


def _differing(a: dict[tuple[int, str], Any], b: dict[tuple[int, str], Any] | None) -> tuple[int, str] | None:
    """The key of an entry that differs, or None."""
    other = b or {}
    return next((key for key in {**a, **other} if not (key in a and key in other and equal(a[key], other[key]))), None)


def _has_functions(value: Any) -> bool:
    """Whether a value is a module, or an object of a Python class, that belongs to no library."""
    if isinstance(value, types.ModuleType):
        return not is_of_library(value.__name__)
    kind = type(value)
    if kind is types.SimpleNamespace:
        return True
    is_foreign = is_of_library(kind.__module__) or str(kind.__module__).split(".")[-1].startswith("exudynCPP")
    return hasattr(value, "__dict__") and not isinstance(value, (type, types.FunctionType, BaseException)) and not is_foreign


_LONGEST_LIST = 1000  # the largest number of parts of a list whose parts may be objects


def _by_itself(function: Callable[..., Any]) -> Callable[..., Any]:
    """A helper function of numbers whose decisions are explored at each call, so that paths of several calls do not multiply."""

    def called(*given: Any, **options: Any) -> Any:
        numbers = (Symbol, bool, int, float, np.generic)
        values = [*given, *options.values()]
        if not present or not any(isinstance(each, Symbol) for each in values) or not all(isinstance(each, numbers) for each in values):
            return function(*given, **options)
        forms: list[Any] = []

        def call() -> list[Symbol]:
            result = function(*given, **options)
            forms.append(
                np.shape(result) if isinstance(result, np.ndarray) else type(result) if isinstance(result, (list, tuple)) else None
            )
            if isinstance(result, (list, tuple)) and not all(isinstance(each, numbers) for each in result):
                raise _NotNumbers
            if result is None or not isinstance(result, (*numbers, np.ndarray, list, tuple)):
                raise _NotNumbers
            return numbers_of(result)

        try:
            roots = explore(call)
        except _NotNumbers:
            return function(*given, **options)
        if len({str(form) for form in forms}) > 1:
            return function(*given, **options)
        if forms[0] is None:
            return roots[0]
        return forms[0](roots) if isinstance(forms[0], type) else np.array(roots, dtype=object).reshape(forms[0])

    return called


class _NotNumbers(BaseException):
    """A helper returns values other than numbers."""


def _of_kind(value: Any, parts: list[Any]) -> Any:
    """A list, tuple, dictionary or deque of the same kind with other parts."""
    if isinstance(value, dict):
        return dict(zip(value, parts, strict=True))
    if isinstance(value, collections.deque):
        return collections.deque(parts, value.maxlen)
    return tuple(parts) if isinstance(value, tuple) else list(parts)


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return None


def _is_library(function: types.FunctionType) -> bool:
    return (function.__module__ or "").split(".")[0] in LIBRARIES


def equal(a: Any, b: Any) -> bool:
    """Whether constants are equal. Objects other than arrays are compared by identity or by repr."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape and bool(np.all((a == b) | ((a != a) & (b != b))))
    return a is b or repr(a) == repr(b)
