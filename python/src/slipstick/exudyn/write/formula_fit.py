"""Fits formulas to numbers that depend on variables, and checks them against further samples.

Each variable is first varied separately. This shows which of its powers, sines or cosines a number contains. Products of these functions
over all variables are then fitted to all samples, and unneeded terms are dropped. A number that is no such sum may have a square,
reciprocal, sine, tangent or logarithm that is one.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..trace.symbols import Symbol, constant, evaluate, named, operate

Vector = NDArray[np.float64]
Values = Mapping[str, float]

_SWEEP = 14  # samples along each variable
_VALIDATION = 6  # samples that are excluded from fits
_SPARE = 4  # samples of a fit in addition to its terms
_MOST_TERMS = 60
#: the allowed error of a formula, relative to its largest value: covers rounding in the script and in the fit
PRECISE = 1e-11


class MoreSamples(Exception):
    """A fit needs this many samples with all variables varied."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


@dataclass(frozen=True)
class Factor:
    """A function of one variable, or its reciprocal."""

    symbol: Symbol
    column: Vector  # its value at each sample
    is_below: bool = False


@dataclass
class Samples:
    """The values of the variables at the samples: the nominal ones, then one variable varied at a time, then all at once."""

    ranges: Mapping[str, tuple[float, float]]
    nominal: Values
    points: list[Values] = field(default_factory=list)
    sweeps: dict[str, list[int]] = field(default_factory=dict)
    together: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(1)
        self.points.append(dict(self.nominal))
        base = self._anywhere()
        for name, (low, high) in self.ranges.items():
            shares = [0.5 - 0.49 * math.cos(math.pi * (i + self._random.uniform(0.3, 0.7)) / _SWEEP) for i in range(_SWEEP)]
            self.sweeps[name] = list(range(len(self.points), len(self.points) + _SWEEP))
            self.points += [{**base, name: low + share * (high - low)} for share in shares]
        self.grow(_VALIDATION if len(self.ranges) == 1 else _VALIDATION + 16)

    def _anywhere(self) -> Values:
        return {name: low + self._random.uniform(0.03, 0.97) * (high - low) for name, (low, high) in self.ranges.items()}

    def grow(self, count: int) -> None:
        """Increases the number of samples with all variables varied to `count`."""
        while len(self.together) < count:
            self.together.append(len(self.points))
            self.points.append(self._anywhere())
        vars(self).pop("factors", None)

    @cached_property
    def factors(self) -> dict[str, list[list[Factor]]]:
        """For each variable, the sets of functions that may add up to a number, with small sets first."""
        return {name: self._families(name) for name in self.ranges}

    def _families(self, name: str) -> list[list[Factor]]:
        x = named(name)
        column = np.array([point[name] for point in self.points])

        def of(symbol: Symbol, is_below: bool = False) -> Factor:
            with np.errstate(all="ignore"):
                found = np.array([_value(symbol, {name: float(each)}) for each in column])
                return Factor(symbol, 1 / found if is_below else found, is_below)

        powers = {p: of(_power(x, abs(p)), p < 0) for p in (*range(-4, 7), 0.5, 1.5, 2.5, -0.5, -1.5)}
        one = powers[0]
        families = [[powers[p]] for p in (1, 2, -1, 3, 0.5, -0.5, -2, 1.5, 4, -1.5, 2.5, -3, 5, -4)]
        families += [[one, powers[1]], [one, powers[1], powers[2]], [one, powers[-1]]]
        degrees = operate("*", named("pi"), x)
        angles: dict[Any, Symbol] = {1: x, 0.5: operate("/", x, 2), 2: operate("*", 2, x)}
        angles |= {"degrees": operate("/", degrees, 180), "half": operate("/", degrees, 360)}
        waves = {key: [of(operate(function, angle)) for function in ("cos", "sin")] for key, angle in angles.items()}
        families += [[each] for wave in waves.values() for each in wave] + list(waves.values())
        families += [[one, *wave] for wave in waves.values()]
        families += [[one, of(operate("log", x))], [one, of(operate("exp", x))], [one, powers[1], of(operate("log", x))]]
        families += [[one, powers[1], powers[-1]], [one, *(powers[p] for p in (1, 2, 3))], [one, powers[1], *waves[1]]]
        families += [[one, *waves[scale], *waves[double]] for scale, double in ((1, 2), (0.5, 1), ("half", "degrees"))]
        families += [[powers[p] for p in range(-2, 3)], [powers[p] for p in range(5)], [powers[p] for p in range(7)]]
        families += [[powers[p] for p in range(-4, 3)]]
        return [family for family in families if all(np.all(np.isfinite(each.column[1:])) for each in family)]


