"""Datasets of xarray, an optional dependency."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import xarray


def dataset(variables: Mapping[str, Any], coordinates: Mapping[str, Any], attributes: Mapping[str, Any]) -> xarray.Dataset:
    """An xarray.Dataset. Variables and coordinates are tuples (dimensions, array, attributes). Raises ImportError without xarray."""
    try:
        import xarray
    except ImportError as missing:
        raise ImportError("to_xarray needs xarray: pip install 'slipstick[xarray]'") from missing
    return xarray.Dataset(variables, coordinates, attributes)


def dimension(components: tuple[str, ...]) -> str:
    """The dimension of the components of a sensor. Sensors with the same components share it."""
    named = {("x", "y", "z"): "axis", ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"): "entry"}
    return named.get(components, f"component_{len(components)}")
