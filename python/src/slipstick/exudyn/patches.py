"""Replaces attributes of Exudyn, of Python's modules and of settings temporarily."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from types import ModuleType
from typing import Any


class Patches(ExitStack):
    """Replacements within a block. The end of the block restores everything in reverse order, even if the block fails midway."""

    def put(self, owner: Any, name: str, value: Any) -> None:
        """Sets an attribute of a class, a module or an object."""
        own = vars(owner) if isinstance(owner, (type, ModuleType)) else {name: getattr(owner, name)}
        if name in own:
            self.callback(setattr, owner, name, own[name])
        else:
            self.callback(delattr, owner, name)
        setattr(owner, name, value)

    def wrap(self, owner: Any, name: str, wrapped: Callable[[Any], Any]) -> None:
        """Replaces an attribute by the result of `wrapped` for its present value."""
        self.put(owner, name, wrapped(getattr(owner, name)))

    def watch(self, owner: type, is_watched: Callable[[str], bool], before: Callable[..., None]) -> None:
        """Calls before(name, this, given, options) when a method of a class is called or a property is read."""
        for name, real in list(vars(owner).items()):
            if is_watched(name):
                self.put(owner, name, _watched(name, real, before))


def _watched(name: str, real: Any, before: Callable[..., None]) -> Any:
    def function(this: Any, *given: Any, **options: Any) -> Any:
        before(name, this, given, options)
        found = real.__get__(this)
        return found(*given, **options) if callable(real) else found

    return function if callable(real) else property(function)