def _power(x: Symbol, p: float) -> Symbol:
    if p == 0:
        return constant(1)
    return operate("sqrt", x) if p == 0.5 else operate("^", x, p)


def _value(formula: Symbol, values: Values) -> float:
    return evaluate([formula], {**values, "pi": math.pi})[0]


@dataclass(frozen=True)
class _Transform:
    """A transformation of a number whose result may be a sum of terms."""

    look: Callable[[Vector], Vector]
    back: Callable[[Symbol, float], Symbol]  # inverts the transformation, given the sum and the sign of the number
    cost: int  # the complexity, counted in terms of a sum
    has_signs: bool = False  # whether it applies to numbers of both signs
    is_angle: bool = False


_TRANSFORMS = (
    _Transform(lambda y: y, lambda s, sign: s, 0, has_signs=True),
    _Transform(lambda y: y * y, lambda s, sign: _signed(operate("sqrt", s), sign), 2),
    _Transform(lambda y: 1 / y, lambda s, sign: operate("/", 1, s), 3),
    _Transform(lambda y: np.log(np.abs(y)), lambda s, sign: _signed(operate("exp", s), sign), 3),
    _Transform(lambda y: 1 / (y * y), lambda s, sign: operate("/", sign, operate("sqrt", s)), 5),
    _Transform(np.sin, lambda s, sign: operate("asin", s), 6, has_signs=True, is_angle=True),
    _Transform(np.tan, lambda s, sign: operate("atan", s), 6, has_signs=True, is_angle=True),
)


def _signed(s: Symbol, sign: float) -> Symbol:
    return operate("negative", s) if sign < 0 else s


def formula_of(samples: Samples, values: Sequence[float | None], precision: float = PRECISE, floor: float = 0.0) -> Symbol | None:
    """The formula of a number, given its value at each sample. The first value may be None. Returns None if there is no formula.

    `floor`: smaller differences are rounding. Raises MoreSamples.
    """
    y = np.array([math.nan if each is None else each for each in values], dtype=float)
    rest = y[1:]
    if not np.all(np.isfinite(rest)):
        return None
    allowed = max(precision * float(np.max(np.abs(rest))), floor)
    if np.max(rest) - np.min(rest) <= allowed:
        return _validated(samples, constant(float(y[0] if math.isfinite(y[0]) else rest[0])), y, 2 * allowed)
    sign = float(np.sign(rest[0])) if np.all(rest > 0) or np.all(rest < 0) else 0.0
    found: list[tuple[int, Symbol]] = []
    for transform in _TRANSFORMS:
        if (found and min(cost for cost, _ in found) <= transform.cost + 1) or (sign == 0 and not transform.has_signs):
            continue
        if transform.is_angle and np.max(np.abs(rest)) >= math.pi / 2:
            continue
        with np.errstate(all="ignore"):
            looked = transform.look(y)
        terms = _terms(samples, looked, precision, floor if transform.cost == 0 else 0.0)
        for factor in _SLACK_FACTORS if terms is not None else ():
            slack = factor * precision * float(np.max(np.abs(looked[1:])))
            formula = _validated(samples, transform.back(_sum(terms or [], slack), sign), y, allowed)
            if formula is not None:
                found.append((len(terms or []) + transform.cost, formula))
                break
    return min(found, key=lambda each: each[0])[1] if found else None


def _validated(samples: Samples, formula: Symbol, y: Vector, allowed: float) -> Symbol | None:
    """The formula if it agrees at all samples, including the samples excluded from fits; otherwise None."""
    ours = np.array([_value(formula, point) for point in samples.points])
    known = np.isfinite(y)
    return formula if bool(np.all(np.abs(ours - y)[known] <= allowed)) else None


@dataclass(frozen=True)
class _Term:
    factors: tuple[Factor, ...]
    column: Vector
    coefficient: float = 0.0


