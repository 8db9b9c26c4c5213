"""A replacement for exudyn.HT, the transformations for computing robots, that can hold symbols."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..versions import transformation
from .symbols import Untraceable, elementwise, holds_symbols, universal

_Real = transformation()


class HT:
    """A rotation matrix and a translation, of numbers or symbols."""

    __array_priority__ = 2000
    __array_ufunc__ = None

    def __init__(self, rotation: Any = None, translation: Any = None, **others: Any) -> None:
        if others:
            if holds_symbols(list(others.values())):
                raise Untraceable(f"HT({', '.join(others)}) of numbers that change")
            rotation = np.array(_Real(**others).rotation)
        whole = None if rotation is None else np.array(rotation, dtype=object)
        if whole is not None and whole.shape == (4, 4):
            whole, translation = whole[:3, :3], whole[:3, 3]
        self.rotation = np.array(np.eye(3), dtype=object) if whole is None else whole
        self.translation = np.array([0, 0, 0] if translation is None else translation, dtype=object)

    @staticmethod
    def of(real: Any) -> HT:
        return HT(np.array(real.rotation), np.array(real.translation))

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, _Real):
            other = HT.of(other)
        if isinstance(other, HT):
            return HT(self.rotation @ other.rotation, self.rotation @ other.translation + self.translation)
        return self.rotation @ np.array(other, dtype=object) + self.translation

    def __rmul__(self, other: Any) -> Any:
        return HT.of(other) * self

    def __matmul__(self, other: Any) -> Any:
        return self * other if isinstance(other, (HT, _Real)) else self.HT44() @ np.array(other, dtype=object)

    def __rmatmul__(self, other: Any) -> Any:
        return HT.of(other) * self if isinstance(other, _Real) else np.array(other, dtype=object) @ self.HT44()

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return self.HT44() if dtype in (None, object) else self.HT44().astype(dtype)

    def __getitem__(self, key: Any) -> Any:
        return self.HT44()[key]

    def HT44(self) -> np.ndarray:
        whole = np.array(np.eye(4), dtype=object)
        whole[:3, :3], whole[:3, 3] = self.rotation, self.translation
        return whole

    def Get(self) -> list[np.ndarray]:
        return [self.rotation, self.translation]

    def Inverse(self) -> HT:
        return HT(self.rotation.T, -(self.rotation.T @ self.translation))

    def Relative(self, other: Any) -> Any:
        return self.Inverse() * other

    def RotateVector(self, vector: Any) -> Any:
        return self.rotation @ np.array(vector, dtype=object)

    def RotateVectorTransposed(self, vector: Any) -> Any:
        return self.rotation.T @ np.array(vector, dtype=object)

    def SetTranslation(self, translation: Any) -> HT:
        self.__init__(None, translation)  # type: ignore[misc]
        return self

    def SetIdentity(self) -> HT:
        self.__init__()  # type: ignore[misc]
        return self

    def _set_rotation(self, axis: int, angle: Any) -> HT:
        c, s = universal["cos"](angle), universal["sin"](angle)
        i, k = (axis + 1) % 3, (axis + 2) % 3
        self.SetIdentity()
        self.rotation[i, i] = self.rotation[k, k] = c
        self.rotation[i, k], self.rotation[k, i] = elementwise("-", 0, s), s
        return self

    SetRotationX = functools.partialmethod(_set_rotation, 0)
    SetRotationY = functools.partialmethod(_set_rotation, 1)
    SetRotationZ = functools.partialmethod(_set_rotation, 2)
