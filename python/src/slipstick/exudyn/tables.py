"""What there is here, as the core says it, and what Exudyn calls otherwise."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from .. import _core


@cache
def reference() -> dict[tuple[str, str], dict[str, dict[str, Any]]]:
    """By kind and type of an item: its parameters by name."""
    items = json.loads(_core.reference())["items"]
    return {(item["kind"], item["type"]): {each["name"]: each for each in item["parameters"]} for item in items}


@cache
def outputs_of(kind: str, type_name: str) -> frozenset[str]:
    """What sensors can record of an item here."""
    items = json.loads(_core.reference())["items"]
    return frozenset(each["name"] for item in items if (item["kind"], item["type"]) == (kind, type_name) for each in item["outputs"])


@cache
def drawn(type_name: str) -> frozenset[str]:
    """What the drawing of an object can say."""
    items = json.loads(_core.reference())["items"]
    return frozenset(key for item in items if (item["kind"], item["type"]) == ("object", type_name) for key in item["visualization"])


@cache
def is_body(type_name: str) -> bool:
    """Whether sensors of bodies can look at an object here."""
    items = json.loads(_core.reference())["items"]
    return any("body" in str(item.get("provides", "")) for item in items if (item["kind"], item["type"]) == ("object", type_name))


@cache
def settings_known() -> dict[str, dict[str, Any]]:
    """By table of the analysis: its rows by name."""
    whole = json.loads(_core.reference())
    return {table["name"]: {row["name"]: row for row in table["rows"]} for table in (*whole["steps"], *whole["tables"])}


@cache
def exudyn_names() -> dict[str, Any]:
    """What Exudyn calls otherwise: {"parameters": {"object MassPoint": {ours: theirs}}, "settings": {ours: theirs}}."""
    names: dict[str, Any] = json.loads(resources.files("slipstick.exudyn").joinpath("names.json").read_text(encoding="utf-8"))
    return names


@cache
def words_of_formulas() -> frozenset[str]:
    """Names that mean something in some formula: functions, constants, and arguments of user functions."""
    whole = json.loads(_core.reference())
    arguments = {name for rows in reference().values() for row in rows.values() for name in row.get("arguments", ())}
    functions = (each["name"] for each in whole["functions"])
    return frozenset({*functions, "pi", "e", "true", "false", "and", "or", "not", "if", "t", "s", "position", *arguments})
