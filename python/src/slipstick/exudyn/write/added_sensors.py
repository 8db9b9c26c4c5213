"""Additional sensors of a document that its formulas or its viewers need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..read.descriptions import output_words
from ..read.system import Source, item_words
from ..reference import is_body

#: a quantity that a formula may read, as in Source.present
Key = tuple[Any, ...]
_MOST_WATCHED = 10  # the largest number of nodes


class AddedSensors:
    """Collects sensors while formulas are built: `find` adds the sensor that a formula reads."""

    def __init__(self, source: Source, present: Callable[[Key], NDArray[np.float64]] | None = None):
        """`present`: returns the present value of a quantity, by default that of the system."""
        self._source = source
        self.present = present or source.present
        #: the sensors, as entries of the document
        self.entries: list[dict[str, Any]] = []
        self._found: dict[Key, tuple[str, tuple[int, ...], Any]] = {}

    def find(self, key: Key) -> tuple[str, tuple[int, ...], Any]:
        """The name, shape and present value of the sensor for a quantity."""
        if key not in self._found:
            value = self.present(key)
            name = self._source.names["sensor"][key[1]] if key[0] == "sensor" else self._add(key)
            self._found[key] = (name, value.shape, value)
        return self._found[key]

    def add(self, entry: dict[str, Any]) -> None:
        self.entries.append(entry)

    def objects(self) -> set[int]:
        """Numbers of the objects that formulas read."""
        return {key[1] for key in self._found if key[0] in ("object", "body")}

    def now(self) -> dict[str, NDArray[np.float64]]:
        """The present values of the added sensors, by name."""
        names = {sensor["name"] for sensor in self.entries}
        return {name: self.present(key) for key, (name, _, _) in self._found.items() if name in names}

    def _add(self, key: Key) -> str:
        what, number, output = key[:3]
        is_object = what == "body" and not is_body(self._source.given["object"][number]["objectType"])
        measured = "object" if is_object else what
        place = {"localPosition": list(key[3])} if what == "body" and any(key[3]) else {}
        owner = "object" if what == "body" else what
        name = f"{output_words(output)} of {item_words(self._source.given, owner, number)}"
        taken = {*self._source.names["sensor"], *(sensor["name"] for sensor in self.entries)}
        while name in taken:
            name += "'"
        self.add({"type": measured.capitalize(), "name": name, f"{measured}Number": number, "outputVariableType": output, **place})
        return name


def watch_nodes(source: Source, added: AddedSensors) -> None:
    """Adds sensors of nodes to a system without sensors, so that there is something to plot and compare."""
    for number, node in enumerate(source.given["node"]):
        if node["nodeType"] in ("PointGround", "GenericData") or len(added.entries) >= _MOST_WATCHED:
            continue
        added.find(("node", number, "Coordinates" if node["nodeType"] in ("1D", "GenericODE1", "GenericODE2") else "Position"))


def with_added(document: dict[str, Any], added: AddedSensors) -> dict[str, Any]:
    """The document with these sensors first, because formulas read only preceding sensors."""
    if not added.entries:
        return document
    sensors = [*added.entries, *document.get("sensors", [])]
    shift = len(added.entries)
    return {
        **document,
        "sensors": [
            {**each, "sensorNumbers": [number + shift for number in each["sensorNumbers"]]} if "sensorNumbers" in each else each
            for each in sensors
        ],
    }
