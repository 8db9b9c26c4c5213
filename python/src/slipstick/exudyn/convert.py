"""Systems of Exudyn as documents: everything is carried over or refused by name."""

from __future__ import annotations

import atexit
import math
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import exudyn as exu
import numpy as np

from ..model import Model, ModelError
from .graphics import solids_of
from .prestep import MustBeHeld, ends_of_steps, parameters_by_time, parameters_held, parts_of, put, switches
from .settings import is_explicit, step_of
from .symbols import LONGEST, Text, constant, elementwise, named, nodes, operate, substitute
from .systems import Sensors, allowed, places_of
from .tables import exudyn_names, is_body, reference
from .trace import Argument, NotAFormula, Shared, translate
from .values import flat, hex_color, plain, same

KINDS = ("node", "object", "marker", "load", "sensor")


@dataclass(frozen=True)
class Refusal:
    """Something that a document cannot say: of which item or setting, and why."""

    item: str
    parameter: str
    reason: str

    def __str__(self) -> str:
        return f"{self.item}{', ' + self.parameter if self.parameter else ''}: {self.reason}"


class NotConvertible(Exception):
    """A system that cannot be a document. `refusals` has all reasons."""

    def __init__(self, refusals: list[Refusal]):
        self.refusals = refusals
        super().__init__("\n".join(str(each) for each in refusals))


#: parameters that say again what others say
_DERIVED = ("referenceHT", "localHT", "jointHTs", "coordinateIndexPerNode", "tempCoordinates", "tempCoordinates_t", "tempCoordinates_tt")
#: what takes only the position of its markers, or their velocities in global directions
_POSITION_ONLY = (
    "ConnectorSpringDamper", "ConnectorCartesianSpringDamper", "ConnectorDistance", "ConnectorGravity", "JointSpherical", "ContactSphereSphere",
    "ConnectorHydraulicActuatorSimple",
)  # fmt: skip
#: objects whose type Exudyn calls otherwise than their page
_OTHERWISE = {"HydraulicActuatorSimple": "ConnectorHydraulicActuatorSimple"}
#: directions in the frames of their markers: of marker 0 and of marker 1
_DIRECTIONS = {
    "JointRollingDisc": ("planeNormal", "discAxis"), "ConnectorRollingDiscPenalty": ("planeNormal", "discAxis"),
}  # fmt: skip
_GLOBAL_OUTPUTS = ("Position", "Displacement", "Velocity", "Acceleration", "AngularVelocity", "AngularAcceleration")
_SENSOR_FILES = ("writeToFile", "fileName", "storeInternal")
#: names of initial values, as positions or values and as velocities
_INITIAL = {"ODE2": (("initialCoordinates",), ("initialVelocities", "initialCoordinates_t")), "ODE1": (("initialCoordinates",), ())}
_ODE2_SIZES = {
    "Point": 3, "Point2D": 2, "Point2DSlope1": 4, "PointSlope1": 6, "RigidBody2D": 3, "RigidBodyEP": 7, "RigidBodyRxyz": 6, "RigidBodyRotVecLG": 6, "1D": 1,
}  # fmt: skip


def convert(
    mbs: Any,
    simulationSettings: Any = None,
    solverType: Any = None,
    *,
    static: bool = False,
    title: str = "",
    initial: bool = True,
) -> Model:
    """The model of a system, before or after it is solved. Raises NotConvertible with all that a document cannot say.

    `simulationSettings`: those of the solver, or the defaults. `solverType`: an exudyn.DynamicSolverType, or None for that of the settings.
    `static`: equilibrium instead of motion. `initial`: start from the initial values of the system, as they were set in it.
    """
    settings = simulationSettings or exu.SimulationSettings()
    conversion = Conversion(mbs, end_time=settings.timeIntegration.endTime)
    step = conversion.step(settings, solverType, static=static)
    if not initial:
        conversion.initials.clear()
    return conversion.model([step], title)


#: what Exudyn still holds when a script ends
_systems: weakref.WeakSet[Any] = weakref.WeakSet()


@atexit.register
def _release() -> None:
    """Takes functions out of systems. Python cannot see that a system holds them, so that all they know would never be freed."""
    for mbs in list(_systems):
        mbs.Reset()


