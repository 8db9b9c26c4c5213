"""Every parameter and setting of Exudyn, if changed from its default, is in the document, or refused, or known to have no effect."""

import warnings

import numpy as np
import pytest

exudyn = pytest.importorskip("exudyn")

from exudyn.types import items as information

from slipstick.exudyn.read.recording import Originals
from slipstick.exudyn.read.system import Source, read
from slipstick.exudyn.reference import exudyn_names, reference
from slipstick.exudyn.refusals import Notes
from slipstick.exudyn.values import flat
from slipstick.exudyn.write.added_sensors import AddedSensors
from slipstick.exudyn.write.conversion import conversion_of, document_of
from slipstick.exudyn.write.items import DERIVED, SENSOR_FILES, items_of
from slipstick.exudyn.write.settings import SILENT

warnings.simplefilter("ignore", DeprecationWarning)

ITEMS = sorted({(each["kind"].lower(), name.removeprefix(each["kind"])) for name, each in information.items()} & set(reference()))


NEEDED = {
    "length": 0.5, "linkNumber": 0, "coordinate": 0, "rotationCoordinate": 0, "meshNodeNumber": 0, "distance": 0.5, "discRadius": 0.5,
    "numberOfAECoordinates": 2, "numberOfODE1Coordinates": 2, "numberOfODE2Coordinates": 2,
    "strokeLength": 1, "chamberCrossSection0": 1, "chamberCrossSection1": 1, "hoseVolume0": 1, "hoseVolume1": 1, "oilBulkModulus": 1, "nominalFlow": 1,
}  # fmt: skip


#: Parameters that cannot be set from outside or repeat others, and an object of Exudyn, which test_exudyn.py tests.
UNTRIED = {*DERIVED, "sectionData", "gapPerSegment", "gapPerSegment_t", "segmentsForceLocalX", "segmentsForceLocalY"}


class Unassembled:
    """A system that pretends to be consistent, because only its items are read."""

    systemIsConsistent = True

    def __init__(self, mbs):
        self._mbs = mbs

    def __getattr__(self, name):
        return getattr(self._mbs, name)


def converted(mbs):
    """The document of the items, without the values of sensors, and the refused parameters."""
    notes = Notes()
    source = read(Unassembled(mbs))
    added = AddedSensors(source, present=lambda key: np.zeros(3))
    document, _ = document_of(source, items_of(source, notes), added, 1.0, Originals(), notes)
    return document, {(each.item, each.parameter) for each in notes.refusals}


def system():
    """A system with two of everything that items refer to."""
    mbs = exudyn.SystemContainer().AddSystem()
    for place in range(2):
        mbs.AddNode({"nodeType": "GenericData", "numberOfDataCoordinates": 3, "initialCoordinates": [0, 0, 0]})
        mbs.AddObject({"objectType": "Ground", "referencePosition": [place, 0, 0]})
        mbs.AddMarker({"markerType": "BodyRigid", "bodyNumber": place})
        mbs.AddLoad({"loadType": "ForceVector", "markerNumber": 0})
        mbs.AddSensor({"sensorType": "Body", "bodyNumber": 0, "outputVariableType": exudyn.OutputVariableType.Position})
    return mbs


