"""Converts systems of Exudyn into documents: each part is converted, or refused by name.

A conversion is a chain of functions. It reads a system (`read`), converts its items into entries (`items_of`), functions that measure
distances into distance sensors (`with_distances`) and all other functions into formulas (`with_formulas`). Then it rotates the items at
rotated markers (`with_turned_markers`), adds contacts of many bodies (`with_contacts`), and describes the solution (`with_step`). Each
function returns a new value. `Notes` collects everything that none of them can express.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import exudyn as exu

from ...document import ModelError
from ...model import Model
from ..read.recording import Originals
from ..read.system import KINDS, STEP_FUNCTIONS, Source, function_of, read
from ..refusals import NotConvertible, Notes, Refusal
from ..trace.fork import in_fork
from ..trace.step_functions import parts_of
from .added_sensors import AddedSensors, watch_nodes, with_added
from .analysis import Context, Document, Step, with_step
from .contacts import with_contacts
from .distance_sensors import with_distances
from .flexible_bodies import with_weights
from .formulas import Translated, with_formulas
from .initial_values import initial_values
from .items import Items, items_of
from .rotated_markers import with_turned_markers


@dataclass(frozen=True)
class Conversion:
    """A system and one solution of it as parts of a document."""

    source: Source
    document: Document
    step: Step
    #: initial values of the system that differ from the values of its nodes, by number of the node
    initials: Mapping[int, Mapping[str, Any]]
    added: AddedSensors
    notes: Notes
    #: refusals of functions that are called once in a step; they are dropped if the functions change nothing in the solution
    waivable: Mapping[str, Refusal]
    #: the data for converting the functions that are called in each step
    context: Context

    @property
    def sensor_names(self) -> list[str]:
        """Names in the document of the sensors of the system."""
        return self.source.names["sensor"]


def convert(
    mbs: Any,
    simulationSettings: Any = None,
    solverType: Any = None,
    *,
    static: bool = False,
    title: str = "",
    initial: bool = True,
    traced: Originals | None = None,
) -> Model:
    """The model of a system, before or after it is solved. Raises NotConvertible with everything that a document cannot express.

    `simulationSettings`: the settings of the solver, by default Exudyn's defaults. `solverType`: an exudyn.DynamicSolverType, by default
    the one in the settings. `static`: equilibrium instead of motion. `initial`: start from the initial values set in the system. `traced`:
    the record that `tracing` made, for systems with symbolic user functions.
    """
    conversion = conversion_of(mbs, simulationSettings or exu.SimulationSettings(), solverType, static=static, originals=traced)
    return model_of(conversion, [conversion.step], title, initials=conversion.initials if initial else {})


def conversion_of(mbs: Any, settings: Any, solver: Any = None, *, static: bool = False, originals: Originals | None = None) -> Conversion:
    """Converts a system and its solution with these settings. The notes list everything that cannot be expressed.

    User functions are called in a copy of this process, so that Exudyn solves with exactly the state that the script has set.
    """
    source = read(mbs)
    return in_fork(lambda: _conversion(source, settings, solver, static, originals or Originals()), source)


def _conversion(source: Source, settings: Any, solver: Any, static: bool, originals: Originals) -> Conversion:
    notes = Notes()
    _refuse_functions_of_the_system(source.mbs, notes)
    items = items_of(source, notes)
    added = AddedSensors(source)
    document, translated = document_of(source, items, added, settings.timeIntegration.endTime, originals, notes)
    context = Context(source, added, translated, items.turned, notes)
    document, step = with_step(document, context, settings, solver, static=static)
    waivable = {} if translated.functions else _of_steps(notes)  # a function of an item may read values that these functions keep
    return Conversion(source, document, step, initial_values(source), added, notes, waivable, context)


def document_of(
    source: Source, items: Items, added: AddedSensors, end_time: float, originals: Originals, notes: Notes
) -> tuple[Document, Translated]:
    """The document without its analysis, and the functions that became formulas."""
    items = with_distances(source, items, notes)
    entries, translated = with_formulas(source, items, added, end_time, originals, notes)
    entries = with_turned_markers(source, entries, items.turned, added, notes)
    entries = with_contacts(source, entries, originals, notes)
    entries = with_weights(source, entries, items.gravity)
    if not entries["sensor"]:
        watch_nodes(source, added)
    return with_added({f"{kind}s": entries[kind] for kind in KINDS if entries[kind]}, added), translated


def model_of(
    conversion: Conversion,
    steps: Sequence[Step],
    title: str = "",
    *,
    initials: Mapping[int, Mapping[str, Any]] | None = None,
    refusals: Sequence[Refusal] = (),
) -> Model:
    """The model with these analysis steps. Raises NotConvertible, also for the `refusals` that are already known."""
    document: Document = {"slipstick": 1, **({"title": title} if title else {}), **conversion.document}
    if starts := conversion.initials if initials is None else initials:
        document["nodes"] = [{**node, **starts.get(number, {})} for number, node in enumerate(document["nodes"])]
    parts = [part for step in steps for part in parts_of(step)]
    document["analysis"] = parts[0] if len(parts) == 1 else parts
    known = [*conversion.notes.refusals, *refusals]
    try:
        model = Model(document)
    except ModelError as error:
        # An item of a type that does not exist has already been refused by name.
        wrong = [each for each in error.issues if each.severity == "error" and not (each.pointer.endswith("/type") and known)]
        raise NotConvertible(
            list(dict.fromkeys([*known, *(Refusal(*place_of(document, each.pointer), each.message) for each in wrong)]))
        ) from None
    if known:
        raise NotConvertible(list(dict.fromkeys(known)))
    return model


def place_of(document: Document, pointer: str) -> tuple[str, str]:
    """The item and the parameter at a pointer."""
    parts = pointer.split("/")[1:]
    kind = parts[0][:-1] if parts else ""
    if kind in KINDS and len(parts) > 1 and parts[1].isdigit():
        item = document[parts[0]][int(parts[1])]
        return f"{kind} {item.get('name') or parts[1]!r} ({item.get('type')})", "/".join(parts[2:])
    return parts[0] if parts else "document", "/".join(parts[1:])


def _refuse_functions_of_the_system(mbs: Any, notes: Notes) -> None:
    for name in ("PostNewton", "SystemJacobian"):
        if function_of(mbs, name) is None:
            continue
        if name == "SystemJacobian":
            notes.remark(f"Set{name}UserFunction: it is left out, because tangents are exact in Slipstick")
        else:
            notes.refuse("system", f"Set{name}UserFunction", "a function of the whole system is called in every step")


def _of_steps(notes: Notes) -> dict[str, Refusal]:
    parameters = {f"Set{name}UserFunction": name for name in STEP_FUNCTIONS}
    return {parameters[each.parameter]: each for each in notes.refusals if each.item == "system" and each.parameter in parameters}
