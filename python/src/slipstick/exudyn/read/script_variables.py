"""Finds numbers that a script assigns to names at its top level, and replaces them by other values."""

from __future__ import annotations

import ast
import io
import math
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_UNIT_NAMES = "kg g t m mm cm km s ms min h N kN Nm Nms rad deg ° Pa MPa GPa bar J W kW Hz rpm K % 1 -"
_UNITS = frozenset(_UNIT_NAMES.split(" "))


@dataclass(frozen=True)
class Variable:
    """A number at the top level of a script, with the unit and label from the comment after it."""

    name: str
    value: float
    unit: str = ""
    label: str = ""

    def __str__(self) -> str:
        about = ", ".join(each for each in (self.label, self.unit) if each)
        return f"{self.name}={self.value:g}" + (f" ({about})" if about else "")


def variables_of(source: str) -> list[Variable]:
    """The names to which a script assigns a number at its top level, in order.

    The last assignment counts. An assignment in a branch, which may be skipped, counts only if there is no other.
    """
    comments = _comments(source)
    found: dict[str, Variable] = {}
    for name, value, line, is_branch in _assignments(ast.parse(source).body):
        number = _number(value)
        if number is not None and not name.startswith("_") and not (is_branch and name in found):
            label, unit = described(comments.get(line, ""))
            found[name] = Variable(name, number, unit, label)
    return list(found.values())


def described(comment: str) -> tuple[str, str]:
    """The label and unit in a comment such as "# length of the beam [m]" or "# mass in kg"."""
    text = " ".join(comment.lstrip("#% ").split())
    for pattern in (r"\s*[\[(]\s*(?:in )?([^\[\]]*?)\s*[\])]$", r"\s*[\[(]([^\[\]()]*)[\])]", r"[\s,]+in ([^\s,;]+)(?=[,;]|$)"):
        match = re.search(pattern, text)
        if match and is_unit(match.group(1)):
            return _tidy(text[: match.start()] + text[match.end() :]), match.group(1).replace("**", "^").replace("*", " ")
    return _tidy(text), ""


def is_unit(text: str) -> bool:
    """Whether a text consists of units, such as N/m or kg*m^2."""
    words = re.split(r"[\s*/·^()]+|\*\*", text)
    words = [word for word in words if word and not re.fullmatch(r"-?\d+", word)]
    return bool(words) and all(word.rstrip("0123456789") in _UNITS or word in _UNITS for word in words)


def _tidy(text: str) -> str:
    first = re.split(r"[;]|\.\s|==>|=>", text)[0]
    return first.strip(" ,:.-")[:60]


def _comments(source: str) -> dict[int, str]:
    """Comments by line."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except tokenize.TokenError:
        return {}
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


def _assignments(body: list[ast.stmt], is_branch: bool = False) -> Iterator[tuple[str, ast.expr, int, bool]]:
    """Yields names, values, lines, and whether they are in a branch."""
    for statement in body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    yield target.id, statement.value, statement.lineno, is_branch
                elif isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                    pairs = zip(target.elts, statement.value.elts, strict=False)
                    yield from ((each.id, value, statement.lineno, is_branch) for each, value in pairs if isinstance(each, ast.Name))
        elif isinstance(statement, ast.If):
            yield from _assignments(statement.body, True)


#: the parts of a product or sum of numbers and pi
_OF_NUMBERS = (
    ast.Constant, ast.Name, ast.Attribute, ast.Load, ast.UnaryOp, ast.UAdd, ast.USub, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div,
)  # fmt: skip
_NAMES = {"__builtins__": {}, "pi": math.pi, "math": math, "np": math, "numpy": math}


def _number(value: ast.expr) -> float | None:
    """The value of a literal number, or of a product of numbers and pi."""
    if not all(isinstance(each, _OF_NUMBERS) for each in ast.walk(value)):
        return None
    try:
        number = eval(compile(ast.Expression(value), "", "eval"), _NAMES)
    except (ArithmeticError, AttributeError, NameError, TypeError):
        return None
    return float(number) if isinstance(number, (int, float)) and not isinstance(number, bool) else None


class NoVariable(BaseException):
    """Raised for a name that cannot be a slider, with the reason. It is not an Exception, so scripts do not catch it."""


class Given:
    """Replaces values that a script assigns to names, and records the script's own values."""

    FUNCTION = "__slipstick_given__"

    def __init__(self, names: Iterator[str] | list[str], values: Mapping[str, float]) -> None:
        self._names = frozenset(names)
        self._values = values
        self._lines: dict[str, int] = {}
        #: the script's own values
        self.own: dict[str, float] = {}

    def changed(self, tree: ast.Module) -> ast.Module:
        """The script with calls of this object after the assignments."""
        _Assignments(self._names).visit(tree)
        return ast.fix_missing_locations(tree)

    def __call__(self, name: str, value: Any, line: int) -> Any:
        if name in self._lines:
            where = f"lines {self._lines[name]} and {line}" if self._lines[name] != line else f"line {line}, several times"
            raise NoVariable(f"{name} is assigned at {where}; a slider needs one assignment")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise NoVariable(f"line {line}: {name} is a {type(value).__name__}; a slider needs a number")
        self._lines[name], self.own[name] = line, float(value)
        return self._values.get(name, value)


class _Assignments(ast.NodeTransformer):
    """Changes assignments at the top level and in its branches. Functions have their own names and are skipped."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def visit_FunctionDef(self, node: Any) -> Any:
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef

    def visit_Assign(self, node: Any) -> Any:
        targets = [each for target in getattr(node, "targets", None) or [node.target] for each in ast.walk(target)]
        names = [each.id for each in targets if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id in self._names]
        return [node, *(self._given(name, node) for name in names if node.value is not None)]

    visit_AnnAssign = visit_Assign

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if isinstance(node.target, ast.Name) and node.target.id in self._names:
            raise NoVariable(f"line {node.lineno}: {node.target.id} is changed; a slider needs one assignment")
        return node

    def _given(self, name: str, node: ast.stmt) -> ast.stmt:
        """Assigns the given value after the assignment."""
        call = ast.Call(ast.Name(Given.FUNCTION, ast.Load()), [ast.Constant(each) for each in (name, node.lineno)], [])
        call.args.insert(1, ast.Name(name, ast.Load()))
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], call), node)