def _terms(samples: Samples, y: Vector, precision: float, floor: float) -> list[_Term] | None:
    """The necessary terms that add up to y, or None if there are none."""
    if not np.all(np.isfinite(y[1:])):
        return None
    allowed = max(0.3 * precision * float(np.max(np.abs(y[1:]))), 0.3 * floor)
    factors: list[list[Factor]] = []
    for name, rows in samples.sweeps.items():
        along = y[rows]
        if np.max(along) - np.min(along) <= allowed:
            continue
        one = _of_one(samples.factors[name], along, rows, allowed)
        if one is None:
            return None
        factors.append(one)
    if math.prod(len(each) for each in factors) > _MOST_TERMS:
        return None
    products = [_Term(chosen, math.prod((each.column for each in chosen), start=np.ones(len(y)))) for chosen in itertools.product(*factors)]
    seen = [i for i in range(1, len(y)) if i not in samples.together[-_VALIDATION:]]
    if len(factors) > 1 and len(samples.together) - _VALIDATION < len(products) + _SPARE:
        raise MoreSamples(len(products) + _SPARE + _VALIDATION)
    return _needed(products, y, seen, allowed)


def _of_one(families: Sequence[Sequence[Factor]], y: Vector, rows: Sequence[int], allowed: float) -> list[Factor] | None:
    """The functions of one variable that a number contains along this variable."""
    for family in families:
        terms = _needed([_Term((each,), each.column[rows]) for each in family], y, list(range(len(y))), allowed)
        if terms is not None:
            return [each.factors[0] for each in terms]
    return None


def _needed(terms: Sequence[_Term], y: Vector, rows: Sequence[int], allowed: float) -> list[_Term] | None:
    """The necessary terms with their coefficients, or None if the terms do not add up to y."""
    best = _fitted(terms, y, rows, allowed)
    while best is not None and len(best) > 1:
        sizes = [abs(each.coefficient) * float(np.max(np.abs(each.column[rows]))) for each in best]
        by_size = sorted(range(len(best)), key=sizes.__getitem__)
        fewer = ([*best[:i], *best[i + 1 :]] for i in by_size)
        shorter = next((found for each in fewer if (found := _fitted(each, y, rows, allowed)) is not None), None)
        if shorter is None:
            break
        best = shorter
    return best


def _fitted(terms: Sequence[_Term], y: Vector, rows: Sequence[int], allowed: float) -> list[_Term] | None:
    matrix = np.column_stack([each.column[rows] for each in terms])
    sizes = np.max(np.abs(matrix), axis=0)
    if not np.all(np.isfinite(matrix)) or np.any(sizes == 0):
        return None
    solution = np.linalg.lstsq(matrix / sizes, y[rows], rcond=1e-15)[0]
    if np.max(np.abs(matrix / sizes @ solution - y[rows])) > allowed:
        return None
    return [_Term(each.factors, each.column, float(c)) for each, c in zip(terms, solution / sizes, strict=True)]


#: factors on the rounding error by which coefficients may change to become short; the resulting formula must still agree
_SLACK_FACTORS = (1e3, 1.0, 0.0)


def _sum(terms: Sequence[_Term], slack: float) -> Symbol:
    """The sum of terms with short coefficients. Rounding them changes the sum by at most `slack`."""
    total: Symbol | None = None
    for term in sorted(terms, key=lambda each: each.coefficient < 0):
        own = slack / (4 * len(terms) * float(np.max(np.abs(term.column[1:]))))
        if total is None:
            total = _scaled(term.coefficient, term.factors, own)
        else:
            total = operate("-" if term.coefficient < 0 else "+", total, _scaled(abs(term.coefficient), term.factors, own))
    return total if total is not None else constant(0)


def _scaled(factor: float, of: Sequence[Factor], slack: float) -> Symbol:
    """factor*of. Within the slack the factor becomes a short number or a fraction, possibly times pi or pi^2."""
    pi = named("pi")
    for unit, symbols, digits in ((1.0, (), 6), (math.pi, (pi,), 3), (math.pi**2, (pi, pi), 3)):
        share = factor / unit
        short = float(f"{share:.{digits}g}")
        if abs(short - share) * unit <= slack:
            return _product(short, symbols, of, 1)
        fraction = Fraction(share).limit_denominator(1000)
        if 0 < abs(fraction.numerator) <= 1000 and abs(float(fraction) - share) * unit <= slack:
            return _product(fraction.numerator, symbols, of, fraction.denominator)
    return _product(float(f"{factor:.15g}"), (), of, 1)


def _product(number: float, symbols: Sequence[Symbol], of: Sequence[Factor], below: int) -> Symbol:
    above = [*symbols, *(each.symbol for each in of if not each.is_below)]
    whole = reduce(lambda a, b: operate("*", a, b), above, constant(number))
    if number == -1 and above:
        whole = reduce(lambda a, b: operate("*", a, b), [operate("negative", above[0]), *above[1:]])
    return reduce(lambda a, b: operate("/", a, b), [each.symbol for each in of if each.is_below] + [constant(below)], whole)
