"""Sliders: variables of a script as parameters of its document.

The script runs at several values of each variable. Values that differ between the documents become formulas of the parameters (`fit`). A
fit uses only results, so it does not matter how a script computes a number. Most scripts use NumPy arrays and functions of Exudyn, which
do not keep symbols.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..reference import reference, words_of_formulas
from ..refusals import NotConvertible, Refusal
from ..trace.symbols import Symbol, Text, Untraceable, in_line, named, substitute
from .conversion import place_of
from .formula_fit import PRECISE, MoreSamples, Samples, formula_of

Document = dict[str, Any]
_DRAWN = 2e-6  # precision of graphics, which are in single precision
_MISSING: Any = object()
_KEEPS = "keeps the form that it has with the script's own values"


class BadSlider(ValueError):
    """An invalid slider and the reason."""


@dataclass(frozen=True)
class Slider:
    """A parameter of the document: its name in the script, its range, and the unit and label shown on the page."""

    name: str
    low: float
    high: float
    points: int | None = None
    unit: str = ""
    label: str = ""

    @staticmethod
    def read(text: str) -> Slider:
        """Reads "L=0.1:1", "L=0.1:1:10", "L=0.1:1 [m] length of the beam". Raises BadSlider."""
        match = re.fullmatch(r"\s*(?P<name>[^=\s]*)\s*=\s*(?P<range>[^\s\[]*)\s*(?:\[(?P<unit>[^\]]*)\])?\s*(?P<label>[^\[\]]*)", text)
        hint = f"slider {text!r}: %s; write NAME=MIN:MAX, such as L=0.1:1, or L=0.1:1:10 [m] length of the beam"
        if not match:
            raise BadSlider(hint % "it has no NAME=MIN:MAX")
        name, numbers = match["name"], match["range"].split(":")
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
            raise BadSlider(hint % f"{name!r} is not a variable name of letters, digits and _")
        if len(numbers) not in (2, 3):
            raise BadSlider(hint % f"{match['range']!r} is not a range")
        low, high = (_number(each, hint) for each in numbers[:2])
        if not low < high:
            raise BadSlider(hint % f"{numbers[0]} is not below {numbers[1]}")
        points = None
        if len(numbers) == 3:
            if not numbers[2].isdigit() or int(numbers[2]) < 2:
                raise BadSlider(hint % f"{numbers[2]!r} is not a number of positions; it must be 2 or more")
            points = int(numbers[2])
        return Slider(name, low, high, points, (match["unit"] or "").strip(), match["label"].strip())

    def entry(self, value: float) -> dict[str, Any]:
        """The slider as a parameter of a document."""
        step = {} if self.points is None else {"step": (self.high - self.low) / (self.points - 1)}
        texts = {key: text for key, text in (("unit", self.unit), ("label", self.label)) if text}
        return {"value": value, "min": self.low, "max": self.high, **step, **texts}


def _number(text: str, hint: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise BadSlider(hint % f"{text!r} is not a number") from None
    if not math.isfinite(value):
        raise BadSlider(hint % f"{text!r} is not finite")
    return value


def sliders_of(given: Sequence[str | Slider]) -> list[Slider]:
    """The sliders. Raises BadSlider if two of them have the same name."""
    sliders = [Slider.read(each) if isinstance(each, str) else each for each in given]
    names = [each.name for each in sliders]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadSlider(f"slider {twice!r} is given twice")
    return sliders


def check_values(sliders: Sequence[Slider], own: Mapping[str, float]) -> Sequence[Slider]:
    """The sliders. Raises BadSlider if the script's own value is outside the range."""
    for each in sliders:
        if not each.low <= own[each.name] <= each.high:
            raise BadSlider(f"slider {each.name!r}: the script has {own[each.name]:g}, which is not between {each.low:g} and {each.high:g}")
    return sliders


def with_sliders(
    document: Document, own: Mapping[str, float], sliders: Sequence[Slider], sample: Callable[[Mapping[str, float]], Document]
) -> tuple[Document, list[str]]:
    """The document with parameters, and remarks on drawings that do not follow them.

    `document` has the script's own values. `sample`: returns the document for other values and may raise BadSlider. Raises NotConvertible
    for values that have no formula.
    """
    samples = Samples({each.name: (each.low, each.high) for each in sliders}, own)
    documents = [document]
    while True:
        documents += [sample(point) for point in samples.points[len(documents) :]]
        try:
            return _followed(documents, samples, sliders)
        except MoreSamples as more:
            samples.grow(more.count)


