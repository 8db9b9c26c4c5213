"""The reference of Slipstick's items and settings from the core, and the names that differ in Exudyn."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from .. import _core


@cache
def reference() -> dict[tuple[str, str], dict[str, dict[str, Any]]]:
    """The parameters by name, for each kind and type of item."""
    items = json.loads(_core.reference())["items"]
    return {(item["kind"], item["type"]): {each["name"]: each for each in item["parameters"]} for item in items}


@cache
def outputs_of(kind: str, type_name: str) -> frozenset[str]:
    """The outputs of an item that sensors can record in Slipstick."""
    items = json.loads(_core.reference())["items"]
    return frozenset(each["name"] for item in items if (item["kind"], item["type"]) == (kind, type_name) for each in item["outputs"])


@cache
def drawn(type_name: str) -> frozenset[str]:
    """The keys that the drawing of an object accepts."""
    items = json.loads(_core.reference())["items"]
    return frozenset(key for item in items if (item["kind"], item["type"]) == ("object", type_name) for key in item["visualization"])


@cache
def is_body(type_name: str) -> bool:
    """Whether sensors of bodies can measure an object in Slipstick."""
    items = json.loads(_core.reference())["items"]
    return any("body" in str(item.get("provides", "")) for item in items if (item["kind"], item["type"]) == ("object", type_name))


@cache
def settings_known() -> dict[str, dict[str, Any]]:
    """The rows by name, for each table of the analysis."""
    whole = json.loads(_core.reference())
    return {table["name"]: {row["name"]: row for row in table["rows"]} for table in (*whole["steps"], *whole["tables"])}


@cache
def exudyn_names() -> dict[str, Any]:
    """Names that differ in Exudyn: {"parameters": {"object MassPoint": {ours: theirs}}, "settings": {ours: theirs}}."""
    names: dict[str, Any] = json.loads(_core.exudyn_names())
    return names


@cache
def words_of_formulas() -> frozenset[str]:
    """Names with a meaning in some formula: functions, constants, and arguments of user functions."""
    whole = json.loads(_core.reference())
    arguments = {name for rows in reference().values() for row in rows.values() for name in row.get("arguments", ())}
    functions = (each["name"] for each in whole["functions"])
    return frozenset({*functions, "pi", "e", "true", "false", "and", "or", "not", "if", "t", "s", "position", *arguments})
