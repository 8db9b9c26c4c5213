"""The reference of Slipstick's items and settings from the core, and the names that differ in Exudyn."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from .. import _core


@cache
def _whole() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(_core.reference())
    return parsed


@cache
def _items() -> dict[tuple[str, str], dict[str, Any]]:
    return {(item["kind"], item["type"]): item for item in _whole()["items"]}


@cache
def reference() -> dict[tuple[str, str], dict[str, dict[str, Any]]]:
    """The parameters by name, for each kind and type of item."""
    return {key: {each["name"]: each for each in item["parameters"]} for key, item in _items().items()}


def outputs_of(kind: str, type_name: str) -> set[str]:
    """The outputs of an item that sensors can record in Slipstick."""
    return {each["name"] for each in _items().get((kind, type_name), {}).get("outputs", ())}


def drawn(type_name: str) -> list[str]:
    """The keys that the drawing of an object accepts."""
    return list(_items().get(("object", type_name), {}).get("visualization", ()))


def is_body(type_name: str) -> bool:
    """Whether sensors of bodies can measure an object in Slipstick."""
    return "body" in str(_items().get(("object", type_name), {}).get("provides", ""))


@cache
def settings_known() -> dict[str, dict[str, Any]]:
    """The rows by name, for each table of the analysis."""
    return {table["name"]: {row["name"]: row for row in table["rows"]} for table in (*_whole()["steps"], *_whole()["tables"])}


@cache
def exudyn_names() -> dict[str, Any]:
    """Names that differ in Exudyn: {"parameters": {"object MassPoint": {ours: theirs}}, "settings": {ours: theirs}}."""
    names: dict[str, Any] = json.loads(_core.exudyn_names())
    return names


@cache
def words_of_formulas() -> frozenset[str]:
    """Names with a meaning in some formula: functions, constants, and arguments of user functions."""
    arguments = {name for rows in reference().values() for row in rows.values() for name in row.get("arguments", ())}
    functions = (each["name"] for each in _whole()["functions"])
    return frozenset({*functions, "pi", "e", "true", "false", "and", "or", "not", "if", "t", "s", "position", *arguments})
