"""Gives settings of older versions of Exudyn the names used since 1.13."""

from __future__ import annotations

import functools
from typing import Any

import exudyn as exu

from ..versions import old_names


def settings_of_any_version() -> None:
    """Makes settings of older versions also accept the new names."""
    settings = exu.SimulationSettings()
    for path in old_names():
        owner, above = settings, ""
        for name in path.strip(".").split("."):
            if isinstance(owner, _Group):
                break
            if not hasattr(owner, name):
                setattr(type(owner), name, _setting(above, name))
            owner, above = getattr(owner, name), f"{above}{name}."


def _setting(above: str, name: str) -> property:
    return property(lambda owner: _get(owner, above, above + name), lambda owner, value: _set(owner, above, above + name, value))


class _Group:
    """The settings below a path that the owner's class lacks. The owner is at the path `above`."""

    def __init__(self, owner: Any, above: str, path: str) -> None:
        for name, value in (("_owner", owner), ("_above", above), ("_path", path)):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        return _get(self._owner, self._above, f"{self._path}.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        _set(self._owner, self._above, f"{self._path}.{name}", value)


def _get(owner: Any, above: str, path: str) -> Any:
    if any(each.startswith(f"{path}.") for each in old_names()):
        return _Group(owner, above, path)
    return functools.reduce(getattr, _old(above, path), owner)


def _set(owner: Any, above: str, path: str, value: Any) -> None:
    *groups, name = _old(above, path)
    setattr(functools.reduce(getattr, groups, owner), name, value)


def _old(above: str, path: str) -> list[str]:
    """The old path relative to the owner. A name that never existed is kept, so that Exudyn reports it."""
    known = old_names()
    group = next((each for each in known if each.endswith(".") and path.startswith(each)), "")
    old = known[path] if path in known else known[group] + path[len(group) :] if group else path
    return old.removeprefix(above).split(".")
