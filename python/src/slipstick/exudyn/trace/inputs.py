"""Numbers that a function before each step passes to the user functions of items. They become inputs of the document."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .stores import Place, key_of, undone
from .symbols import Symbol, named, shaped

INPUT = 'input("'


def input_text(title: str) -> str:
    """The text of an input in formulas."""
    return f'{INPUT}{title}")'


@dataclass
class StepInputs:
    """The values that a function writes and others may read."""

    #: numbers stored in the script, by their keys
    places: Mapping[str, Place] = field(default_factory=dict)
    #: names of inputs, by these keys
    titles: Mapping[str, str] = field(default_factory=dict)
    #: names of inputs for the numbers of a parameter, and their initial values, by kind, number and name
    parameters: Mapping[tuple[str, int, str], tuple[list[str], Any]] = field(default_factory=dict)
    #: initial values by names of the inputs that functions read; shared by all functions of a system
    used: dict[str, float] = field(default_factory=dict)

    def __or__(self, other: StepInputs) -> StepInputs:
        """The values that either function writes, except for those that both change."""
        return StepInputs(
            {key: place for key, place in {**self.places, **other.places}.items() if key not in self.common(other)},
            {**self.titles, **other.titles},
            {key: value for key, value in {**self.parameters, **other.parameters}.items() if key not in self.common(other)},
            other.used,
        )

    def common(self, other: StepInputs) -> dict[Any, str]:
        """The names of values that both functions change."""
        numbers = {key: self.places[key].name for key in self.places if key in other.places}
        return numbers | {key: key[2] for key in self.parameters if key in other.parameters}

    @property
    def inputs(self) -> set[str]:
        """Names of all inputs."""
        return {*self.titles.values(), *(title for titles, _ in self.parameters.values() for title in titles)}

    def symbol(self, key: str) -> Symbol | None:
        """The symbol of a number that the function writes, or None."""
        return self._input(self.titles[key], float(self.places[key].value)) if key in self.places else None

    def array(self, value: Any) -> Any:
        """An array with symbols for the entries that the function writes, or None."""
        keys = ((index, key_of(id(value), index)) for index in np.ndindex(*value.shape)) if self.places else ()
        found = [(index, key) for index, key in keys if key in self.places]
        if not found:
            return None
        made = value.astype(object)
        for index, key in found:
            made[index] = self.symbol(key)
        return made

    def parameter(self, key: tuple[str, int, str]) -> Any:
        """The symbols of a parameter that the function sets, or None."""
        if key not in self.parameters:
            return None
        titles, start = self.parameters[key]
        numbers = np.ravel(start)
        return shaped(np.asarray(start), lambda place: self._input(titles[place], float(numbers[place])))

    def _input(self, title: str, start: float) -> Symbol:
        self.used[title] = start
        return named(input_text(title))

    def draw(self, generator: random.Random, some: Any) -> dict[str, float]:
        """Random values of the inputs that are read, including 0 and 1 for switches."""
        return {input_text(title): generator.choice([start, 0.0, 1.0, some(start), some(start)]) for title, start in self.used.items()}

    def undone(self) -> contextlib.AbstractContextManager[None]:
        """Restores values changed by `put` at the end of the block."""
        return undone(self.places.values())

    def put(self, values: Mapping[str, float]) -> None:
        """Sets numbers stored in the script, by their texts in formulas."""
        for key, place in self.places.items():
            text = input_text(self.titles[key])
            if text in values:
                place.put_number(values[text])