def at_values(point: Mapping[str, float]) -> str:
    return ", ".join(f"{name} = {value:.4g}" for name, value in point.items())


def _followed(documents: Sequence[Document], samples: Samples, sliders: Sequence[Slider]) -> tuple[Document, list[str]]:
    names = _names(sliders)
    follower = _Follower(samples, {old: named(new) for old, new in names.items()})
    own = documents[0]
    keys = [key for key in own if key not in ("slipstick", "title", "description")]
    for key in sorted({key for each in documents[1:] for key in each} - own.keys()):
        follower.refuse(f"/{key}", "it exists for some values only")
    made = {key: follower.follow([each.get(key, _MISSING) for each in documents], f"/{key}") for key in keys}
    if follower.refusals:
        raise NotConvertible([Refusal(*place_of(own, pointer), reason) for pointer, reason in follower.refusals.items()])
    parameters = {names[each.name]: each.entry(samples.nominal[each.name]) for each in sliders}
    document = {**own, **made}
    head: Document = {key: document.pop(key) for key in ("slipstick", "title", "description") if key in document}
    remarks = [" ".join(each for each in place_of(own, pointer) if each) + f" {reason}" for pointer, reason in follower.fixed.items()]
    return {**head, "parameters": parameters, **document}, remarks


def _names(sliders: Sequence[Slider]) -> dict[str, str]:
    """Names of parameters. They are the names in the script unless formulas reserve these."""
    taken = words_of_formulas()
    return {each.name: f"{each.name}_" if each.name in taken or re.fullmatch(r"k\d+", each.name) else each.name for each in sliders}


