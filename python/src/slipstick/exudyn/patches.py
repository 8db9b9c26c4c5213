"""Replaces attributes of Exudyn, of Python's modules and of settings temporarily."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
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

    def item(self, owner: MutableMapping[Any, Any], key: Any, value: Any) -> None:
        """Sets an entry of a mapping."""
        if key in owner:
            self.callback(owner.__setitem__, key, owner[key])
        else:
            self.callback(owner.pop, key, None)
        owner[key] = value