class Conversion:
    """One system on its way to a document."""

    def __init__(self, mbs: Any, *, end_time: float = 1.0):
        self.mbs = mbs
        _systems.add(mbs)
        self.refusals: list[Refusal] = []
        #: what is left out and changes no number
        self.remarks: list[str] = []
        #: initial values of the system that are not those of its nodes, by number of the node
        self.initials: dict[int, dict[str, Any]] = {}
        self._end_time = end_time
        self._made: dict[tuple[Any, ...], tuple[str, tuple[int, ...], Any]] = {}
        #: markers that are turned against their body, by number: their rotation matrix
        self._turned: dict[int, np.ndarray] = {}
        self._more_sensors: list[dict[str, Any]] = []
        self._shared = Shared()
        self._functions: list[tuple[str, str, Any]] = []
        #: parameters that functions ask for, by kind, number and name
        self._asked: set[tuple[str, int, str]] = set()
        if not mbs.systemIsConsistent:
            mbs.Assemble()
        self._given = {kind: self._all(kind) for kind in KINDS}
        self._name_coordinates()
        self._names = {kind: self._names_of(kind) for kind in KINDS}
        self.document: dict[str, Any] = {"slipstick": 1}
        self._system()
        for kind in KINDS:
            items = [self._item(kind, number, given) for number, given in enumerate(self._given[kind])]
            if items:
                self.document[f"{kind}s"] = items
        for label, key, function in self._functions:
            if name := self._shared.conflict(function):
                self.refuse(label, key, f"it reads {name}, which another function changes")
        for number, rotation in self._turned.items():
            self._turn(number, rotation)
        if not self._given["sensor"]:
            self._watch_nodes()
        if self._more_sensors:
            # Formulas read only sensors before them.
            self.document["sensors"] = [*self._more_sensors, *self.document.get("sensors", [])]
            for sensor in self.document["sensors"]:
                if "sensorNumbers" in sensor:
                    sensor["sensorNumbers"] = [number + len(self._more_sensors) for number in sensor["sensorNumbers"]]

    @property
    def sensor_names(self) -> list[str]:
        """Names of the sensors of the system in the document."""
        return self._names["sensor"]

    def refuse(self, item: str, parameter: str, reason: str) -> None:
        self.refusals.append(Refusal(item, parameter, reason))

    # ---- the whole

    def model(self, steps: list[dict[str, Any]], title: str = "", display: Mapping[str, Any] | None = None) -> Model:
        """The model with these steps of the analysis. Raises NotConvertible."""
        document = {"slipstick": 1, **({"title": title} if title else {}), **{key: value for key, value in self.document.items() if key != "slipstick"}}
        if self.initials:
            document["nodes"] = [{**node, **self.initials.get(number, {})} for number, node in enumerate(document["nodes"])]
        parts = [part for step in steps for part in parts_of(step)]
        document["analysis"] = parts[0] if len(parts) == 1 else parts
        if display:
            document["display"] = dict(display)
        found: Model | None = None
        try:
            found = Model(document)
        except ModelError as error:
            for issue in error.issues:
                # a type that does not exist has been refused with its name
                if issue.severity == "error" and not (issue.pointer.endswith("/type") and self.refusals):
                    self.refuse(*self._place(document, issue.pointer), issue.message)
        if self.refusals or found is None:
            raise NotConvertible(list(dict.fromkeys(self.refusals)))
        self.remarks[:] = dict.fromkeys([*self.remarks, *(str(issue) for issue in found.issues)])
        return found

    def _place(self, document: Mapping[str, Any], pointer: str) -> tuple[str, str]:
        """The item and the parameter at a pointer."""
        parts = pointer.split("/")[1:]
        kind = parts[0][:-1] if parts else ""
        if kind in KINDS and len(parts) > 1 and parts[1].isdigit():
            item = document[parts[0]][int(parts[1])]
            return f"{kind} {item.get('name') or parts[1]!r} ({item.get('type')})", "/".join(parts[2:])
        return parts[0] if parts else "document", "/".join(parts[1:])

    def _system(self) -> None:
        for name in ("PostStep", "PreNewtonResidual", "PostNewton", "SystemJacobian"):
            getter = getattr(self.mbs, f"Get{name}UserFunction", None)
            if getter is not None and getter() not in (0, None):
                self.refuse("system", f"Set{name}UserFunction", "a function of the whole system is called in every step")
        if self.mbs.NumberOfGeneralContacts() > 0:
            self.refuse("system", "GeneralContact", "contacts of many spheres and triangles are no items")

    # ---- items

    def _all(self, kind: str) -> list[dict[str, Any]]:
        name = kind.capitalize()
        count = getattr(self.mbs.systemData, f"NumberOf{name}s")()
        if kind == "object":
            objects = [self.mbs.GetObject(number, addGraphicsData=True) for number in range(count)]
            return [{**each, "objectType": _OTHERWISE.get(each["objectType"], each["objectType"])} for each in objects]
        return [getattr(self.mbs, f"Get{name}")(number) for number in range(count)]

    def _name_coordinates(self) -> None:
        """A node of one generic coordinate that carries a mass is a node 1D: Exudyn takes either for it."""
        users: dict[int, set[str]] = {}
        for given in self._given["object"]:
            for node in (given[key] for key in ("nodeNumber", "nodeNumbers") if key in given):
                for number in node if isinstance(node, (list, tuple)) else [node]:
                    users.setdefault(int(number), set()).add(given["objectType"])
        for number, types in users.items():
            given = self._given["node"][number] if number >= 0 else {}
            if given.get("nodeType") == "GenericODE2" and given["numberOfODE2Coordinates"] == 1 and types <= {"Mass1D", "RotationalMass1D"}:
                single = {"initialVelocities" if key == "initialCoordinates_t" else key: value for key, value in given.items() if key != "numberOfODE2Coordinates"}
                self._given["node"][number] = {**single, "nodeType": "1D"}

    def _names_of(self, kind: str) -> list[str]:
        """Unique names without stars; those that Exudyn made up are improved."""
        names: list[str] = []
        for number, given in enumerate(self._given[kind]):
            name = str(given.get("name", "")).replace("*", "×").strip()
            if not name or name == f"{kind}{number}":
                name = self._sensor_name(given) if kind == "sensor" else f"{kind}{number}"
            unique, count = name, 1
            while unique in names:
                count += 1
                unique = f"{name} {count}"
            names.append(unique)
        return names

    def _sensor_name(self, given: Mapping[str, Any]) -> str:
        """What a sensor without a name measures."""
        of = {"Body": ("object", "bodyNumber"), "Node": ("node", "nodeNumber"), "Marker": ("marker", "markerNumber"), "Load": ("load", "loadNumber")}
        kind, key = of.get(given["sensorType"], ("object", "objectNumber"))
        what = getattr(given.get("outputVariableType"), "name", given["sensorType"])
        number = given.get(key)
        if number is None:
            return what
        return f"{what} of {self._given[kind][int(number)].get('name') or f'{kind} {int(number)}'}"

    def _label(self, kind: str, number: int) -> str:
        return f"{kind} {self._names[kind][number]!r} ({self._given[kind][number].get(f'{kind}Type', '')})"

    def _item(self, kind: str, number: int, given: Mapping[str, Any]) -> dict[str, Any]:
        type_name = str(given[f"{kind}Type"])
        if type_name == "ContactSphereSphere":  # Exudyn calls three alike
            type_name = "ContactSphereTriangle" if "trianglePoints" in given else "ContactSphereTorus" if "torusAxis" in given else type_name
        if kind == "sensor" and type_name == "Body" and not is_body(self._given["object"][int(given["bodyNumber"])]["objectType"]):
            type_name = "Object"
            given = {("objectNumber" if key == "bodyNumber" else key): value for key, value in given.items()}
            if not np.any(given.get("localPosition", 0)):
                given.pop("localPosition", None)
        if kind == "marker" and type_name == "SuperElementPosition" and (node := self._mesh_node(given)) is not None:
            type_name, given = "NodePosition", {"markerType": "NodePosition", "name": given["name"], "nodeNumber": node}
        label = self._label(kind, number)
        item: dict[str, Any] = {"type": type_name}
        name = self._names[kind][number]
        if kind == "sensor" or name != f"{kind}{number}":
            item["name"] = name
        known = reference().get((kind, type_name))
        if known is None:
            self.refuse(label.replace(f"({given[f'{kind}Type']})", f"({type_name})"), "", f"there is no {kind} of this type")
            return item
        ours = {theirs: own for own, theirs in exudyn_names()["parameters"].get(f"{kind} {type_name}", {}).items()}
        defaults = getattr(self.mbs, f"Get{kind.capitalize()}Defaults")(type_name)
        for key, value in given.items():
            if key in (f"{kind}Type", "name") or (kind == "sensor" and key in _SENSOR_FILES):
                continue
            if key[0] == "V" and len(key) > 1 and key[1].islower():
                continue
            if key in _DERIVED:
                self._derived(number, label, given, key, value)
                continue
            parameter = ours.get(key, key)
            if type_name == "ConnectorCoordinateVector" and key == "jacobianUserFunction":
                if given["constraintUserFunction"] not in (0, None):
                    self.remarks += [] if value in (0, None) else [f"{label}: {key} is left out, because formulas are differentiated"]
                elif value not in (0, None):
                    self.refuse(label, key, "gradients without constraintUserFunction")
                continue
            if parameter not in known:
                if not same(value, defaults.get(key)):
                    self.refuse(label, key, "there is no such parameter")
                continue
            if "arguments" in known[parameter]:
                if not (isinstance(value, (int, float)) and value == 0):
                    formula = self._user_function(kind, number, parameter, key, value, known[parameter])
                    if formula is not None:
                        item[parameter] = formula
                continue
            try:
                said = plain(value)
            except TypeError as error:
                self.refuse(label, key, str(error))
                continue
            if said == -1 and known[parameter].get("refersTo"):
                continue
            if kind == "node" and key.startswith("initial") and known[parameter].get("default") == [] and not np.any(said):
                continue
            if not same(said, known[parameter].get("default")):
                item[parameter] = said
        if kind == "node":
            self._initial_values(number, type_name, given)
        shown = self._visualization(kind, number, given)
        if shown:
            item["visualization"] = shown
        return item

    def _mesh_node(self, given: Mapping[str, Any]) -> int | None:
        """The node that a marker of a mesh stands at, if it is one alone."""
        body = self._given["object"][int(given["bodyNumber"])]
        weights = np.asarray(plain(given["weightingFactors"]), dtype=float)
        if body["objectType"] != "GenericODE2" or np.count_nonzero(weights) != 1 or weights.max() != 1:
            return None
        return int(body["nodeNumbers"][int(plain(given["meshNodeNumbers"])[int(weights.argmax())])])

    def _derived(self, number: int, label: str, given: Mapping[str, Any], key: str, value: Any) -> None:
        """Homogeneous transformations repeat positions and rotations, where there are parameters for both."""
        if key in ("referenceHT", "jointHTs"):
            names = ("referenceRotation", "referencePosition") if key == "referenceHT" else ("jointTransformations", "jointOffsets")
            parts = [np.asarray(plain(given[name]), dtype=float) for name in names]
            whole = np.asarray(plain(value), dtype=float)
            if whole.size and not (np.array_equal(whole[..., :3, :3], parts[0]) and np.array_equal(whole[..., :3, 3], parts[1])):
                self.refuse(label, key, f"it says something else than {names[0]} and {names[1]}")
            return
        if key != "localHT":
            return
        matrix = np.asarray(value, dtype=float)
        if not np.array_equal(matrix[:3, :3], np.eye(3)):
            self._turned[number] = matrix[:3, :3]
        if "localPosition" in given and not np.array_equal(matrix[:3, 3], given["localPosition"]):
            self.refuse(label, key, "its position is not localPosition")
        if "localPosition" not in given and np.any(matrix[:3, 3]):
            self.refuse(label, key, "markers that are moved against their node")

    def _turn(self, marker: int, rotation: np.ndarray) -> None:
        """Markers have no rotation of their own here: who uses this one gets it instead."""
        label = self._label("marker", marker)
        why = "a marker that is turned against its body, for {}, which has no place for that"
        for number, item in enumerate(self.document.get("objects", [])):
            for side, other in enumerate(item.get("markerNumbers", [])):
                if other != marker or item["type"] in _POSITION_ONLY:
                    continue
                known = reference().get(("object", item["type"]), {})
                key = f"rotationMarker{side}"
                if key in known:
                    item[key] = (rotation @ np.array(item.get(key, np.eye(3)))).tolist()
                elif item["type"] in _DIRECTIONS and side < 2:
                    key = _DIRECTIONS[item["type"]][side]
                    item[key] = (rotation @ np.array(item.get(key, known[key]["default"]))).tolist()
                else:
                    self.refuse(label, "localHT", why.format(self._label("object", number)))
        for number, item in enumerate(self.document.get("loads", [])):
            if item.get("markerNumber") != marker or not item.get("bodyFixed"):
                continue
            if "loadVectorUserFunction" not in item:  # functions were turned when they became formulas
                item["loadVector"] = (rotation @ np.array(item.get("loadVector", [0, 0, 0]))).tolist()
            for place, sensor in enumerate(self.document.get("sensors", [])):
                if sensor["type"] == "Load" and sensor.get("loadNumber", 0) == number:
                    own = f"{sensor['name']}, of the body"
                    self._more_sensors.append({**sensor, "name": own})
                    parts = [named(each) for each in places_of(own, (3,))]
                    formulas = Text([elementwise("+", each, 0) for each in rotation.T @ np.array(parts, dtype=object)]).formulas
                    self.document["sensors"][place] = {"type": "UserFunction", "name": sensor["name"], "sensorUserFunction": formulas}
        for item in [*self._more_sensors, *self.document.get("sensors", [])]:
            if item["type"] == "Marker" and item.get("markerNumber") == marker and item["outputVariableType"] not in _GLOBAL_OUTPUTS:
                self.refuse(label, "localHT", why.format(f"the sensor {item['name']!r}"))

    # ---- initial values

    def _initial_values(self, number: int, type_name: str, given: Mapping[str, Any]) -> None:
        """Those of the system, which a script may have set behind the nodes."""
        data, configuration = self.mbs.systemData, exu.ConfigurationType.Initial
        size = _ODE2_SIZES.get(type_name) or int(given.get("numberOfODE2Coordinates", 0))
        if not size and type_name not in ("PointGround", "GenericData", "GenericODE1") and "initialCoordinates" in given:
            size = len(given["initialCoordinates"])
        if size:
            start = self.mbs.GetNodeODE2Index(number)
            positions = np.asarray(data.GetODE2Coordinates(configuration))[start : start + size]
            velocities = np.asarray(data.GetODE2Coordinates_t(configuration))[start : start + size]
            second = "initialCoordinates_t" if "initialCoordinates_t" in given else "initialVelocities"
            self._put_initial(number, given, "initialCoordinates", positions)
            self._put_initial(number, given, second, velocities)
        elif type_name == "GenericODE1":
            start = data.GetNodeLTGODE1(number)
            self._put_initial(number, given, "initialCoordinates", np.asarray(data.GetODE1Coordinates(configuration))[np.asarray(start, dtype=int)])
        elif type_name == "GenericData":
            where = data.GetNodeLTGData(number)
            self._put_initial(number, given, "initialCoordinates", np.asarray(data.GetDataCoordinates(configuration))[np.asarray(where, dtype=int)])

    def _put_initial(self, number: int, given: Mapping[str, Any], name: str, values: np.ndarray) -> None:
        before = np.asarray(given[name], dtype=float).ravel()
        if before.size == values.size and np.array_equal(before, values):
            return
        if before.size == 0 and not np.any(values):
            return
        self.initials.setdefault(number, {})[name] = [float(each) for each in values]

    # ---- user functions

    def _user_function(self, kind: str, number: int, parameter: str, key: str, value: Any, known: Mapping[str, Any]) -> Any:
        label = self._label(kind, number)
        function = value.get("function") if isinstance(value, dict) else value
        judge = None
        if isinstance(value, dict) and value.get("type") == "Symbolic":
            from .symbolic import original

            symbolic = value["function"]
            judge = lambda system, *given: symbolic.Evaluate(self.mbs, *given)  # noqa: E731
            function = original(symbolic)
            if function is None:
                self.refuse(label, key, "a symbolic function that was made before slipstick.exudyn was imported")
                return None
        if getattr(function, "__name__", "") == "UFsensorRecord" and str(function.__module__).startswith("exudyn."):
            function = lambda mbs, t, sensorNumbers, factors, configuration: mbs.GetSensorValues(sensorNumbers[0])  # noqa: E731
            self.remarks.append(f"{label}: it shows the sensor that it records")
        if not callable(function):
            self.refuse(label, key, f"a {type(function).__name__} is no function")
            return None
        given = self._given[kind][number]
        names = {own: theirs for own, theirs in exudyn_names()["parameters"].get(f"{kind} {given[f'{kind}Type']}", {}).items()}
        arguments = [self._argument(name, given, names) for name in known["arguments"]]
        leading: list[Any] = [number] if kind == "object" else []
        trailing: list[Any] = []
        if parameter == "constraintUserFunction":
            trailing = [bool(given["velocityLevel"])]
        if kind == "sensor":
            leading = [[int(each) for each in given["sensorNumbers"]], [float(each) for each in given["factors"]], exu.ConfigurationType.Current]
            arguments = arguments[:1]
        sensors = Sensors(self._find_sensor, parameters=self._asked)
        is_matrix = "atrix" in parameter or "acobian" in parameter
        size = known.get("resultSize") or None
        try:
            turned = self._turned.get(int(given["markerNumber"])) if kind == "load" and given.get("bodyFixed") else None
            formulas = translate(function, self.mbs, arguments, leading, size, sensors, self._end_time, judge, turned, self._shared, trailing)
            self._functions.append((label, key, function))
        except NotAFormula as reason:
            self.refuse(label, key, str(reason))
            return None
        if is_matrix:
            rows = math.isqrt(len(formulas))
            if rows * rows != len(formulas):
                self.refuse(label, key, f"a matrix of {len(formulas)} numbers")
                return None
            whole = "[" + ", ".join("[" + ", ".join(formulas[i * rows : (i + 1) * rows]) + "]" for i in range(rows)) + "]"
            return whole if len(whole) <= LONGEST and not any(";" in formula for formula in formulas) else formulas
        return formulas[0] if size == 1 or (size is None and len(formulas) == 1 and kind != "object") else formulas

    def _argument(self, name: str, given: Mapping[str, Any], names: Mapping[str, str]) -> Argument:
        if name == "t":
            return Argument("t", (), "float")
        near = given.get(names.get(name, name))
        if near is not None and not isinstance(near, (dict, str)):
            near = plain(near)
            return Argument(name, np.shape(near), "list" if np.ndim(near) else "float", near)
        shapes = {
            "displacement": (3,), "velocity": (3,), "rotation": (3,), "angularVelocity": (3,), "rotJ0": (3, 3), "rotJ1": (3, 3),
        }  # fmt: skip
        if given.get("objectType") in ("ConnectorCartesianSpringDamper", "ConnectorRigidBodySpringDamper") and name in shapes:
            return Argument(name, shapes[name], "list")
        if name in ("q", "q_t", "dataCoordinates"):
            return Argument(name, (self._coordinates(given, name),), "list")
        return Argument(name, (), "float")

    def _coordinates(self, given: Mapping[str, Any], name: str) -> int:
        if name == "dataCoordinates":
            return int(self._given["node"][int(given["nodeNumber"])]["numberOfDataCoordinates"])
        nodes = given.get("nodeNumbers", None)
        if nodes is None:
            markers = [self._given["marker"][int(marker)] for marker in given.get("markerNumbers", [])]
            whose = [self._given["object"][int(each["objectNumber"])] if "objectNumber" in each else each for each in markers or [given]]
            nodes = [node for each in whose for node in each.get("nodeNumbers", [each["nodeNumber"]] if "nodeNumber" in each else [])]
        total = 0
        for node in nodes:
            of = self._given["node"][int(node)]
            total += int(of.get("numberOfODE2Coordinates", of.get("numberOfODE1Coordinates", 0))) or _ODE2_SIZES.get(of["nodeType"], 0)
        return total

    def _find_sensor(self, key: tuple[Any, ...]) -> tuple[str, tuple[int, ...], Any]:
        """The sensor of the document that gives what a function asks for; a new one where there is none."""
        if key in self._made:
            return self._made[key]
        what, number = key[0], key[1]
        array = self._value(key)
        if what == "sensor":
            name = self._names["sensor"][number]
        else:
            kinds = {"object": ("Object", "objectNumber"), "body": ("Body", "bodyNumber"), "node": ("Node", "nodeNumber"), "marker": ("Marker", "markerNumber")}
            of_body = what == "body" and is_body(self._given["object"][number]["objectType"])
            type_name, reference_name = kinds["object" if what == "body" and not of_body else what]
            place = {"localPosition": list(key[3])} if what == "body" and any(key[3]) else {}
            owner = "object" if what == "body" else what
            name = f"{key[2]} of {self._names[owner][number]}"
            taken = {*self._names["sensor"], *(sensor["name"] for sensor in self._more_sensors)}
            while name in taken:
                name += "'"
            self._more_sensors.append({"type": type_name, "name": name, reference_name: number, "outputVariableType": key[2], **place})
        self._made[key] = (name, array.shape, array)
        return self._made[key]

    def _watch_nodes(self) -> None:
        """A system without sensors gets some, so that there is something to see and to compare."""
        for number, given in enumerate(self._given["node"]):
            if given["nodeType"] in ("PointGround", "GenericData") or len(self._more_sensors) >= 10:
                continue
            output = "Coordinates" if given["nodeType"] in ("1D", "GenericODE1", "GenericODE2") else "Position"
            self._find_sensor(("node", number, output))

    def now(self) -> dict[str, np.ndarray]:
        """What the sensors show now that the document has in addition to those of the system."""
        names = {sensor["name"] for sensor in self._more_sensors}
        return {name: self._value(key) for key, (name, _, _) in self._made.items() if name in names}

    def _value(self, key: tuple[Any, ...]) -> Any:
        with allowed():
            return self._value_now(key)

    def _value_now(self, key: tuple[Any, ...]) -> Any:
        what, number = key[0], key[1]
        if what == "sensor":
            return np.asarray(self.mbs.GetSensorValues(number), dtype=float)
        output = getattr(exu.OutputVariableType, key[2])
        if what == "object":
            found = self.mbs.GetObjectOutput(number, output)
        elif what == "body":
            found = self.mbs.GetObjectOutputBody(number, output, list(key[3]))
        elif what == "node":
            found = self.mbs.GetNodeOutput(number, output)
        else:
            found = self.mbs.GetMarkerOutput(number, output)
        return np.asarray(found, dtype=float)

    # ---- drawing

    def _visualization(self, kind: str, number: int, given: Mapping[str, Any]) -> dict[str, Any]:
        if kind != "object":
            return {}
        shown: dict[str, Any] = {}
        if given.get("Vshow") is False:
            shown["show"] = False
        color = given.get("Vcolor")
        if color is not None and len(color) >= 3 and color[0] >= 0:
            shown["color"] = hex_color(color)
        size = given.get("VdrawSize")
        springs = ("SpringDamper", "ConnectorDistance", "LinearSpring")
        if isinstance(size, (int, float)) and size > 0 and any(word in str(given["objectType"]) for word in springs):
            shown["drawSize"] = float(size)
        graphics, left_out = solids_of([each for each in given.get("VgraphicsData", []) if "type" in each])
        if graphics and str(given["objectType"]) != "KinematicTree":
            shown["graphics"] = graphics
        for what in left_out:
            self.remarks.append(f"{self._label(kind, number)}: {what} is not drawn")
        if callable(given.get("VgraphicsDataUserFunction")) or isinstance(given.get("VgraphicsDataUserFunction"), dict):
            self.remarks.append(f"{self._label(kind, number)}: graphicsDataUserFunction only draws, and is left out")
        return shown

    # ---- analysis

    def step(self, settings: Any, solver: Any = None, *, static: bool = False) -> dict[str, Any]:
        """One step of the analysis."""
        step = step_of(settings, solver, static, lambda path, reason: self.refuse("simulationSettings", path, reason))
        given = flat(settings.GetDictionary())
        explicit = is_explicit(step)
        if not static and any(each["objectType"] == "ContactSphereSphere" for each in self._given["object"]):
            step.setdefault("discontinuous", {})["recommendAtParting"] = True
        accelerations = np.asarray(self.mbs.systemData.GetODE2Coordinates_tt(exu.ConfigurationType.Initial))
        computed = given.get("timeIntegration.generalizedAlpha.computeInitialAccelerations", True)
        if not static and not explicit and not computed and np.any(accelerations):
            self.refuse("system", "SetODE2Coordinates_tt", "initial accelerations that are not computed")
        if not static and not explicit and any(node["nodeType"] == "GenericODE1" for node in self._given["node"]):
            # Exudyn takes their rates at the start as zero.
            if len(self.mbs.systemData.GetODE2Coordinates()) == 0:
                step.setdefault("generalizedAlpha", {})["computeInitialAccelerations"] = False
            elif computed:
                self.remarks.append("first-order states: their first step is of second order here, and of first order in Exudyn")
        function = self.mbs.GetPreStepUserFunction()
        function = function.get("function") if isinstance(function, dict) else function
        if function not in (0, None):
            self._before_steps(function, settings.timeIntegration, step)
        return step

    def _before_steps(self, function: Any, settings: Any, step: dict[str, Any]) -> None:
        """A function before each step, by which parameters change."""
        label, key = "system", "SetPreStepUserFunction"
        if step.get("type") == "static":
            self.refuse(label, key, "a function is called before every step of the load")
            return
        times = ends_of_steps(settings.startTime, settings.endTime, int(settings.numberOfSteps))
        explicit = is_explicit(step)
        try:
            watched = {number for kind, number, _ in self._asked if kind == "object"} | {key[1] for key in self._made if key[0] in ("object", "body")}
            try:
                if explicit:  # what is set is held within the step
                    raise MustBeHeld
                changed = parameters_by_time(function, self.mbs, self._parameter, times, self._shared, self._value, watched)
                connectors = [key for key in changed if key[0] == "object" and key[2] == "activeConnector"]
                active = {key[1]: (bool(self._given["object"][key[1]]["activeConnector"]), changed.pop(key)[0]) for key in connectors}
                if found := switches(active, times):
                    step["switches"] = found
            except MustBeHeld:
                changed = self._held(function, settings, step, watched)
        except NotAFormula as reason:
            self.refuse(label, key, str(reason))
            return
        for other, parameter, of in self._functions:
            if name := self._shared.conflict(of):
                self.refuse(other, parameter, f"it reads {name}, which another function changes")
        by_item: dict[tuple[str, int], dict[str, Any]] = {}
        for (kind, number, name), symbols in changed.items():
            if (kind, number, name) in self._asked:
                self.refuse(label, key, f"it sets {name} of {self._label(kind, number)}, which another function asks for")
            given = self._given[kind][number]
            ours = {theirs: own for own, theirs in exudyn_names()["parameters"].get(f"{kind} {given[f'{kind}Type']}", {}).items()}
            by_item.setdefault((kind, number), {})[ours.get(name, name)] = symbols
        for (kind, number), symbols in by_item.items():
            item = self.document[f"{kind}s"][number]
            if (kind, item["type"]) not in reference():  # refused by its name
                continue
            turned = self._turned.get(int(item["markerNumber"])) if kind == "load" and item.get("bodyFixed") else None
            if turned is not None and "loadVector" in symbols:
                symbols["loadVector"] = list(turned @ np.array(symbols["loadVector"], dtype=object))
            why = put(item, kind, symbols, lambda name, item=item, kind=kind: item.get(name, reference()[kind, item["type"]][name]["default"]))
            if why:
                self.refuse(label, key, f"it sets {', '.join(symbols)} of {self._label(kind, number)}, {why}")

    def _held(self, function: Any, settings: Any, step: Mapping[str, Any], watched: set[int]) -> dict[tuple[str, int, str], list[Any]]:
        """Parameters that a function sets before each step by what the system does: inputs that follow a sensor, the last of the document."""
        already = len(self._more_sensors)
        sensors = Sensors(self._find_sensor, parameters=self._asked)
        held = parameters_held(function, self.mbs, self._parameter, settings.endTime, self._shared, sensors, watched)
        listed = self.document.setdefault("sensors", [])
        listed += self._more_sensors[already:]
        types = {each["name"]: each["type"] for each in listed}
        for name in sensors.used:
            if types[name] in ("UserFunction", "Load"):  # which would show what they are at the start of the step
                raise NotAFormula(f"it reads the sensor {name!r}, which is a function of time")
        size = (settings.endTime - settings.startTime) / int(settings.numberOfSteps)
        texts = [str(number) for number in range(sum(value.size for value in held.before.values()), len(held.roots))]
        titles = [
            f"{name} of {self._names[kind][number]}" + "".join(f"[{place}]" for place in index)
            for (kind, number, name), value in held.before.items()
            for index in np.ndindex(*value.shape)
        ] + [f"kept {text}" for text in texts]
        names = {old: named(f'input("{title}")') for old, title in zip(held.names, titles, strict=True)}
        fixed = [root.operation == "constant" and root.parts[0] == start for root, start in zip(held.roots, held.starts, strict=True)]
        names |= {old: constant(start) for old, start, is_fixed in zip(held.names, held.starts, fixed, strict=True) if is_fixed}
        controlled = step.get("solver") in ("DOPRI5", "ODE23")
        if controlled and any(each.operation == "name" and each.parts[0] == "t" for each in nodes(held.roots)):
            raise NotAFormula("it uses the time at the end of steps, whose size the solver chooses")
        names["t"] = operate("+", named("t"), constant(size))  # Exudyn gives it the end of the step
        roots = [substitute(root, names) for root in held.roots]
        control = "before each step"
        while control in types:
            control += "'"
        inputs: dict[str, Any] = {}
        moving = [number for number, is_fixed in enumerate(fixed) if not is_fixed]
        for component, number in enumerate(moving):
            inputs[titles[number]] = {"value": held.starts[number], "sensor": control, **({"component": component} if component else {})}
        if moving:
            formulas = Text([elementwise("+", roots[number], 0) for number in moving], ["t"]).formulas
            listed.append({"type": "UserFunction", "name": control, "sensorUserFunction": formulas if len(formulas) > 1 else formulas[0]})
            self.document["inputs"] = inputs
        changed: dict[tuple[str, int, str], list[Any]] = {}
        first = 0
        for key, value in held.before.items():
            changed[key] = [names[held.names[number]] for number in range(first, first + value.size)]
            first += value.size
        return changed

    def _parameter(self, key: tuple[str, int, str]) -> Any:
        kind, number, name = key
        return plain(getattr(self.mbs, f"Get{kind.capitalize()}Parameter")(number, name))