class _Follower:
    """Merges the values at all samples into a formula or constant. Collects refusals by pointer."""

    def __init__(self, samples: Samples, names: Mapping[str, Symbol], precision: float = PRECISE, floor: float = 0.0) -> None:
        """`floor`: smaller differences are rounding."""
        self._samples = samples
        self._names = names
        self._precision, self._floor = precision, floor
        self.refusals: dict[str, str] = {}
        #: drawings that do not change
        self.fixed: dict[str, str] = {}

    def refuse(self, pointer: str, reason: str) -> None:
        self.refusals[pointer] = reason

    def follow(self, values: Sequence[Any], pointer: str, scale: float = 0.0) -> Any:
        own, others = values[0], values[1:]
        if all(each == others[0] and type(each) is type(others[0]) for each in others) and own == others[0]:
            return own
        if pointer.endswith("/visualization"):
            return self._drawn(values, pointer)
        if all(isinstance(each, dict) for each in values):
            return self._of_items(values, pointer)
        if all(isinstance(each, list) and len(each) == len(others[0]) for each in values):
            largest = max((abs(each) for value in values for each in value if _is_number(each)), default=0.0)
            return [self.follow([each[i] for each in values], f"{pointer}/{i}", largest) for i in range(len(others[0]))]
        if all(_is_number(each) for each in others) and (own is _MISSING or _is_number(own)):
            return self._number(values, pointer, scale)
        if all(isinstance(each, str) for each in others):
            return self._formula(values, pointer)
        self.refuse(pointer, self._difference(values))
        return own

    def _difference(self, values: Sequence[Any]) -> str:
        """Why values other than numbers cannot follow the parameters."""
        at = next((i for i, each in enumerate(values) if i > 0 and each != values[0]), 1)
        where = at_values(self._samples.points[at])
        if all(isinstance(each, list) for each in (values[0], values[at])):
            return f"it has {len(values[at])} entries at {where}, not {len(values[0])}; sliders change only numbers"
        return f"it changes by more than a number: at {where} it is {_short(values[at])}, not {_short(values[0])}"

    def _of_items(self, values: Sequence[Mapping[str, Any]], pointer: str) -> dict[str, Any]:
        own = values[0]
        if any(each.get("type") != own.get("type") for each in values):
            self.refuse(pointer, self._difference([each.get("type") for each in values]))
            return dict(own)
        keys = [*own, *sorted({key for each in values[1:] for key in each} - own.keys())]
        parts = pointer.split("/")
        rows = reference().get((parts[1][:-1], str(own.get("type"))), {}) if len(parts) == 3 else {}
        found: dict[str, Any] = {}
        for key in keys:
            default = rows[key].get("default", _MISSING) if key in rows else _MISSING
            listed = [each.get(key, default) for each in values]
            if key == "visualization" and any(each is _MISSING for each in listed):
                self.fixed[f"{pointer}/{key}"] = _KEEPS
                found |= {key: own[key]} if key in own else {}
            elif any(each is _MISSING for each in listed[1:]):
                self.refuse(f"{pointer}/{key}", "it exists for some values only")
            else:
                found[key] = self.follow(listed, f"{pointer}/{key}")
        return found

    def _number(self, values: Sequence[Any], pointer: str, scale: float) -> Any:
        known = [None if each is _MISSING else float(each) for each in values]
        formula = formula_of(self._samples, known, self._precision, max(self._floor, 1e-15 * scale))
        if formula is None:
            self.refuse(pointer, self._no_formula([each for each in known[1:] if each is not None]))
            return values[0]
        if formula.operation == "constant":
            return values[0] if values[0] is not _MISSING else formula.parts[0]
        return Text([substitute(formula, self._names)]).formulas[0]

    def _no_formula(self, numbers: Sequence[float]) -> str:
        """Names the variables that change a number for which no formula was found."""
        changing = [
            name
            for name, rows in self._samples.sweeps.items()
            if max(numbers[i - 1] for i in rows) - min(numbers[i - 1] for i in rows) > PRECISE * max(abs(each) for each in numbers)
        ]
        if not changing:
            return "other values imply another number than the script has: it may depend on a solution or a decision"
        tried = "powers, roots, sines and their products were tried"
        return f"no formula was found for its dependence on {' and '.join(changing)}; {tried}"

    def _formula(self, values: Sequence[Any], pointer: str) -> Any:
        """Replaces the changing numbers in a formula by formulas."""
        parted = [_parted(each) for each in values[1:]]
        pieces = parted[0][0]
        if any(each[0] != pieces for each in parted):
            self.refuse(pointer, self._difference(values))
            return values[0]
        first = _parted(values[0]) if isinstance(values[0], str) else ([], [])
        own: Sequence[float | None] = first[1] if first[0] == pieces else [None] * len(parted[0][1])
        text = pieces[0]
        for i, piece in enumerate(pieces[1:]):
            numbers = [each[1][i] for each in parted]
            formula = formula_of(self._samples, [own[i], *numbers])
            if formula is None:
                self.refuse(pointer, f"the number {numbers[0]:.6g} in its formula: {self._no_formula(numbers)}")
                return values[0]
            text += in_line(substitute(formula, self._names), 10) + piece
        return text

    def _drawn(self, values: Sequence[Any], pointer: str) -> Any:
        """A drawing that follows the parameters, or keeps its form if it cannot."""
        inner = _Follower(self._samples, self._names, _DRAWN, 0.1 * _DRAWN * _largest(list(values)))
        try:
            made = inner.follow(values, f"{pointer}/")
        except Untraceable:
            inner.refuse(pointer, "")
        if inner.refusals:
            self.fixed[pointer] = _KEEPS
            return values[0]
        return made


def _largest(value: Any) -> float:
    """The largest absolute number in nested lists and objects."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return max((_largest(each) for each in parts), default=abs(value) if _is_number(value) else 0.0)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _short(value: Any) -> str:
    text = "not there" if value is _MISSING else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


_TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|(?<=[\w)\]"])\[\d+\]|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)')


def _parted(formula: str) -> tuple[list[str], list[float]]:
    """The texts around the numbers of a formula, and these numbers."""
    formula = re.sub(r"\((-\d[^()\s*/^]*)\)(?!\^)", r"\1", formula)
    pieces, numbers, last = [], [], 0
    for match in _TOKEN.finditer(formula):
        if match.group(1) is None:
            continue
        start = match.start() + (match.group(1)[0] == "-" and formula[match.end() : match.end() + 1] == "^")
        pieces.append(formula[last:start])
        numbers.append(float(formula[start : match.end()]))
        last = match.end()
    return [*pieces, formula[last:]], numbers
