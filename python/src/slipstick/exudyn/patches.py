"""Replaces attributes of Exudyn temporarily."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any


def replace_in(stack: ExitStack, owner: Any, name: str, value: Any) -> None:
    """Replaces an attribute until the stack closes."""
    stack.callback(setattr, owner, name, getattr(owner, name))
    setattr(owner, name, value)
