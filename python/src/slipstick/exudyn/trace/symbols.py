"""Symbols for unknown numbers: operations on them build a formula of a document."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np


class Untraceable(BaseException):
    """Raised if a function does something that no formula can express. It is not an Exception, so scripts do not catch it."""


_keys: dict[tuple[Any, ...], int] = {}


def _both(operation: str) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    """An operator of Python and its reflected form."""
    return lambda self, other: elementwise(operation, self, other), lambda self, other: elementwise(operation, other, self)


def _alone(operation: str) -> Callable[[Any], Any]:
    """An operator of Python with one operand."""
    return lambda self: operate(operation, self)


def _itself(self: Any) -> Any:
    return self


def _refused(reason: str) -> Callable[[Any], Any]:
    """An operation of Python without a formula."""

    def operator(self: Any) -> NoReturn:
        raise Untraceable(reason)

    return operator


class Symbol:
    """A formula: `operation` applied to `parts`, which are symbols, or the number of a constant or the text of a name."""

    __slots__ = ("key", "operation", "parts")
    __array_priority__ = 1000

    def __init__(self, operation: str, parts: tuple[Any, ...]) -> None:
        self.operation = operation
        self.parts = parts
        # Equal formulas have equal keys.
        self.key: int = _keys.setdefault((operation, *(part.key if isinstance(part, Symbol) else part for part in parts)), len(_keys))

    # ---- arithmetic

    __add__, __radd__ = _both("+")
    __sub__, __rsub__ = _both("-")
    __mul__, __rmul__ = _both("*")
    __truediv__, __rtruediv__ = _both("/")
    __pow__, __rpow__ = _both("^")
    __mod__, __rmod__ = _both("mod")

    def __floordiv__(self, other: Any) -> Any:
        return operate("floor", operate("/", self, other))

    def __rfloordiv__(self, other: Any) -> Any:
        return operate("floor", operate("/", other, self))

    __neg__, __abs__, __floor__, __ceil__, __invert__ = map(_alone, ("negative", "abs", "floor", "ceil", "not"))
    __pos__ = conjugate = conj = item = copy = _itself

    def __round__(self, digits: Any = None) -> Any:
        if digits not in (None, 0):
            raise Untraceable("round() to digits of a number that changes")
        return rounded(self)

    def __trunc__(self) -> Any:
        return truncated(self)

    # ---- comparison

    __lt__, __gt__ = _both("<")
    __le__, __ge__ = _both("<=")

    def __eq__(self, other: Any) -> Any:
        return elementwise("==", self, other) if isinstance(other, (Symbol, int, float, np.ndarray, np.generic)) else False

    def __ne__(self, other: Any) -> Any:
        return elementwise("!=", self, other) if isinstance(other, (Symbol, int, float, np.ndarray, np.generic)) else True

    def __hash__(self) -> int:
        return self.key

    __and__, __rand__ = _both("and")
    __or__, __ror__ = _both("or")

    def __bool__(self) -> bool:
        return decide(self)

    # ---- operations without a formula

    __float__ = _refused("a number that changes is used where a fixed one is required")
    __int__ = _refused("int() of a number that changes, where it must be fixed")
    __index__ = _refused("a list is indexed, or a range made, by a number that changes")
    __complex__ = _refused("complex numbers")

    def __iter__(self) -> NoReturn:
        raise TypeError("a number is not iterable")

    def __repr__(self) -> str:
        return f"<{Text([self]).formulas[0]}>"

    # ---- the protocol of NumPy

    def __array_ufunc__(self, ufunc: Any, method: Any, *inputs: Any, out: Any = None, **options: Any) -> Any:
        if method != "__call__" or ufunc.__name__ not in universal:
            raise Untraceable(f"np.{ufunc.__name__} of a number that changes")
        found = universal[ufunc.__name__](*inputs)
        if out is None:
            return found
        (target,) = out  # an array that is changed in place, for example by *=
        if target.dtype != object:
            raise Untraceable("a number that changes goes into an array of numbers")
        target[...] = found
        return target

    real = property(_itself)
    imag = 0.0
    shape = ()
    ndim = 0
    size = 1


def constant(value: float) -> Symbol:
    return Symbol("constant", (float(value),))


def named(text: str) -> Symbol:
    """A name in a formula, such as an argument, or sensor("angle")[0]."""
    return Symbol("name", (text,))


def shaped(value: np.ndarray, make: Callable[[int], Any]) -> Any:
    """An array of this shape, or a number for shape (), filled with the results of `make` for each place."""
    if value.ndim == 0:
        return make(0)
    array = np.empty(value.size, dtype=object)
    array[:] = [make(place) for place in range(value.size)]
    return array.reshape(value.shape)


def symbol(value: Any) -> Symbol:
    if isinstance(value, Symbol):
        return value
    if isinstance(value, np.ndarray) and value.size == 1:
        return symbol(value.ravel()[0])
    if isinstance(value, (bool, int, float, np.integer, np.floating, np.bool_)):
        return constant(float(value))
    raise Untraceable(f"a {type(value).__name__} where a number is expected")


#: operations of one number with the name that NumPy uses
_OF_NUMPY = ("sign", "floor", "ceil", "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "sinh", "cosh", "tanh")
#: the numerical counterpart of each operation
numeric: dict[str, Callable[..., float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: np.divide(a, b),
    "^": lambda a, b: np.power(a, b),
    "negative": lambda a: -a,
    "mod": np.mod,
    "<": lambda a, b: float(a < b),
    "<=": lambda a, b: float(a <= b),
    "==": lambda a, b: float(a == b),
    "!=": lambda a, b: float(a != b),
    "and": lambda a, b: float(bool(a) and bool(b)),
    "or": lambda a, b: float(bool(a) or bool(b)),
    "not": lambda a: float(not a),
    "if": lambda c, a, b: a if c else b,
    "min": lambda *a: min(a),
    "max": lambda *a: max(a),
    "abs": abs,
    "round": lambda a: np.trunc(a + np.copysign(np.nextafter(0.5, 0), a)),  # halves are rounded away from zero
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "hypot": np.hypot,
    **{name: getattr(np, name) for name in _OF_NUMPY},
}


_operated: dict[tuple[Any, ...], Symbol] = {}


def operate(operation: str, *given: Any) -> Symbol:
    """Applies an operation to numbers, and evaluates it at once if all are constants. Results are cached."""
    key = (operation, *[each.key if isinstance(each, Symbol) else (each,) for each in given])
    try:
        return _operated[key]
    except KeyError:
        made = _operated[key] = _operate(operation, given)
        return made
    except TypeError:  # an array cannot be hashed
        return _operate(operation, given)


def _operate(operation: str, given: Sequence[Any]) -> Symbol:
    parts = tuple(symbol(each) for each in given)
    if all(part.operation == "constant" for part in parts):
        with np.errstate(all="ignore"):
            return constant(numeric[operation](*(np.float64(part.parts[0]) for part in parts)))
    first = parts[0]
    value = first.parts[0] if first.operation == "constant" else None
    other = parts[1].parts[0] if len(parts) == 2 and parts[1].operation == "constant" else None
    if operation == "+" and value == 0:
        return parts[1]
    if operation in "+-" and other == 0:
        return first
    if operation == "-" and value == 0:
        return operate("negative", parts[1])
    if operation == "*" and (value == 0 or other == 0):
        return constant(0)
    if operation == "*" and value == 1:
        return parts[1]
    if operation in ("*", "/", "^") and other == 1:
        return first
    if operation == "/" and value == 0:
        return constant(0)
    if operation == "^" and other == 0.5:
        return operate("sqrt", first)
    if operation in ("negative", "not") and first.operation == operation:
        return symbol(first.parts[0])
    if operation == "if":
        if value is not None:
            return parts[1] if value else parts[2]
        if parts[1].key == parts[2].key:
            return parts[1]
    return Symbol(operation, parts)


def elementwise(operation: str, *given: Any) -> Any:
    """Applies an operation to numbers, or to arrays element by element."""
    if any(isinstance(each, (np.ndarray, list, tuple)) and np.ndim(each) > 0 for each in given):
        arrays = [np.asarray(each, dtype=object) for each in given]
        return np.frompyfunc(lambda *parts: operate(operation, *parts), len(arrays), 1)(*arrays)
    return operate(operation, *given)


def truncated(x: Any) -> Any:
    x = symbol(x)
    return operate("*", operate("sign", x), operate("floor", operate("abs", x)))


def rounded(x: Any) -> Any:
    """Rounds halves to even, as Python and NumPy do. The operation `round` of formulas rounds halves away from zero."""
    is_half = elementwise("==", elementwise("-", x, elementwise("floor", x)), 0.5)
    even = elementwise("*", 2.0, elementwise("round", elementwise("/", x, 2.0)))
    return elementwise("if", is_half, even, elementwise("round", x))


def holds_symbols(value: Any) -> bool:
    if isinstance(value, Symbol):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype == object and any(isinstance(each, Symbol) for each in value.flat)
    return isinstance(value, (list, tuple)) and any(holds_symbols(each) for each in value)


def numbers_of(value: Any) -> list[Symbol]:
    if value is None:
        raise Untraceable("it returns nothing")
    if isinstance(value, (Symbol, bool, int, float, np.generic)):
        return [symbol(value)]
    if isinstance(value, (list, tuple, np.ndarray)):
        return [each for part in value for each in numbers_of(part)]
    raise Untraceable(f"it returns a {type(value).__name__}")


# ---- both branches of a decision


class Decisions:
    """One path through a function: the decisions made so far, and the answers wanted for the next ones."""

    def __init__(self, wanted: Sequence[bool], known: Mapping[int, bool]) -> None:
        self.wanted = wanted
        self.made: list[tuple[Symbol, bool]] = []
        self.known = dict(known)

    def decide(self, condition: Symbol) -> bool:
        negated = condition.operation in ("not", "<=")
        if condition.operation == "not":
            condition = condition.parts[0]
        elif negated:  # a <= b is the negation of b < a
            condition = operate("<", condition.parts[1], condition.parts[0])
        if condition.operation == "constant":
            return bool(condition.parts[0]) != negated
        if condition.key not in self.known:
            if len(self.made) >= 200:
                raise Untraceable("a loop that ends by a number that changes, or more than 200 decisions in one call")
            number = len(self.made)
            answer = self.wanted[number] if number < len(self.wanted) else True
            self.made.append((condition, answer))
            self.known[condition.key] = answer
        return self.known[condition.key] != negated


present: list[Decisions] = []


def decide(condition: Symbol) -> bool:
    if condition.operation == "constant":
        return bool(condition.parts[0])
    if not present:
        raise Untraceable("a decision by a number that changes, outside of the function")
    return present[-1].decide(condition)


def explore(function: Callable[[], list[Symbol]], most: int = 512) -> list[Symbol]:
    """The result of a function of symbols: all paths through it, joined by conditions."""
    ways: list[tuple[list[tuple[Symbol, bool]], list[Symbol]]] = []
    pending: list[list[bool]] = [[]]
    while pending:
        wanted = pending.pop()
        decisions = Decisions(wanted, present[-1].known if present else {})
        present.append(decisions)
        try:
            result = function()
        finally:
            present.pop()
        ways.append((decisions.made, result))
        if len(ways) > most:
            raise Untraceable(f"more than {most} paths through its decisions")
        answers = [answer for _, answer in decisions.made]
        for i in range(len(answers) - 1, len(wanted) - 1, -1):
            pending.append([*answers[:i], not answers[i]])
    sizes = {len(result) for _, result in ways}
    if len(sizes) > 1:
        raise Untraceable(f"it returns {' or '.join(str(size) for size in sorted(sizes))} numbers, depending on its decisions")
    return _join(ways, 0)


def _join(ways: Sequence[tuple[Any, list[Symbol]]], depth: int) -> list[Symbol]:
    if len(ways) == 1 or all(len(made) <= depth for made, _ in ways):
        return ways[0][1]
    condition = ways[0][0][depth][0]
    yes = [way for way in ways if way[0][depth][1]]
    no = [way for way in ways if not way[0][depth][1]]
    if not yes or not no:
        return _join(yes or no, depth + 1)
    return [operate("if", condition, a, b) for a, b in zip(_join(yes, depth + 1), _join(no, depth + 1), strict=True)]


# ---- values


def evaluate(roots: Sequence[Symbol], values: Mapping[str, float]) -> list[float]:
    """The values of formulas for given values of their names."""
    return evaluate_with_size(roots, values)[0]


def evaluate_with_size(roots: Sequence[Symbol], values: Mapping[str, float]) -> tuple[list[float], float]:
    """Like `evaluate`, with the largest intermediate value, which bounds the rounding error."""
    found: dict[int, float] = {}

    def of(node: Symbol) -> float:
        if node.key not in found:
            if node.operation == "constant":
                found[node.key] = np.float64(node.parts[0])
            elif node.operation == "name":
                found[node.key] = np.float64(values[node.parts[0]])
            elif node.operation == "if":
                found[node.key] = of(node.parts[1]) if of(node.parts[0]) else of(node.parts[2])
            else:
                found[node.key] = numeric[node.operation](*(of(part) for part in node.parts))
        return found[node.key]

    with np.errstate(all="ignore"):
        results = [float(of(root)) for root in roots]
    return results, float(max((abs(each) for each in found.values() if np.isfinite(each)), default=0.0))


def nodes(roots: Sequence[Symbol]) -> list[Symbol]:
    """All symbols in formulas, each once, with parts before the symbols that contain them."""
    seen: dict[Any, Symbol] = {}

    def visit(node: Symbol) -> None:
        if node.key in seen:
            return
        for part in node.parts:
            if isinstance(part, Symbol):
                visit(part)
        seen[node.key] = node

    for root in roots:
        visit(root)
    return list(seen.values())


def substitute(root: Symbol, values: Mapping[str, Symbol]) -> Symbol:
    """A formula in which names are replaced by other formulas."""
    made: dict[Any, Symbol] = {}
    for node in nodes([root]):
        if node.operation == "name":
            made[node.key] = values.get(node.parts[0], node)
        elif node.operation == "constant":
            made[node.key] = node
        else:
            made[node.key] = operate(node.operation, *(made[part.key] for part in node.parts))
    return made[root.key]


# ---- text

_levels = {"if": 1, "or": 2, "and": 3, "not": 4, "<": 5, "<=": 5, "==": 5, "!=": 5, "+": 6, "-": 6, "*": 7, "/": 7, "negative": 8, "^": 9}
LONGEST = 16_384  # largest size of a formula, bytes


class Text:
    """The texts of several formulas. An expression that occurs more than once gets a local name."""

    def __init__(self, roots: Sequence[Symbol], taken: Sequence[str] = ()) -> None:
        self.formulas = [self._formula(root, set(taken)) for root in roots]

    def _formula(self, root: Symbol, taken: set[str]) -> str:
        uses: dict[Any, int] = {}
        for node in nodes([root]):
            for part in node.parts:
                if isinstance(part, Symbol):
                    uses[part.key] = uses.get(part.key, 0) + 1
        local: dict[Any, str] = {}
        lines = []
        count = 0
        for node in nodes([root]):
            if node is not root and uses.get(node.key, 0) > 1 and node.operation not in ("constant", "name"):
                text = self._text(node, 1, local)
                if len(text) > 3:
                    count += 1
                    while f"k{count}" in taken:
                        count += 1
                    local[node.key] = f"k{count}"
                    lines.append(f"k{count} = {text}; ")
        return _checked("".join(lines) + self._text(root, 1, local))

    def _text(self, node: Symbol, least: int, local: Mapping[Any, str]) -> str:
        if node.key in local:
            return local[node.key]
        operation = node.operation
        if operation == "constant":
            return number_text(node.parts[0], least)
        if operation == "name":
            return str(node.parts[0])
        own = _levels.get(operation)
        if own is None:
            return f"{operation}({', '.join(self._text(part, 1, local) for part in node.parts)})"
        part = [lambda at, i=i: self._text(node.parts[i], at, local) for i in range(len(node.parts))]
        if operation == "if":
            text = f"{part[0](2)} ? {part[1](2)} : {part[2](1)}"
        elif operation == "not":
            text = f"not {part[0](4)}"
        elif operation == "negative":
            text = f"-{part[0](8)}"
        elif operation == "^":
            text = f"{part[0](10)}^{part[1](10)}"
        elif own == 5:
            text = f"{part[0](6)} {operation} {part[1](6)}"
        elif own == 7:
            text = f"{part[0](7)}{operation}{part[1](8)}"
        else:
            text = f"{part[0](own)} {operation} {part[1](own + 1)}"
        return text if own >= least else f"({text})"


def in_line(root: Symbol, least: int = 1) -> str:
    """A formula without local names, for use in another one. It is put in brackets if its operations bind less than `least`."""
    return _checked(Text([])._text(root, least, {}))


def _checked(text: str) -> str:
    if len(text.encode()) > LONGEST:
        raise Untraceable(f"its formula has {len(text.encode())} characters; {LONGEST} are allowed")
    return text


def number_text(value: float, least: int = 1) -> str:
    if not math.isfinite(value):
        raise Untraceable(f"the number {value}")
    text = repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))
    return f"({text})" if value < 0 and least > 7 else text


# ---- functions of Python, math and NumPy


def _of(operation: str) -> Callable[..., Any]:
    return lambda *given: elementwise(operation, *given)


def _power(x: Any, y: Any) -> Any:
    return elementwise("^", x, y)


#: functions of NumPy that are operations of formulas
_DIRECT = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "mod": "mod", "remainder": "mod",
    "power": "^", "float_power": "^", "pow": "^", "negative": "negative", "absolute": "abs", "abs": "abs", "fabs": "abs",
    "less": "<", "less_equal": "<=", "equal": "==", "not_equal": "!=", "logical_and": "and", "logical_or": "or", "logical_not": "not",
    "minimum": "min", "fmin": "min", "maximum": "max", "fmax": "max", "hypot": "hypot",
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", **{name: name for name in _OF_NUMPY},
}  # fmt: skip
#: functions of NumPy by name, for numbers and for arrays that may hold symbols
universal: dict[str, Callable[..., Any]] = {
    **{name: _of(operation) for name, operation in _DIRECT.items()},
    "floor_divide": lambda a, b: elementwise("floor", elementwise("/", a, b)),
    "positive": _itself,
    "conjugate": _itself,
    "fmod": lambda a, b: elementwise("-", a, elementwise("*", b, np.frompyfunc(truncated, 1, 1)(elementwise("/", a, b)))),
    "greater": lambda a, b: elementwise("<", b, a),
    "greater_equal": lambda a, b: elementwise("<=", b, a),
    "square": lambda x: elementwise("*", x, x),
    "cbrt": lambda x: elementwise("*", elementwise("sign", x), _power(elementwise("abs", x), 1 / 3)),
    "reciprocal": lambda x: elementwise("/", 1.0, x),
    "trunc": lambda x: elementwise("*", elementwise("sign", x), elementwise("floor", elementwise("abs", x))),
    "rint": rounded,
    "exp2": lambda x: _power(2.0, x),
    "expm1": lambda x: elementwise("-", elementwise("exp", x), 1.0),
    "log2": lambda x: elementwise("/", elementwise("log", x), math.log(2)),
    "log1p": lambda x: elementwise("log", elementwise("+", 1.0, x)),
    "arcsinh": lambda x: elementwise(
        "*",
        elementwise("sign", x),
        elementwise("log", elementwise("+", elementwise("abs", x), elementwise("sqrt", elementwise("+", elementwise("*", x, x), 1.0)))),
    ),
    "arccosh": lambda x: elementwise("log", elementwise("+", x, elementwise("sqrt", elementwise("-", elementwise("*", x, x), 1.0)))),
    "arctanh": lambda x: elementwise("/", elementwise("log", elementwise("/", elementwise("+", 1.0, x), elementwise("-", 1.0, x))), 2.0),
    **dict.fromkeys(("degrees", "rad2deg"), lambda x: elementwise("*", x, 180 / math.pi)),
    **dict.fromkeys(("radians", "deg2rad"), lambda x: elementwise("*", x, math.pi / 180)),
    "heaviside": lambda x, at_zero: elementwise("if", elementwise("==", x, 0), at_zero, elementwise("<", 0, x)),
}