def others(value):
    """Other values of the same kind."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (exudyn.NodeIndex, exudyn.ObjectIndex, exudyn.MarkerIndex, exudyn.LoadIndex, exudyn.SensorIndex)):
        yield from (1, 0)
    elif isinstance(value, (int, np.integer)):
        yield from (value + 1, 2, lambda *given: 0.37, np.eye(6))
    elif isinstance(value, float):
        yield from (value + 0.37, 0.37)
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, (list, tuple, np.ndarray)) and np.size(value) and np.asarray(value).dtype.kind in "fiub":
        array = np.asarray(value)
        if array.dtype.kind == "f":
            yield from (array + 0.37, (array + 0.37).tolist())
        yield from (((array + 1) % 2).tolist(), (1 - array).tolist())
    elif isinstance(value, (list, tuple)) and len(value):
        yield from ([1] * len(value), [1, 0], [0] * len(value))
    elif type(value).__name__ in ("OutputVariableType", "JointType", "CrossSectionType", "ContactTypeIndex"):
        yield from (each for each in type(value).__members__.values() if each != value)
    else:
        yield from (
            [0.37],
            [1],
            [1, 0],
            [0.37] * 2,
            [0.37] * 3,
            [0.37] * 4,
            np.eye(1),
            np.eye(2),
            np.eye(3),
            np.ones((2, 2)),
            [np.eye(3)],
            [1, 1, 1],
        )
        yield from (exudyn.Matrix3DList([0.37 * np.eye(3)]), exudyn.Vector3DList([[1, 2, 3]]), exudyn.MatrixContainer(np.eye(2)))
        yield from ({"a": 1}, lambda *given: 0.37, exudyn.HT(translation=[1, 2, 3]), [exudyn.JointType.RevoluteZ])


def repeats(value):
    """A value for comparison: arrays become lists, objects of Exudyn their text."""
    return repr(np.asarray(value).tolist()) if isinstance(value, (list, tuple, np.ndarray)) else repr(value)


@pytest.mark.parametrize(("kind", "type_name"), ITEMS, ids=[f"{kind}-{type_name}" for kind, type_name in ITEMS])
def test_parameters(kind, type_name):
    mbs = system()
    defaults = getattr(mbs, f"Get{kind.capitalize()}Defaults")(type_name)
    add, get, put = (getattr(mbs, name.format(kind.capitalize())) for name in ("Add{}", "Get{}", "Set{}Parameter"))
    given = dict(defaults)
    for key, value in list(given.items()):
        if isinstance(value, (exudyn.NodeIndex, exudyn.ObjectIndex, exudyn.MarkerIndex, exudyn.LoadIndex, exudyn.SensorIndex)):
            given[key] = 0
        elif key in ("markerNumbers", "nodeNumbers"):
            given[key] = [0] * max(1, len(value))
        elif key == "sensorNumbers":
            given[key] = [0, 0]
    given |= {key: value for key, value in NEEDED.items() if key in given}
    given |= {"referenceCoordinates": [0, 0], "initialCoordinates": [0, 0]} if "ODE" in type_name and kind == "node" else {}
    if given.get("objectType") in ("HydraulicActuatorSimple", "ObjectANCFBeam"):  # Exudyn does not accept its own value
        given["objectType"] = type_name
    if type_name == "ANCFThinPlate":  # it reads its nodes when it is added
        corner = {"nodeType": "PointSlope12", "initialCoordinates": [0] * 9, "initialVelocities": [0] * 9}
        places = [(0, 0), (1, 0), (1, 1), (0, 1)]
        given["nodeNumbers"] = [mbs.AddNode({**corner, "referenceCoordinates": [x, y, 0, 1, 0, 0, 0, 1, 0]}) for x, y in places]
    number = add({key: value for key, value in given.items() if not (value is None or key.startswith("V"))})
    before = converted(mbs)
    lost, untried = [], []
    for key, value in get(number).items():
        if key in (f"{kind}Type", "name") or (key[0] == "V" and key[1:2].islower()) or (kind == "sensor" and key in SENSOR_FILES):
            continue
        for other in others(value):
            try:
                put(number, key, other)
            except Exception:  # not of this type
                continue
            if repeats(get(number)[key]) != repeats(value):
                break
        else:
            untried.append(key)
            continue
        if converted(mbs) == before and key not in DERIVED:
            lost.append(key)
        try:
            put(number, key, value)
        except Exception:  # an empty value cannot be restored
            before = converted(mbs)
        else:
            if repeats(get(number)[key]) != repeats(value):
                before = converted(mbs)
    assert not lost
    assert set(untried) <= UNTRIED


def test_every_item_is_known_or_refused():
    """Including types to which Exudyn gives another name."""
    mbs = system()
    types = {(each["kind"].lower(), name.removeprefix(each["kind"])) for name, each in information.items()}
    known = {(kind, exudyn_names()["types"].get(f"{kind} {name}", name)) for kind, name in reference()}
    for kind, type_name in types - known:
        given = getattr(mbs, f"Get{kind.capitalize()}Defaults")(type_name)
        source = read(Unassembled(mbs))
        given, names = {**source.given, kind: [*source.given[kind], given]}, {**source.names, kind: [*source.names[kind], "it"]}
        notes = Notes()
        items_of(Source(source.mbs, given, names), notes)
        assert any(each.reason.startswith(f"there is no {kind}") for each in notes.refusals), type_name


@pytest.mark.parametrize("static", [False, True])
def test_settings(static):
    mbs = exudyn.SystemContainer().AddSystem()
    mbs.CreateMassPoint(mass=1)
    mbs.Assemble()

    def text_of(settings):
        conversion = conversion_of(mbs, settings, static=static)
        return conversion.step, conversion.notes.refusals

    before = text_of(exudyn.SimulationSettings())
    lost = []
    tried = 0
    for path, value in flat(exudyn.SimulationSettings().GetDictionary()).items():
        if any(path == each or path.startswith(each + ".") for each in SILENT) or "numericalDifferentiation" in path:
            continue
        if path.startswith("timeIntegration" if static else "staticSolver"):
            continue
        settings = exudyn.SimulationSettings()
        *parts, last = path.split(".")
        owner = settings
        for part in parts:
            owner = getattr(owner, part)
        for other in others(value):
            try:
                setattr(owner, last, other)
            except Exception:
                continue
            if getattr(owner, last) != value:
                break
        else:
            lost.append(f"{path} was not tried")
            continue
        tried += 1
        if text_of(settings) == before:
            lost.append(path)
    assert not lost
    assert tried > 20
