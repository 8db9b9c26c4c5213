"""Random models of every item type, the same in every run: random_models.py ITEMS.json FOLDER [TYPE …]

ITEMS.json is the engine's description of its items. Writes FOLDER/<kind>-<type>-<n>.json, ten for each type with a function below, and
FOLDER/index.json: {"<kind> <type>": [files], …}, with an empty list for types without a function.

A new item: write a function of a Model with the decorator @item(kind, type). It adds the item, named "item", and everything that it needs.
Sensors for all outputs of the item and for the coordinates of all nodes are added automatically.
"""
import json
import math
import os
import random
import sys

makers = {}


def item(kind, *types):
    def register(function):
        for name in types:
            makers[kind, name] = function
        return function

    return register


# --- numbers and rotations


def matmul(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for i in range(len(a))]


def transpose(a):
    return [list(row) for row in zip(*a)]


def apply(a, v):
    return [sum(x * y for x, y in zip(row, v)) for row in a]


def add(*vectors):
    return [sum(entries) for entries in zip(*vectors)]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def norm(v):
    return math.sqrt(sum(x * x for x in v))


def rotation_of(quaternion):
    w, x, y, z = quaternion
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]


def rot_z(angle):
    return [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]]


def rot_x(angle):
    return [[1, 0, 0], [0, math.cos(angle), -math.sin(angle)], [0, math.sin(angle), math.cos(angle)]]


def rot_y(angle):
    return [[math.cos(angle), 0, math.sin(angle)], [0, 1, 0], [-math.sin(angle), 0, math.cos(angle)]]


identity = rot_z(0)
# Nodes that can start in any orientation.
turned = ("RigidBodyEP", "RigidBodyRxyz")


def frame_of(normal):
    """A rotation whose last row is this unit vector."""
    first = cross(normal, [1, 0, 0] if abs(normal[0]) < 0.8 else [0, 1, 0])
    first = [x / norm(first) for x in first]
    return [first, cross(normal, first), normal]


class Body:
    """A body of a model: name, kind of node, pose and velocities (global) at the start."""

    def __init__(self, name, node, position, rotation, velocity, spin):
        self.name, self.node, self.position, self.rotation, self.velocity, self.spin = name, node, position, rotation, velocity, spin

    def local(self, point):
        return apply(transpose(self.rotation), minus(point, self.position))

    def local_frame(self, frame):
        return matmul(transpose(self.rotation), frame)


class Model:
    def __init__(self, seed, type_name, types):
        self.random = random.Random(seed)
        self.seed, self.type, self.types = seed, type_name, types
        self.lists = {"nodes": [], "objects": [], "markers": [], "loads": [], "sensors": []}
        # Tight tolerances: both programs must find the unique solution of the discretised equations.
        self.analysis = {"type": "dynamic", "endTime": 0.1, "numberOfSteps": 100, "sensorsWritePeriod": 0}
        self.analysis["newton"] = {"relativeTolerance": 1e-11, "absoluteTolerance": 1e-12, "useModifiedNewton": False}
        self.analysis["generalizedAlpha"] = {"spectralRadius": self.number(0.5, 1)}

    # --- random numbers

    def number(self, low=-1.0, high=1.0):
        return round(self.random.uniform(low, high), 4)

    def vector(self, size, n=3):
        return [self.number(-size, size) for _ in range(n)]

    def chance(self, probability=0.5):
        return self.random.random() < probability

    def choose(self, *choices):
        return self.random.choice(choices)

    def quaternion(self):
        q = [self.random.gauss(0, 1) for _ in range(4)]
        length = norm(q)
        return [x / length for x in q]

    def rotation(self):
        return rotation_of(self.quaternion())

    def unit(self):
        v = [self.random.gauss(0, 1) for _ in range(3)]
        return [x / norm(v) for x in v]

    def definite(self, n, low=0.5, high=2.0):
        """A symmetric positive definite matrix."""
        a = [self.vector(0.4, n) for _ in range(n)]
        return [[sum(a[i][k] * a[j][k] for k in range(n)) + (self.number(low, high) if i == j else 0) for j in range(n)] for i in range(n)]

    # --- items

    def add(self, kind, type_name, name, **parameters):
        self.lists[kind + "s"].append({"type": type_name, "name": name, **parameters})
        return name

    def name(self, word):
        return f"{word} {sum(len(entries) for entries in self.lists.values())}"

    def ground(self, **parameters):
        name = self.add("object", "Ground", self.name("ground"), **parameters)
        return Body(name, None, parameters.get("referencePosition", [0, 0, 0]), parameters.get("referenceRotation", identity), [0] * 3, [0] * 3)

    def body(self, position=None, rotation=None, velocity=None, spin=None, nodes=("RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG"), name=None, mass=None, com=True):
        """A rigid body in space; velocities are global."""
        r = self.random
        node = r.choice(nodes)
        position = position or self.vector(1)
        velocity = velocity if velocity is not None else self.vector(0.5)
        spin = spin if spin is not None else self.vector(2)
        name = name or self.name("body")
        if node == "RigidBodyEP":
            q = self.quaternion() if rotation is None else quaternion_of(rotation)
            rotation = rotation_of(q)
            w, x, y, z = q
            a, b, c = spin  # of global angular velocities: half the product (0, omega) q
            rates = [0.5 * (-a * x - b * y - c * z), 0.5 * (a * w + b * z - c * y), 0.5 * (b * w + c * x - a * z), 0.5 * (c * w + a * y - b * x)]
            reference = q
        elif node == "RigidBodyRxyz":
            if rotation is None:
                angles = self.vector(1)
                rotation = matmul(matmul(rot_x(angles[0]), rot_y(angles[1])), rot_z(angles[2]))
            else:
                angles = [math.atan2(-rotation[1][2], rotation[2][2]), math.asin(rotation[0][2]), math.atan2(-rotation[0][1], rotation[0][0])]
            # omega = e_x a' + R_x e_y b' + R_x R_y e_z c'
            ry, rz = apply(rot_x(angles[0]), [0, 1, 0]), apply(matmul(rot_x(angles[0]), rot_y(angles[1])), [0, 0, 1])
            rates = solve3(transpose([[1, 0, 0], ry, rz]), spin)
            reference = angles
        else:
            # The reference rotation is zero, so that rates and angular velocities are the same at the start.
            if rotation is not None:
                raise ValueError("a rotation vector starts at zero here")
            rotation, reference, rates = identity, [0, 0, 0], spin
        self.add("node", node, name, referenceCoordinates=[*position, *reference], initialVelocities=[*velocity, *rates])
        inertia = self.definite(3)
        mass = mass or self.number(0.5, 3)
        center = self.vector(0.2) if com and self.chance() else [0, 0, 0]
        # About the reference point: the inertia about the centre of mass and Steiner's terms.
        square = sum(x * x for x in center)
        full = [[inertia[i][j] + mass * ((square if i == j else 0) - center[i] * center[j]) for j in range(3)] for i in range(3)]
        six = [full[0][0], full[1][1], full[2][2], full[1][2], full[0][2], full[0][1]]
        self.add("object", "RigidBody", name, physicsMass=mass, physicsInertia=six, physicsCenterOfMass=center, nodeNumber=name)
        return Body(name, node, position, rotation, velocity, spin)

    def body2d(self, position=None, angle=None, velocity=None, spin=None, name=None):
        position = position or self.vector(1, 2)
        angle = self.number(-1, 1) if angle is None else angle
        velocity = velocity if velocity is not None else self.vector(0.5, 2)
        spin = self.number(-2, 2) if spin is None else spin
        name = name or self.name("body")
        self.add("node", "RigidBody2D", name, referenceCoordinates=[*position, angle], initialVelocities=[*velocity, spin])
        center = self.vector(0.1, 2) if self.chance() else [0, 0]
        mass = self.number(0.5, 3)
        inertia = self.number(0.2, 1) + mass * sum(x * x for x in center)
        self.add("object", "RigidBody2D", name, physicsMass=mass, physicsInertia=inertia, physicsCenterOfMass=center, nodeNumber=name)
        return Body(name, "RigidBody2D", [*position, 0], rot_z(angle), [*velocity, 0], [0, 0, spin])

    def point(self, position=None, velocity=None):
        name = self.name("point")
        position, velocity = position or self.vector(1), velocity if velocity is not None else self.vector(0.5)
        self.add("node", "Point", name, referenceCoordinates=position, initialVelocities=velocity)
        self.add("object", "MassPoint", name, physicsMass=self.number(0.5, 3), nodeNumber=name)
        return Body(name, "Point", position, identity, velocity, [0] * 3)

    def coordinate(self, displacement=0.0, velocity=0.0, mass=None):
        """A mass on one coordinate; returns the marker of its coordinate."""
        name = self.name("mass")
        self.add("node", "1D", name, initialCoordinates=[displacement], initialVelocities=[velocity])
        self.add("object", "Mass1D", name, physicsMass=mass or self.number(0.5, 3), nodeNumber=name)
        return self.add("marker", "NodeCoordinate", name, nodeNumber=name, coordinate=0)

    def fixed_coordinate(self, name="ground"):
        return self.add("marker", "NodeCoordinate", name, nodeNumber=self.add("node", "PointGround", name), coordinate=0)

    def clamp(self, node, size):
        """Holds all coordinates of a node."""
        fixed = self.fixed_coordinate("fixed")
        for i in range(size):
            clamp = self.add("marker", "NodeCoordinate", f"clamp {i}", nodeNumber=node, coordinate=i)
            self.add("object", "ConnectorCoordinate", f"clamp {i}", markerNumbers=[fixed, clamp])

    def rigid_marker(self, body, point=None):
        local = self.vector(0.3) if point is None else body.local(point)
        if body.node == "RigidBody2D":
            local[2] = 0
        return self.add("marker", "BodyRigid", self.name("marker"), bodyNumber=body.name, localPosition=local)

    def position_marker(self, body, point=None):
        local = [0, 0, 0] if body.node == "Point" else self.vector(0.3) if point is None else body.local(point)
        return self.add("marker", "BodyPosition", self.name("marker"), bodyNumber=body.name, localPosition=local)

    def gravity(self, body, vector=None):
        """The weight of a body, or of the object of this name."""
        marker = self.add("marker", "BodyMass", self.name("mass"), bodyNumber=getattr(body, "name", body))
        return self.add("load", "MassProportional", self.name("gravity"), markerNumber=marker, loadVector=vector or self.vector(10))

    def pair(self, **options):
        """Two unconnected bodies, or a body and ground."""
        second = self.body(**options)
        first = self.ground(referencePosition=self.vector(1), referenceRotation=self.rotation()) if self.chance(0.25) else self.body(**options)
        self.gravity(second)
        return first, second

    def moving_together(self, count=2, planar=False):
        """Bodies that start with the motion of one rigid body, which a joint anywhere between them permits."""
        velocity, spin = self.vector(0.5), self.vector(1.5)
        if planar:
            velocity[2], spin[0], spin[1] = 0, 0, 0
        bodies = []
        for _ in range(count):
            position = self.vector(1, 2) + [0] if planar else self.vector(1)
            at = add(velocity, cross(spin, position))
            if planar:
                bodies.append(self.body2d(position[:2], None, at[:2], spin[2]))
            else:
                bodies.append(self.body(position, None, at, spin, nodes=turned))
        for each in bodies:
            self.gravity(each, [*self.vector(10, 2), 0] if planar else None)
        return bodies

    def cable_properties(self, length):
        return {
            "physicsLength": length,
            "physicsMassPerLength": self.number(0.5, 2),
            "physicsBendingStiffness": self.number(0.5, 5),
            "physicsAxialStiffness": self.number(200, 2000),
            "physicsBendingDamping": self.choose(0, 0.02),
            "physicsAxialDamping": self.choose(0, 0.5),
            "physicsReferenceAxialStrain": self.choose(0, self.number(-0.02, 0.02)),
        }

    def cable(self, elements=3, kind="ANCFCable2D", start=(0.0, 0.0), angle=0.0, clamped=True, **parameters):
        """A straight cable; returns the names of nodes and elements."""
        length = parameters.pop("length", self.number(0.3, 0.6))
        properties = {
            **self.cable_properties(length),
            "physicsReferenceCurvature": self.choose(0, self.number(-0.5, 0.5)),
            "useReducedOrderIntegration": self.choose(0, 1, 2),
            "strainIsRelativeToReference": self.choose(0, 1),
            **parameters,
        }
        extra = properties.pop("extraNodes", [])
        nodes, objects = [], []
        direction = [math.cos(angle), math.sin(angle)]
        for i in range(elements + 1):
            at = [start[0] + i * length * direction[0], start[1] + i * length * direction[1]]
            rates = [0, 0, 0, 0] if clamped and i == 0 else self.vector(0.1, 4)
            nodes.append(self.add("node", "Point2DSlope1", f"cable {i}", referenceCoordinates=[*at, *direction], initialVelocities=rates))
        for i in range(elements):
            name = "item" if i == 0 and self.type == kind else f"element {i}"
            objects.append(self.add("object", kind, name, nodeNumbers=[nodes[i], nodes[i + 1], *extra], **properties))
        if clamped:
            self.clamp(nodes[0], 4)
        for name in objects:
            self.gravity(name, [0, -9.81, 0])
        return nodes, objects, length

    def constrained(self):
        """Settings for models with constraints. Exudyn computes initial accelerations with difference quotients (see the differences page),
        so both programs start without them; the method damps the remaining error."""
        self.analysis |= {"numberOfSteps": 100}
        self.analysis["generalizedAlpha"] = {"spectralRadius": self.number(0.4, 0.8), "computeInitialAccelerations": False}
        self.analysis["newton"] |= {"relativeTolerance": 1e-10, "absoluteTolerance": 1e-10}

    def fixed_steps(self, iteration_tolerance=1e-4):
        """Settings that compare the law of a contact, not the choice of steps."""
        discontinuous = {"iterationTolerance": iteration_tolerance, "maxIterations": 10, "useRecommendedStepSize": False}
        self.analysis |= {"numberOfSteps": 1000, "adaptiveStep": False, "discontinuous": discontinuous}
        self.analysis["newton"] |= {"relativeTolerance": 1e-8, "absoluteTolerance": 1e-10}

    def sphere(self, friction=True):
        """Parameters of a contact between spheres and other surfaces."""
        parameters = {}
        if friction:
            parameters |= {"dynamicFriction": self.number(0.1, 0.6), "frictionProportionalZone": self.number(0.01, 0.1)}
        if self.chance():
            parameters |= {"impactModel": self.choose(1, 2), "restitutionCoefficient": self.number(0.4, 0.9), "contactDamping": 0, "minimumImpactVelocity": 0.01}
        if self.chance():
            parameters["contactStiffnessExponent"] = 1.5
        return parameters

    # --- the whole document

    def document(self, kind):
        sensors = self.lists["sensors"]
        if kind != "sensor":
            outputs = next(each["outputs"] for each in self.types if (each["kind"], each["type"]) == (kind, self.type))
            seen = {"node": ("Node", "nodeNumber"), "object": ("Object", "objectNumber"), "marker": ("Marker", "markerNumber"), "load": ("Load", "loadNumber")}[kind]
            names = [each["name"] for each in self.lists[kind + "s"] if each["type"] == self.type and each["name"] == "item"]
            body = kind == "object" and "body" in next(e for e in self.types if (e["kind"], e["type"]) == (kind, self.type)).get("provides", "")
            for name in names:
                if kind == "load":
                    sensors.append({"type": "Load", "name": "value", "loadNumber": name})
                for output in () if kind == "load" else outputs:
                    sensors.append({"type": seen[0], "name": output["name"], seen[1]: name, "outputVariableType": output["name"]})
                    if body:
                        sensors[-1] = {"type": "Body", "name": output["name"], "bodyNumber": name, "outputVariableType": output["name"], "localPosition": self.local}
        for each in self.lists["nodes"]:
            if each["type"] not in ("PointGround", "GenericData"):
                for output in ("Coordinates", "Coordinates_t"):
                    sensors.append({"type": "Node", "name": f"{output} of node {each['name']}", "nodeNumber": each["name"], "outputVariableType": output})
        if any(node["type"] == "RigidBodyEP" for node in self.lists["nodes"]):
            self.analysis["exudynWays"] = True  # otherwise the rates of Euler parameters are kept perpendicular to them
        title = f"{kind} {self.type}, seed {self.seed}"
        return {"slipstick": 1, "title": title, **{key: value for key, value in self.lists.items() if value}, "analysis": [self.analysis]}

    local = [0, 0, 0]


def quaternion_of(a):
    w = math.sqrt(max(0.0, 1 + a[0][0] + a[1][1] + a[2][2])) / 2
    if w > 0.1:
        return [w, (a[2][1] - a[1][2]) / (4 * w), (a[0][2] - a[2][0]) / (4 * w), (a[1][0] - a[0][1]) / (4 * w)]
    raise ValueError("turned by nearly half a turn")


def product(p, q):
    """The product of quaternions."""
    scalar = p[0] * q[0] - sum(x * y for x, y in zip(p[1:], q[1:]))
    return [scalar, *add([p[0] * x for x in q[1:]], [q[0] * x for x in p[1:]], cross(p[1:], q[1:]))]


def solve3(a, b):
    def det(m):
        return sum(x * y for x, y in zip(m[0], cross(m[1], m[2])))

    d = det(a)
    columns = transpose(a)
    return [det(transpose([b if j == i else columns[j] for j in range(3)])) / d for i in range(3)]


# --- bodies and nodes: in a field of springs, so that every coordinate moves


def spring_field(m, body, planar=False):
    for _ in range(2):
        end = m.position_marker(body)
        base = m.position_marker(m.ground(referencePosition=m.vector(2, 2) + [0] if planar else m.vector(2)))
        m.add("object", "ConnectorCartesianSpringDamper", m.name("spring"), markerNumbers=[base, end], stiffness=[m.number(20, 200) for _ in range(3)], damping=[m.number(0, 2) for _ in range(3)])


def sprung_body(m):
    body = m.body()
    spring_field(m, body)
    return body


def soft_spring(m):
    """Between the marker `item` and a fixed point."""
    base = m.position_marker(m.ground(referencePosition=m.vector(2)))
    m.add("object", "ConnectorCartesianSpringDamper", "spring", markerNumbers=[base, "item"], stiffness=[m.number(5, 20) for _ in range(3)], damping=[m.number(0, 1) for _ in range(3)])


@item("node", "RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG")
@item("object", "RigidBody")
def rigid_body(m):
    options = {} if m.type == "RigidBody" else {"nodes": (m.type,)}
    if m.type == "RigidBody":
        m.local = m.vector(0.5)
    body = m.body(name="item", **options)
    m.gravity(body)
    spring_field(m, body)


@item("node", "RigidBody2D")
@item("object", "RigidBody2D")
def planar_body(m):
    m.local = m.vector(0.5, 2) + [0]
    body = m.body2d(name="item")
    m.gravity(body, [*m.vector(10, 2), 0])
    spring_field(m, body, planar=True)


@item("node", "Point", "Point2D")
@item("object", "MassPoint", "MassPoint2D")
def mass_point(m):
    planar = m.type.endswith("2D")
    n, kind = (2, "2D") if planar else (3, "")
    m.add("node", f"Point{kind}", "item", referenceCoordinates=m.vector(1, n), initialCoordinates=m.vector(0.2, n), initialVelocities=m.vector(1, n))
    m.add("object", f"MassPoint{kind}", "item", physicsMass=m.number(0.5, 3), nodeNumber="item")
    body = Body("item", "Point", None, identity, None, None)
    m.gravity(body, [*m.vector(10, 2), 0] if planar else None)
    spring_field(m, body, planar)


@item("node", "1D")
@item("object", "Mass1D", "RotationalMass1D")
def one_coordinate(m):
    m.local = m.vector(0.5)
    m.add("node", "1D", "item", referenceCoordinates=[m.number()], initialCoordinates=[m.number()], initialVelocities=[m.number()])
    kind = m.type if m.type != "1D" else m.choose("Mass1D", "RotationalMass1D")
    size = {"physicsMass": m.number(0.5, 3)} if kind == "Mass1D" else {"physicsInertia": m.number(0.5, 3)}
    m.add("object", kind, "item", **size, nodeNumber="item", referencePosition=m.vector(1), referenceRotation=m.rotation())
    marker = m.add("marker", "NodeCoordinate", "coordinate", nodeNumber="item", coordinate=0)
    ground = m.fixed_coordinate()
    m.add("object", "ConnectorCoordinateSpringDamper", "spring", markerNumbers=[ground, marker], stiffness=m.number(20, 200), damping=m.number(0, 2))
    m.add("load", "Coordinate", "load", markerNumber=marker, load=m.number(-5, 5))


def point_on_spring(m, base):
    end = m.position_marker(m.point())
    m.add("object", "ConnectorCartesianSpringDamper", "spring", markerNumbers=[base, end], stiffness=[100, 50, 20])


@item("node", "PointGround")
def point_ground(m):
    m.add("node", "PointGround", "item", referenceCoordinates=m.vector(1))
    # In Exudyn, forces on a held body act on other coordinates: the differences page.
    held = m.add("object", m.choose("MassPoint", "MassPoint2D"), "held", physicsMass=m.number(0.5, 3), nodeNumber="item")
    for output in ("Position", "Displacement", "Velocity", "Rotation", "RotationMatrix"):
        m.add("sensor", "Body", f"{output} of held", bodyNumber=held, localPosition=m.vector(0.3), outputVariableType=output)
    base = m.add("marker", "NodePosition", "base", nodeNumber="item")
    point_on_spring(m, base)


@item("object", "Ground")
def ground(m):
    m.local = m.vector(0.5)
    m.add("object", "Ground", "item", referencePosition=m.vector(1), referenceRotation=m.rotation())
    base = m.add("marker", "BodyPosition", "base", bodyNumber="item", localPosition=m.vector(0.5))
    point_on_spring(m, base)


@item("node", "GenericODE2")
@item("object", "GenericODE2")
def generic_body(m):
    n = m.random.randint(2, 4)
    several = m.type == "GenericODE2" and m.chance(0.3)
    values = {"referenceCoordinates": m.vector(1, n), "initialCoordinates": m.vector(0.5, n), "initialCoordinates_t": m.vector(1, n)}
    m.add("node", "GenericODE2", "item", numberOfODE2Coordinates=n, **values)
    nodes = ["item"]
    if several:
        nodes.append(m.add("node", "Point", "other", referenceCoordinates=m.vector(1), initialVelocities=m.vector(1)))
        n += 3
    matrices = {"massMatrix": m.definite(n), "stiffnessMatrix": [[50 * x for x in row] for row in m.definite(n)], "dampingMatrix": m.definite(n, 0, 0.5)}
    function = {}
    if m.chance():
        function["forceUserFunction"] = [f"{m.number()}*sin({m.number(1, 20)}*t) + {m.number()}*q[{i}] - 0.1*q_t[{i}]*abs(q_t[{(i + 1) % n}])" for i in range(n)]
    m.add("object", "GenericODE2", "item", nodeNumbers=nodes, **matrices, forceVector=m.vector(5, n), **function)


@item("node", "GenericODE1")
@item("object", "GenericODE1")
@item("marker", "NodeODE1Coordinate")
def first_order(m):
    # Exudyn starts implicit steps from zero rates; so does Slipstick without initial accelerations.
    m.analysis["solver"] = m.choose("GeneralizedAlpha", "TrapezoidalIndex2", "ExplicitEuler", "RK44", "RK67", "VelocityVerlet")
    m.analysis["generalizedAlpha"]["computeInitialAccelerations"] = False
    sizes = [m.random.randint(1, 3) for _ in range(m.random.randint(1, 2))]
    nodes = [
        m.add("node", "GenericODE1", f"{'item' if k == 0 else 'other'}", numberOfODE1Coordinates=size, referenceCoordinates=m.vector(1, size), initialCoordinates=m.vector(1, size))
        for k, size in enumerate(sizes)
    ]
    n = sum(sizes)
    function = {}
    if m.chance():
        function["rhsUserFunction"] = [f"{m.number()}*sin({m.number(1, 20)}*t) + {m.number()}*q[{i}] - 0.1*q[{i}]*abs(q[{(i + 1) % n}])" for i in range(n)]
    m.add("object", "GenericODE1", "item", nodeNumbers=nodes, systemMatrix=[m.vector(20, n) for _ in range(n)], rhsVector=m.vector(5, n), **function)
    state = m.add("marker", "NodeODE1Coordinate", "item", nodeNumber="item", coordinate=m.random.randrange(sizes[0]))
    m.add("load", "Coordinate", "input", markerNumber=state, **({"loadUserFunction": f"{m.number(1, 5)}*cos({m.number(1, 20)}*t)"} if m.chance() else {"load": m.number(-5, 5)}))
    mass = m.add("node", "1D", "mass", initialCoordinates=[m.number()], initialVelocities=[m.number()])
    m.add("object", "Mass1D", "mass", nodeNumber=mass, physicsMass=m.number(1, 3))


@item("node", "GenericData")
@item("object", "ConnectorCoordinateSpringDamperExt")
def coordinate_spring_ext(m):
    ground = m.fixed_coordinate()
    first = ground if m.chance(0.3) else m.coordinate(m.number(-0.1, 0.1), m.number(-1, 1))
    second = m.coordinate(m.number(-0.1, 0.1), m.number(-1, 1))
    parameters = {"stiffness": m.number(10, 200), "damping": m.number(0, 2), "offset": m.number(-0.1, 0.1)}
    friction = "bristles" if m.type == "GenericData" else m.choose("none", "regularised", "bristles")
    if friction != "none":
        parameters |= {"fDynamicFriction": m.number(0, 3), "fStaticFrictionOffset": m.number(0, 2), "exponentialDecayStatic": m.number(0.01, 0.2), "fViscousFriction": m.number(0, 1)}
    if friction == "regularised":
        parameters |= {"frictionProportionalZone": m.number(0.01, 0.1)}
    if friction == "bristles":
        parameters |= {"stickingStiffness": m.number(1e3, 1e4), "stickingDamping": m.number(1, 20)}
    else:
        parameters |= {"factor0": m.number(0.5, 2), "factor1": m.number(0.5, 2)}
    # With regularised friction and stops, Exudyn also requires bristles.
    stops = friction != "regularised" and m.chance(0.4)
    if stops:
        parameters |= {"useLimitStops": True, "limitStopsUpper": m.number(0.05, 0.15), "limitStopsLower": m.number(-0.15, -0.05), "limitStopsStiffness": m.number(500, 5000), "limitStopsDamping": m.number(0, 5)}
    if friction == "bristles" or stops:
        m.add("node", "GenericData", "item", numberOfDataCoordinates=3, initialCoordinates=[0, 0, 0])
        parameters["nodeNumber"] = "item"
    m.add("object", "ConnectorCoordinateSpringDamperExt", "item", markerNumbers=[first, second], **parameters)
    m.add("load", "Coordinate", "drive", markerNumber=second, load=m.number(-10, 10))


# --- connectors


@item("object", "ConnectorSpringDamper")
def spring_damper(m):
    first, second = m.pair()
    parameters = {"referenceLength": m.number(0, 2), "stiffness": m.number(20, 500), "damping": m.number(0, 5), "force": m.choose(0, m.number(-5, 5)), "velocityOffset": m.choose(0, m.number())}
    if m.chance(0.3):
        parameters["springForceUserFunction"] = f"stiffness*deltaL + damping*deltaL_t + {m.number(1, 50)}*deltaL^3 + force*cos(t)"
    m.add("object", m.type, "item", markerNumbers=[m.position_marker(first), m.position_marker(second)], **parameters)


@item("object", "ConnectorGravity")
def attraction(m):
    first, second = m.point(), m.point()
    parameters = {"gravitationalConstant": m.number(0.5, 2), "mass0": m.number(0.5, 3), "mass1": m.number(0.5, 3)}
    m.add("object", m.type, "item", markerNumbers=[m.position_marker(first), m.position_marker(second)], **parameters, minDistanceRegularization=m.choose(0, m.number(1, 3)))


@item("object", "ConnectorHydraulicActuatorSimple")
def hydraulic_actuator(m):
    # Exudyn starts implicit steps from constant pressures; so does Slipstick without initial accelerations.
    m.analysis["generalizedAlpha"]["computeInitialAccelerations"] = False
    first, second = m.pair()
    pressures = m.add("node", "GenericODE1", "pressures", numberOfODE1Coordinates=2, initialCoordinates=[m.number(50, 100), m.number(50, 100)])
    parameters = {f"{name}{k}": value for k in range(2) for name, value in [("chamberCrossSection", m.number(0.1, 0.2)), ("hoseVolume", m.number(1, 2)), ("valveOpening", m.number())]}
    parameters |= {"offsetLength": 0.1, "strokeLength": 9, "actuatorDamping": m.number(0, 5), "oilBulkModulus": m.number(500, 2000), "nominalFlow": 0.1, "systemPressure": 200, "tankPressure": 1}
    if m.chance():
        parameters |= {"useChamberVolumeChange": True, "cylinderBulkModulus": m.choose(0, m.number(2e3, 5e3)), "hoseBulkModulus": m.choose(0, m.number(1e3, 2e3))}
    m.add("object", m.type, "item", markerNumbers=[m.position_marker(first), m.position_marker(second)], nodeNumbers=[pressures], **parameters)


@item("object", "ConnectorCartesianSpringDamper")
def cartesian_spring_damper(m):
    first, second = m.pair()
    parameters = {"stiffness": [m.number(20, 500) for _ in range(3)], "damping": [m.number(0, 5) for _ in range(3)], "offset": m.vector(0.5)}
    if m.chance(0.3):
        parameters["springForceUserFunction"] = [f"stiffness[{i}]*(displacement[{i}] - offset[{i}]) + damping[{i}]*velocity[{i}] + {m.number(0, 9)}*displacement[{i}]^3" for i in range(3)]
    m.add("object", m.type, "item", markerNumbers=[m.position_marker(first), m.position_marker(second)], **parameters)


@item("object", "ConnectorRigidBodySpringDamper")
def rigid_body_spring_damper(m):
    first, second = m.moving_together()
    at, frame = m.vector(1), m.rotation()
    markers = [m.rigid_marker(first, at), m.rigid_marker(second, add(at, m.vector(0.2)))]
    frames = {"rotationMarker0": first.local_frame(frame), "rotationMarker1": second.local_frame(matmul(frame, rot_x(m.number(-0.4, 0.4))))}
    scale = [500, 500, 500, 20, 20, 20]
    diagonal = [[scale[i] * m.number(0.2, 1) if i == j else 0 for j in range(6)] for i in range(6)]
    damping = [[0.01 * scale[i] * m.number(0, 1) if i == j else 0 for j in range(6)] for i in range(6)]
    m.add("object", m.type, "item", markerNumbers=markers, stiffness=diagonal, damping=damping, **frames, offset=m.vector(0.1, 6), intrinsicFormulation=m.chance())


@item("object", "ConnectorLinearSpringDamper")
def linear_spring_damper(m):
    first, second = m.pair()
    parameters = {"axisMarker0": m.unit(), "stiffness": m.number(20, 500), "damping": m.number(0, 5), "offset": m.number(), "velocityOffset": m.number(), "force": m.number(-5, 5)}
    if m.chance(0.3):
        parameters["springForceUserFunction"] = f"stiffness*(displacement - offset) + damping*velocity + {m.number(0, 9)}*displacement^3"
    m.add("object", m.type, "item", markerNumbers=[m.rigid_marker(first), m.rigid_marker(second)], **parameters)


@item("object", "ConnectorTorsionalSpringDamper")
def torsional_spring_damper(m):
    m.constrained()
    first, second = m.moving_together()
    at, frame = m.vector(1), m.rotation()
    markers = [m.rigid_marker(first, at), m.rigid_marker(second, at)]
    frames = {"rotationMarker0": first.local_frame(frame), "rotationMarker1": second.local_frame(matmul(frame, rot_z(m.number(-0.5, 0.5))))}
    m.add("object", "JointRevoluteZ", "hinge", markerNumbers=markers, **frames)
    parameters = {"stiffness": m.number(5, 50), "damping": m.number(0, 1), "offset": m.number(), "velocityOffset": m.number(), "torque": m.number(-5, 5)}
    m.add("object", m.type, "item", markerNumbers=markers, **frames, **parameters)


@item("object", "ConnectorCoordinateSpringDamper")
def coordinate_spring(m):
    parameters = {"stiffness": m.number(10, 200), "damping": m.number(0, 2), "offset": m.number(-0.1, 0.1)}
    if m.chance(0.3):
        parameters["springForceUserFunction"] = "stiffness*(displacement - offset) + damping*velocity + 30*displacement^3*cos(t)"
    markers = [m.coordinate(m.number(), m.number()), m.coordinate(m.number(), m.number())]
    m.add("object", m.type, "item", markerNumbers=markers, **parameters)


@item("object", "ContactCoordinate")
def coordinate_contact(m):
    first = m.fixed_coordinate() if m.chance(0.3) else m.coordinate(0, m.number(0.3, 1))
    second = m.coordinate(m.number(0.005, 0.03), m.number(-1, -0.3))
    parameters = {"contactStiffness": m.number(1e3, 1e4), "contactDamping": m.number(0, 20), "offset": m.choose(0, m.number(-0.005, 0.004))}
    if m.chance():
        parameters |= {"impactModel": m.choose(1, 2), "restitutionCoefficient": m.number(0.2, 0.9), "minimumImpactVelocity": m.choose(0, 0.01)}
    if m.chance():
        parameters["contactStiffnessExponent"] = 1.5
    m.fixed_steps()
    m.add("object", m.type, "item", markerNumbers=[first, second], **parameters)


@item("object", "ConnectorCoordinate")
def coordinate_constraint(m):
    m.constrained()
    first, second = m.coordinate(0, 0), m.coordinate(0, 0)
    m.add("load", "Coordinate", "load", markerNumber=m.choose(first, second), load=m.number(-10, 10))
    parameters = {"factorValue1": m.number(0.5, 2)}
    mode = m.choose("plain", "moved", "velocity")
    if mode == "moved":
        size, rate = m.number(), m.number(1, 20)
        parameters |= {"offsetUserFunction": f"{size}*(1 - cos({rate}*t))", "offsetUserFunction_t": f"{size}*{rate}*sin({rate}*t)"}
    if mode == "velocity":
        parameters |= {"velocityLevel": True}
    m.add("object", m.type, "item", markerNumbers=[first, second], **parameters)


@item("object", "ConnectorCoordinateVector")
@item("marker", "NodeCoordinates")
@item("marker", "ObjectODE2Coordinates")
def coordinate_vector(m):
    m.constrained()
    n = m.random.randint(2, 3)
    velocity_level, quadratic, alone = m.chance(0.3), m.chance(), m.chance(0.4)
    ends, rates, total = [], [], []
    for k in range(2):
        if k == 0 and alone:
            ends.append(m.add("node", "PointGround", "end 0"))
        else:
            total.append(m.vector(1, n))
            rates.append(m.vector(1, n))
            ends.append(m.add("node", "GenericODE2", f"end {k}", numberOfODE2Coordinates=n, referenceCoordinates=total[-1], initialCoordinates=[0] * n, initialCoordinates_t=rates[-1]))
            matrices = {"massMatrix": m.definite(n), "stiffnessMatrix": [[30 * x for x in row] for row in m.definite(n)], "dampingMatrix": m.definite(n, 0, 0.5)}
            m.add("object", "GenericODE2", f"body {k}", nodeNumbers=[ends[-1]], **matrices, forceVector=m.vector(5, n))
        if m.type == "ObjectODE2Coordinates" and (k == 1 or not alone):
            m.add("marker", m.type, "item" if k == 1 else f"marker {k}", objectNumber=f"body {k}")
        else:
            m.add("marker", "NodeCoordinates", "item" if m.type == "NodeCoordinates" and k == 1 else f"marker {k}", nodeNumber=ends[k])
    rows = m.random.randint(1, n - 1)
    parameters, value, rate = {}, [0.0] * rows, [0.0] * rows
    for k in ([1] if alone else [0, 1]):
        x = [m.vector(1, n) for _ in range(rows)]
        y = [m.vector(0.5, n) if quadratic and not velocity_level else [0.0] * n for _ in range(rows)]
        parameters[f"scalingMarker{k}"] = x
        if quadratic and not velocity_level:
            parameters[f"quadraticTermMarker{k}"] = y
        sign = 1 if k else -1
        q, v = total[k - 2 + len(total)], rates[k - 2 + len(total)]
        for i in range(rows):
            value[i] += sign * sum((x[i][j] + y[i][j] * q[j]) * q[j] for j in range(n))
            rate[i] += sign * sum((x[i][j] + 2 * y[i][j] * q[j]) * v[j] for j in range(n))
    # The bodies start at rest, or at rates that the constraint prescribes.
    if not velocity_level:
        for each in m.lists["nodes"]:
            if each["type"] == "GenericODE2":
                each["initialCoordinates_t"] = [0] * n
    parameters["offset"] = rate if velocity_level else value
    if m.type == "ConnectorCoordinateVector" and m.chance():
        # The same equations as formulas, with a term that is initially zero and stays zero.
        formulas, bents, given = [], [], parameters
        for i in range(rows):
            terms = []
            for k in ([1] if alone else [0, 1]):
                first = 0 if alone or k == 0 else n
                for j in range(n):
                    x, y = parameters[f"scalingMarker{k}"][i][j], parameters.get(f"quadraticTermMarker{k}", [[0] * n] * rows)[i][j]
                    at = first + j
                    terms.append(f"{'+' if k else '-'} {x}*q_t[{at}]" if velocity_level else f"{'+' if k else '-'} ({x} + {y}*q[{at}])*q[{at}]")
            start, at = total[-1][0], 0 if alone else n
            bents.append(m.number(0.2, 1))
            bent = f"sin(q[{at}] - {start})" if velocity_level else f"(1 - cos(q[{at}] - {start}))"
            formulas.append(f"{bents[i]}*{bent} {' '.join(terms)} - ({parameters['offset'][i]!r})")
        parameters = {"scalingMarker0": [[0]] * rows, "constraintUserFunction": formulas}
        if not velocity_level and m.chance(0.6):
            rows_of = lambda name, k, i: given.get(f"{name}Marker{k}", [[0] * n] * rows)[i]
            ends = [1] if alone else [0, 1]
            parameters["jacobianUserFunction"] = [
                f"{1 if k else -1}*({rows_of('scaling', k, i)[j]} + 2*{rows_of('quadraticTerm', k, i)[j]}*q[{c}])" + (f" + {bents[i]}*sin(q[{c}] - {start})" if c == at else "")
                for i in range(rows) for k in ends for j in range(n) for c in [j if alone or k == 0 else n + j]
            ]
    m.add("object", "ConnectorCoordinateVector", "item" if m.type == "ConnectorCoordinateVector" else "constraint", markerNumbers=[each["name"] for each in m.lists["markers"][:2]], **parameters, velocityLevel=velocity_level)


@item("object", "ConnectorDistance")
def distance(m):
    m.constrained()
    first, second = m.moving_together()
    a, b = m.vector(1), m.vector(1)
    m.add("object", m.type, "item", markerNumbers=[m.position_marker(first, a), m.position_marker(second, b)], distance=norm(minus(a, b)))


@item("object", "ConnectorRollingDiscPenalty")
def rolling_disc_penalty(m):
    radius, lean = m.number(0.2, 0.5), m.number(-0.3, 0.3)
    # The disc's axis is the body's x axis; it is tilted about the direction of travel.
    rotation = matmul(rot_z(m.number(-1, 1)), rot_y(lean))
    height = radius * math.cos(lean) - m.number(0, 0.003)
    body = m.body([m.number(), m.number(), height], rotation, [*m.vector(1, 2), 0], m.vector(3), nodes=turned, com=False)
    m.gravity(body, [0, 0, -9.81])
    base = m.rigid_marker(m.ground(), [0, 0, 0])
    parameters = {"contactStiffness": m.number(1e3, 1e4), "contactDamping": m.number(10, 50), "dryFriction": [m.number(0.1, 0.8), m.number(0.1, 0.8)], "dryFrictionProportionalZone": m.number(0.01, 0.1)}
    parameters |= {"viscousFriction": [m.number(0, 0.1), m.number(0, 0.1)], "rollingFrictionViscous": m.number(0, 0.1), "dryFrictionAngle": m.choose(0, m.number()), "useLinearProportionalZone": m.chance()}
    m.add("object", m.type, "item", markerNumbers=[base, m.rigid_marker(body, body.position)], discRadius=radius, **parameters)


@item("object", "ContactSphereSphere")
def sphere_contact(m):
    hollow = m.chance(0.25)
    radii = [m.number(0.1, 0.2), m.number(0.6, 1)] if hollow else [m.number(0.1, 0.3), m.number(0.1, 0.3)]
    direction = m.unit()
    gap = m.number(-0.002, 0.005)
    apart = radii[1] - radii[0] - gap if hollow else radii[0] + radii[1] + gap
    toward = m.number(0.3, 1)
    start = m.vector(1)
    second = m.body(start, None, [0, 0, 0], m.vector(2), nodes=turned, com=False)
    sign = 1 if hollow else -1
    first = m.body(add(start, [apart * x for x in direction]), None, [sign * toward * x for x in direction], m.vector(2), nodes=turned, com=False)
    model = m.choose("plain", "restitution", "adhesion")
    parameters = {"contactStiffness": m.number(1e4, 1e5), "contactDamping": m.number(0, 20)}
    if m.chance():
        parameters |= {"dynamicFriction": m.number(0.1, 0.6), "frictionProportionalZone": m.number(0.01, 0.1)}
    if model == "restitution":
        parameters |= {"impactModel": m.choose(1, 2), "restitutionCoefficient": m.number(0.4, 0.9), "contactDamping": 0, "minimumImpactVelocity": 0.01}
    if model == "adhesion":
        parameters |= {"contactPlasticityRatio": m.number(0.2, 0.6), "adhesionCoefficient": m.number(10, 100), "constantPullOffForce": m.number(0, 2)}
    if m.chance():
        parameters["contactStiffnessExponent"] = m.choose(1, 1.5)
    m.fixed_steps()
    markers = [m.rigid_marker(first, first.position), m.rigid_marker(second, second.position)]
    m.add("object", m.type, "item", markerNumbers=markers, spheresRadii=radii, isHollowSphere1=hollow, **parameters)


@item("object", "ContactSphereTriangle")
def triangle_contact(m):
    radius, gap, toward = m.number(0.1, 0.3), m.number(-0.002, 0.005), m.number(0.3, 1)
    plate = m.ground(referencePosition=m.vector(1), referenceRotation=m.rotation()) if m.chance(0.3) else m.body(nodes=turned, velocity=[0, 0, 0], com=False)
    corners = [[0, 0, 0], [m.number(0.5, 1), m.number(-0.3, 0.3), 0], [m.number(-0.3, 0.3), m.number(0.5, 1), 0]]
    # Above the face, beyond an edge, beyond a corner.
    place, direction = m.choose(([0.3, 0.3, 0.4], [0, 0, 1]), ([0.5, 0.5, 0], [0, -0.6, 0.8]), ([1, 0, 0], [-0.6, -0.5, 0.6244998]))
    if place[2] == 0 and place[0] == 0.5:
        along = minus(corners[1], corners[0])
        across = [along[1], -along[0], 0]
        direction = add([0.6 * x / norm(across) for x in across], [0, 0, 0.8])
    lean = m.rotation()
    plate_frame = plate.rotation
    corners = [apply(lean, corner) for corner in corners]
    at = [sum(weight * corner[i] for weight, corner in zip(place, corners)) for i in range(3)]
    direction = apply(lean, direction)
    center = add(plate.position, apply(plate_frame, add(at, [(radius + gap) * x / norm(direction) for x in direction])))
    velocity = [-toward * x / norm(direction) for x in apply(plate_frame, direction)]
    ball = m.body(center, None, velocity, m.vector(2), nodes=turned, com=False)
    parameters = {"contactStiffness": m.number(1e4, 1e5), "contactDamping": m.number(0, 20), "includeEdges": m.choose(7, 7, m.random.randint(0, 7))}
    parameters |= m.sphere(m.chance())
    m.fixed_steps()
    markers = [m.rigid_marker(ball, ball.position), m.rigid_marker(plate, plate.position)]
    m.add("object", m.type, "item", markerNumbers=markers, radiusSphere=radius, trianglePoints=corners, **parameters)


@item("object", "ContactSphereTorus")
def torus_contact(m):
    # All motion is in the plane of the torus, because Exudyn does not project into it, and without friction, because Exudyn does not rotate
    # the torus. See the differences page.
    friction = m.chance(0.7)
    fixed = m.chance(0.3) or not friction
    normal = m.unit()

    def round_body(position, velocity):
        spin = m.number(-3, 3)
        body = m.body(position, None, velocity, [spin * x for x in normal], nodes=turned, com=False)
        m.lists["objects"][-1]["physicsInertia"] = [m.number(0.1, 1)] * 3 + [0, 0, 0]
        return body

    ring = m.ground(referencePosition=m.vector(1), referenceRotation=m.rotation()) if fixed else round_body(m.vector(1), [0, 0, 0])
    axis = apply(transpose(ring.rotation), normal)
    radius, major = m.number(0.05, 0.1), m.number(0.5, 1)
    minor, gap = round(radius * m.number(1.5, 2), 4), m.number(-0.002, 0.003)
    first, second, _ = frame_of(normal)
    angle, side = m.number(-3, 3), m.choose(1, -1)
    radial = add([math.cos(angle) * x for x in first], [math.sin(angle) * x for x in second])
    toward, past = m.number(0.3, 1), m.number(-1, 1)
    velocity = add([side * toward * x for x in radial], [past * x for x in cross(normal, radial)])
    ball = round_body(add(ring.position, [(major + side * (minor - radius - gap)) * x for x in radial]), velocity)
    parameters = {"contactStiffness": m.number(1e4, 1e5), "contactDamping": m.number(0, 20)}
    parameters |= m.sphere(friction)
    m.fixed_steps()
    # It ends before the ball is in the middle of the tube, where rounding determines the normal.
    m.analysis |= {"endTime": 0.025, "numberOfSteps": 500}
    m.analysis["newton"] |= {"relativeTolerance": 1e-10, "absoluteTolerance": 1e-11}
    markers = [m.rigid_marker(ball, ball.position), m.rigid_marker(ring, ring.position)]
    m.add("object", m.type, "item", markerNumbers=markers, radiusSphere=radius, torusMajorRadius=major, torusMinorRadius=minor, torusAxis=axis, **parameters)


@item("object", "ContactConvexRoll")
def roll_contact(m):
    # Largest in its middle, because otherwise Exudyn searches for contact too late; on the plane z = 0, the only one that Exudyn supports.
    radius, length = m.number(0.2, 0.4), m.number(0.4, 1)
    bulge = round(radius * m.number(0.2, 0.8) * 4 / length**2, 4)
    hull = m.choose([-bulge, 0, radius], [round(m.number(-0.4, 0.4) * bulge / length, 4), -bulge, 0, radius], [-m.number(0.1, 1), 0, -0.6 * bulge, 0, radius])
    rotation = matmul(matmul(rot_z(m.number(-3, 3)), rot_y(m.number(-0.6, 0.6))), rot_x(m.number(-3, 3)))
    across = math.hypot(rotation[2][1], rotation[2][2])

    def height(x):
        outline = 0
        for coefficient in hull:
            outline = outline * x + coefficient
        return x * rotation[2][0] - outline * across

    lowest = min(height(length * (i / 1000 - 0.5)) for i in range(1001))
    velocity, spin = [*m.vector(1, 2), -m.number(0, 0.5)], m.vector(3)
    roll = m.body([m.number(), m.number(), m.number(-0.003, 0.003) - lowest], rotation, velocity, spin, nodes=turned, com=False)
    m.gravity(roll, [0, 0, -9.81])
    base = m.rigid_marker(m.ground(), [m.number(), m.number(), 0])
    parameters = {"contactStiffness": m.number(1e3, 1e4), "contactDamping": m.number(0, 50), "frictionProportionalZone": m.number(0.01, 0.1)}
    if m.chance(0.8):
        parameters |= {"dynamicFriction": m.number(0.1, 0.6), "staticFrictionOffset": m.number(0, 0.3), "viscousFriction": m.number(0, 0.1)}
        parameters["exponentialDecayStatic"] = m.number(0.05, 0.5)
    m.fixed_steps()
    m.add("object", m.type, "item", markerNumbers=[base, m.rigid_marker(roll, roll.position)], rollLength=length, coefficientsHull=hull, **parameters)


@item("object", "ContactCurveCircles")
def curve_contact(m):
    # A curve at rest, or one that moves without rotating (it is too heavy), or one that rotates without damping and friction: see the
    # differences page. The segments form a polygon, some are left out; circles press on segments from outside and at corners.
    motion = m.choose("still", "heavy", "turning")
    count, size = m.random.randint(3, 6), m.number(0.5, 1)
    if motion == "still":
        curve = m.ground(referencePosition=m.vector(1), referenceRotation=m.rotation())
    else:
        curve = m.body(spin=None if motion == "turning" else [0, 0, 0], nodes=turned, com=False)
        if motion == "heavy":
            m.lists["objects"][-1] |= {"physicsMass": 1e3, "physicsInertia": [1e10, 1e10, 1e10, 0, 0, 0]}
    angles = [(i + m.number(-0.3, 0.3)) * 2 * math.pi / count for i in range(count)]
    corners = [[size * math.cos(a), size * math.sin(a)] for a in angles]
    segments = [[*corners[(i + 1) % count], *corners[i]] for i in range(count)]
    radius = m.number(0.08, 0.15)
    centers = []
    for i in range(m.random.randint(2, 4)):
        start, end = corners[i % count], corners[(i + 1) % count]
        share = m.choose(m.number(0.2, 0.8), 0)
        place = [a + share * (b - a) for a, b in zip(start, end)]
        out = place if share == 0 else [end[1] - start[1], start[0] - end[0]]
        gap = m.number(-0.01, 0.01)
        centers.append([p + (radius + gap) * o / math.hypot(*out) for p, o in zip(place, out)])
    markers = [m.rigid_marker(curve, curve.position)]
    for center in centers:
        offset = apply(curve.rotation, [*center, m.number(-0.1, 0.1) if motion == "still" else 0])
        inward = [-0.5 * x / norm(offset) for x in offset]
        velocity = add(curve.velocity, cross(curve.spin, offset), inward)
        circle = m.body(add(curve.position, offset), None, velocity, m.vector(2), nodes=("RigidBodyRxyz",), com=False)
        markers.append(m.rigid_marker(circle, circle.position))
    parameters = {"contactStiffness": m.number(1e4, 1e5)}
    if motion != "turning":
        parameters |= {"contactDamping": m.number(0, 100)}
        if m.chance(0.6):
            parameters |= {"dynamicFriction": m.number(0.1, 0.6), "frictionProportionalZone": m.number(0.01, 0.1)}
    m.fixed_steps(1e-6)
    if len(segments) > 3:
        segments.pop(m.random.randrange(len(segments)))
    m.add("object", m.type, "item", markerNumbers=markers, circlesRadii=[radius] * len(centers), segmentsData=segments, **parameters)


@item("object", "ConnectorReevingSystemSprings")
def reeving(m):
    # All axes stay parallel, including the axes of the ends: see the differences page. Planar, or in space over a fixed sheave.
    planar = m.chance()
    sheaves = m.random.randint(1, 3) if planar else 1
    axis = [0, 0, 1] if planar else m.unit()
    frame = m.rotation()
    bodies, axes = [], []
    for i in range(sheaves + 2):
        place = [2 * i + m.number(-0.3, 0.3), m.number(-0.5, 0.5), 0 if planar else m.number(-0.3, 0.3)]
        if planar:
            bodies.append(m.ground(referencePosition=place) if i in (0, sheaves + 1) and m.chance(0.4) else m.body2d(place[:2]))
        else:
            place = apply(transpose(frame_of(axis)), place)
            bodies.append(m.ground(referencePosition=place, referenceRotation=frame) if i == 1 else m.body(place, None, None, [0, 0, 0], nodes=turned, com=False))
        sense = m.choose(1, -1) if planar and 0 < i <= sheaves else 1
        axes.append(bodies[-1].local([sense * x + y for x, y in zip(axis, bodies[-1].position)]))
    radii = [0, *[m.number(0.2, 0.5) for _ in range(sheaves)], 0]
    markers = [m.rigid_marker(body, body.position) for body in bodies]
    parameters = {"stiffnessPerLength": m.number(50, 500), "dampingPerLength": m.number(0, 10), "referenceLength": m.number(1.5, 2) * (sheaves + 1)}
    if m.chance():
        markers += [m.coordinate(m.number(-0.1, 0.1), m.number()), m.coordinate(m.number(-0.1, 0.1), m.number())]
        parameters |= {"hasCoordinateMarkers": True, "coordinateFactors": m.vector(1, 2)}
    if planar and m.chance(0.6):
        parameters |= {"dampingTorsional": m.number(0, 1), "dampingShear": m.number(0, 1)}
    if m.chance(0.3):
        parameters["referenceLength"] = 4.0 * (sheaves + 1)  # slack
    m.add("object", m.type, "item", markerNumbers=markers, sheavesAxes=axes, sheavesRadii=radii, **parameters)


# --- joints


def joint_frames(m, first, second, frame):
    return {"rotationMarker0": first.local_frame(frame), "rotationMarker1": second.local_frame(frame)}


def two_to_join(m):
    """Two bodies, or ground and a body, whose motion a joint anywhere between them permits."""
    first, second = m.moving_together()
    if m.chance(0.3):
        first = m.ground(referencePosition=m.vector(1), referenceRotation=m.rotation())
        m.lists["nodes"][1]["initialVelocities"] = [0] * len(m.lists["nodes"][1]["initialVelocities"])
    return first, second


@item("object", "JointGeneric", "JointRevoluteZ", "JointPrismaticX")
def joint(m):
    m.constrained()
    first, second = two_to_join(m)
    at = m.vector(1)
    parameters = joint_frames(m, first, second, m.rotation())
    if m.type == "JointGeneric":
        # One free rotation, or all; with two free ones the order of rotations matters, which is item-specific.
        rotations = m.choose([1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 0])
        parameters["constrainedAxes"] = [m.random.randint(0, 1) for _ in range(3)] + rotations
        if sum(parameters["constrainedAxes"][:3]) == 0:
            parameters["constrainedAxes"][0] = 1
    m.add("object", m.type, "item", markerNumbers=[m.rigid_marker(first, at), m.rigid_marker(second, at)], **parameters)


@item("object", "JointSpherical", "JointRevolute2D")
def joint_at_a_point(m):
    m.constrained()
    planar = m.type == "JointRevolute2D"
    first, second = m.moving_together(planar=planar)
    at = [*m.vector(1, 2), 0] if planar else m.vector(1)
    marker = m.rigid_marker if planar else m.position_marker
    m.add("object", m.type, "item", markerNumbers=[marker(first, at), marker(second, at)])


@item("object", "JointPrismatic2D")
def prismatic_2d(m):
    m.constrained()
    first, second = m.moving_together(planar=True)
    at = [*m.vector(1, 2), 0]
    frame = rot_z(m.number(-3, 3))
    axis, normal = [row[0] for row in frame], [row[1] for row in frame]
    vectors = {"axisMarker0": apply(transpose(first.rotation), axis), "normalMarker1": apply(transpose(second.rotation), normal)}
    along = m.number()
    markers = [m.rigid_marker(first, at), m.rigid_marker(second, add(at, [along * x for x in axis]))]
    m.add("object", m.type, "item", markerNumbers=markers, **vectors, constrainRotation=m.chance(0.7))


@item("object", "JointRollingDisc")
def rolling_disc(m):
    m.constrained()
    radius, lean, heading = m.number(0.2, 0.5), m.number(-0.3, 0.3), m.number(-1, 1)
    rotation = matmul(rot_z(heading), rot_y(lean))
    spin = m.vector(3)
    down = apply(rotation, [0, 0, -radius])
    position = [m.number(), m.number(), -down[2]]
    velocity = cross(spin, [-x for x in down])
    body = m.body(position, rotation, velocity, spin, nodes=turned, com=False)
    m.gravity(body, [0, 0, -9.81])
    axes = m.choose([1, 1, 1], [1, 1, 1], [0, 1, 1], [1, 0, 1], [0, 0, 1])
    base = m.rigid_marker(m.ground(), [0, 0, 0])
    m.add("object", m.type, "item", markerNumbers=[base, m.rigid_marker(body, position)], discRadius=radius, constrainedAxes=axes)


# --- cables


@item("node", "Point2DSlope1")
def cable_node(m):
    nodes, _, _ = m.cable(angle=m.number())
    m.lists["nodes"] = [{**each, "name": "item"} if each["name"] == nodes[1] else each for each in m.lists["nodes"]]
    for each in m.lists["objects"]:
        if "nodeNumbers" in each:
            each["nodeNumbers"] = ["item" if name == nodes[1] else name for name in each["nodeNumbers"]]


@item("object", "ANCFCable2D")
def ancf_cable(m):
    _, _, length = m.cable(angle=m.number())
    m.local = [round(length * m.number(0, 1), 3), m.number(-0.02, 0.02), 0]


@item("object", "ALEANCFCable2D")
def ale_cable(m):
    m.add("node", "GenericODE2", "ale", numberOfODE2Coordinates=1, referenceCoordinates=[0], initialCoordinates=[0], initialCoordinates_t=[m.number(-2, 2)])
    options = {"physicsMovingMassFactor": m.choose(1, m.number(0.5, 1)), "physicsUseCouplingTerms": m.chance(), "physicsAddALEvariation": True}
    _, _, length = m.cable(kind="ALEANCFCable2D", angle=m.number(), extraNodes=["ale"], **options)
    m.local = [round(length * m.number(0, 1), 3), 0, 0]


@item("object", "ANCFCable")
@item("node", "PointSlope1")
def chain_in_space(m, bent=1):
    """Three elements on a clamp, with `bent` 0 straight and at rest; the item is the second element or node. Returns the names of the
    elements, their length, and the start and direction."""
    length, direction = m.number(0.3, 0.6), m.unit()
    names = ["cable 0", "item" if m.type == "PointSlope1" else "cable 1", "cable 2", "cable 3"]
    at = start = m.vector(1)
    for i, name in enumerate(names):
        slope = [x + 0.1 * bent * m.number() for x in direction]
        moved, rates = ([0] * 6, [0] * 6) if i * bent == 0 else (m.vector(0.01, 6), m.vector(0.1, 6))
        m.add("node", "PointSlope1", name, referenceCoordinates=[*at, *slope], initialCoordinates=moved, initialVelocities=rates)
        at = [x + length * (d + 0.05 * bent * m.number()) for x, d in zip(at, direction)]
    properties = {
        **m.cable_properties(length),
        "useReducedOrderIntegration": m.choose(0, 1, 2),
        "strainIsRelativeToReference": m.choose(0, 1, m.number(0, 1)),
    }
    m.clamp("cable 0", 6)
    for i in range(3):
        name = m.add("object", "ANCFCable", "item" if i == 1 and m.type == "ANCFCable" else f"element {i}", nodeNumbers=names[i : i + 2], **properties)
        m.gravity(name)
    m.local = [round(length * m.number(0, 1), 3), 0, 0]
    pulled = m.add("marker", "BodyPosition", "pulled", bodyNumber="element 2", localPosition=m.local)
    m.add("load", "ForceVector", "pull", markerNumber=pulled, loadVector=m.vector(5))
    base = m.position_marker(m.ground(referencePosition=m.vector(1)))
    m.add("object", "ConnectorSpringDamper", "spring", markerNumbers=[base, m.add("marker", "NodePosition", "end", nodeNumber="cable 3")], stiffness=m.number(10, 50), damping=m.number(0, 1), referenceLength=m.number(0.2, 1))
    return [each["name"] for each in m.lists["objects"] if each["type"] == "ANCFCable"], length, start, direction


@item("object", "BeamGeometricallyExact2D")
def shear_beam(m):
    length, angle = m.number(0.3, 0.6), m.number()
    nodes = []
    for i in range(4):
        at = [round(i * length * math.cos(angle), 3), round(i * length * math.sin(angle), 3), round(angle + 0.1 * m.number(), 3)]
        rates = [0, 0, 0] if i == 0 else m.vector(0.2)
        nodes.append(m.add("node", "RigidBody2D", f"end {i}", referenceCoordinates=at, initialVelocities=rates))
    properties = {
        "physicsLength": length,
        "physicsMassPerLength": m.number(1, 3),
        "physicsCrossSectionInertia": m.number(0.01, 0.05),
        "physicsBendingStiffness": m.number(5, 20),
        "physicsAxialStiffness": m.number(500, 2000),
        "physicsShearStiffness": m.number(200, 900),
        "physicsBendingDamping": m.choose(0, 0.05),
        "physicsAxialDamping": m.choose(0, 0.5),
        "physicsShearDamping": m.choose(0, 0.5),
        "physicsReferenceCurvature": m.choose(0, m.number(-0.5, 0.5)),
        "includeReferenceRotations": m.chance(),
    }
    m.clamp(nodes[0], 3)
    for i in range(3):
        name = m.add("object", m.type, "item" if i == 1 else f"element {i}", nodeNumbers=nodes[i : i + 2], **properties)
        m.gravity(name, [0, -9.81, 0])
    m.local = [round(length * m.number(-0.5, 0.5), 3), m.number(-0.05, 0.05), 0]
    # In Exudyn, markers are on the axis, and frame markers do not work.
    pulled = m.add("marker", "BodyPosition", "pulled", bodyNumber="item", localPosition=[m.local[0], 0, 0])
    m.add("load", "ForceVector", "pull", markerNumber=pulled, loadVector=[*m.vector(5, 2), 0])


def load_end(m, node, length):
    """Loads the last node of a beam in space, and chooses a point of an element for its sensors."""
    end = m.add("marker", "NodeRigid", "end", nodeNumber=node)
    m.add("load", "ForceVector", "pull", markerNumber=end, loadVector=m.vector(5))
    m.add("load", "TorqueVector", "turn", markerNumber=end, loadVector=m.vector(1))
    m.local = [round(length * m.number(-0.5, 0.5), 3), m.number(-0.05, 0.05), m.number(-0.05, 0.05)]


@item("object", "BeamGeometricallyExact3D")
def beam_in_space(m):
    length, kind = m.number(0.3, 0.6), m.choose("RigidBodyEP", "RigidBodyRxyz", "RigidBodyRotVecLG")
    # Rotation vectors and angles start at zero, so that rates and angular velocities are the same at the start.
    turn = m.quaternion() if kind == "RigidBodyEP" else [1, 0, 0, 0]
    along = apply(rotation_of(turn), [length, 0, 0])
    nodes = []
    for i in range(4):
        at = [i * x for x in along]
        spin = [0, 0, 0] if i == 0 else m.vector(0.5)
        rates = [0.5 * x for x in product(turn, [0, *spin])] if kind == "RigidBodyEP" else spin
        speeds = [0, 0, 0] if i == 0 else m.vector(0.2)
        reference = [*at, *(turn if kind == "RigidBodyEP" else [0, 0, 0])]
        nodes.append(m.add("node", kind, f"end {i}", referenceCoordinates=reference, initialVelocities=[*speeds, *rates]))
    properties = {
        "physicsLength": length,
        "physicsMassPerLength": m.number(1, 3),
        "physicsCrossSectionInertia": [[x * 0.02 for x in row] for row in m.definite(3)],
        "physicsAxialShearStiffness": [m.number(500, 2000), m.number(200, 900), m.number(200, 900)],
        "physicsTorsionalBendingStiffness": [m.number(5, 20) for _ in range(3)],
    }
    wall = m.add("marker", "BodyRigid", "wall", bodyNumber=m.ground(referenceRotation=rotation_of(turn)).name)
    clamp = m.add("marker", "NodeRigid", "clamp", nodeNumber=nodes[0])
    m.add("object", "JointGeneric", "clamp", markerNumbers=[wall, clamp])
    for i in range(3):
        m.add("object", m.type, "item" if i == 1 else f"element {i}", nodeNumbers=nodes[i : i + 2], **properties)
    middle = m.add("marker", "BodyMass", "mass", bodyNumber="item")
    m.add("load", "MassProportional", "gravity", markerNumber=middle, loadVector=m.vector(10))
    # Exudyn distributes forces between the nodes linearly: the differences page.
    load_end(m, nodes[3], length)
    m.constrained()


@item("object", "ANCFBeam")
@item("node", "PointSlope23")
def slope_beam(m):
    """A beam on a clamp whose sections have no inertia, because Exudyn defines it differently; for a node, on the second of its four."""
    length, axes = m.number(0.3, 0.6), list(zip(*rotation_of(m.quaternion()), strict=True))
    names = ["end 0", "item" if m.type == "PointSlope23" else "end 1", "end 2", "end 3"]
    for i, name in enumerate(names):
        at = [i * length * x for x in axes[0]]
        moved = [0] * 9 if i == 0 else m.vector(0.02, 9)
        m.add("node", "PointSlope23", name, referenceCoordinates=[*at, *axes[1], *axes[2]], initialCoordinates=moved, initialVelocities=[0] * 9 if i == 0 else m.vector(0.2, 9))
    properties = {
        "physicsLength": length,
        "physicsMassPerLength": m.number(1, 3),
        "physicsAxialShearStiffness": [m.number(500, 2000), m.number(200, 900), m.number(200, 900)],
        "physicsTorsionalBendingStiffness": [m.number(5, 20) for _ in range(3)],
        "physicsAxialShearDamping": m.choose([0] * 3, [m.number(0, 2) for _ in range(3)]),
        "physicsTorsionalBendingDamping": m.choose([0] * 3, [m.number(0, 0.05) for _ in range(3)]),
        "crossSectionPenaltyFactor": [m.number(0.5, 2) for _ in range(3)],
        "crossSectionDamping": m.choose([0] * 3, [m.number(0, 0.002) for _ in range(3)]),
    }
    m.clamp("end 0", 9)
    for i in range(3):
        m.add("object", "ANCFBeam", "item" if i == 1 and m.type == "ANCFBeam" else f"element {i}", nodeNumbers=names[i : i + 2], **properties)
    load_end(m, names[3], length)
    inside = m.add("marker", "BodyRigid", "inside", bodyNumber="element 2", localPosition=m.local)
    m.add("load", "ForceVector", "press", markerNumber=inside, loadVector=m.vector(5))
    m.add("load", "TorqueVector", "twist", markerNumber=inside, loadVector=m.vector(1))
    m.constrained()


@item("object", "ANCFThinPlate")
@item("node", "PointSlope12")
def thin_plate(m):
    """Four elements with a bent and skewed reference, held at three corners."""
    width, axes = m.number(0.3, 0.6), list(zip(*rotation_of(m.quaternion()), strict=True))
    nodes = []
    for j in range(3):
        for i in range(3):
            at = [i * width + 0.05 * m.number(), j * width + 0.05 * m.number(), 0.1 * width * i * i + 0.05 * m.number()]
            slopes = [[1, 0.1 * m.number(), 0.2 * i], [0.1 * m.number(), 1, 0.1 * m.number()]]
            coordinates = [x for v in (at, *slopes) for x in (sum(v[k] * axes[k][r] for k in range(3)) for r in range(3))]
            name = "item" if m.type == "PointSlope12" and i == j == 1 else f"node {i} {j}"
            nodes.append(m.add("node", "PointSlope12", name, referenceCoordinates=coordinates, initialCoordinates=m.vector(0.01, 9), initialVelocities=m.vector(0.2, 9)))
    uniform, matrix = m.chance(), [[m.number(900, 1200), 300, 0], [300, m.number(900, 1200), 0], [0, 0, m.number(300, 500)]]
    properties = {
        "physicsThickness": [m.number(0.05, 0.1) for _ in range(1 if uniform else 4)],
        "physicsDensity": m.number(10, 30),
        "physicsMassProportionalDamping": m.choose(0, m.number(0, 1)),
        "stiffnessProportionalDamping": m.choose(0, m.number(0, 0.002)),
        "bendingStiffnessProportionalDamping": m.choose(-1, 0, m.number(0, 0.002)),
        "physicsStrainCoefficients": [matrix],
        "physicsCurvatureCoefficients": [[[x / 300 for x in row] for row in matrix]],
        "useReducedOrderIntegration": m.choose(0, 1),
    }
    for j in range(2):
        for i in range(2):
            first = i + 3 * j
            name = "item" if m.type == "ANCFThinPlate" and first == 0 else f"plate {i} {j}"
            m.add("object", "ANCFThinPlate", name, nodeNumbers=[nodes[first + k] for k in (0, 1, 4, 3)], **properties)
    for number in (0, 2, 6):
        base = m.position_marker(m.ground(referencePosition=m.vector(1)))
        corner = m.add("marker", "NodePosition", m.name("corner"), nodeNumber=nodes[number])
        m.add("object", "ConnectorCartesianSpringDamper", m.name("bearing"), markerNumbers=[base, corner], stiffness=[2, 3, 4], damping=[0.1, 0.1, 0.1])
    free = m.add("marker", "NodeRigid", "free", nodeNumber=nodes[8])
    m.add("load", "ForceVector", "pull", markerNumber=free, loadVector=m.vector(2))  # no torque: see the differences page
    m.local = [m.number(-1, 1), m.number(-1, 1), 0]
    pressed = m.add("marker", "BodyPosition", "pressed", bodyNumber="plate 1 0", localPosition=m.local)
    m.add("load", "ForceVector", "press", markerNumber=pressed, loadVector=m.vector(2))


def circle_on_cable(m, radius, friction):
    """A cable on clamps below a heavy circle; returns the circle's marker and the markers of the elements' shapes."""
    # Without friction one segment per element, and a circle above the middle of one: see the differences page on neighbouring segments.
    segments = m.random.randint(2, 5) if friction else 1
    _, elements, length = m.cable(elements=3, clamped=True, useReducedOrderIntegration=0, physicsReferenceAxialStrain=0, physicsReferenceCurvature=0)
    depth = m.number(0, 0.004)
    circle = m.body2d([length * (m.number(1, 2.5) if friction else m.choose(1.5, 2.5)), radius - depth], m.number(), [m.number(-0.3, 0.3), m.number(-0.5, 0)], m.number(-3, 3))
    m.gravity(circle, [0, -9.81, 0])
    marker = m.rigid_marker(circle, circle.position)
    shapes = [m.add("marker", "BodyCable2DShape", f"shape {i}", bodyNumber=name, numberOfSegments=segments) for i, name in enumerate(elements)]
    m.analysis["discontinuous"] = {"iterationTolerance": 1e-4}
    return marker, shapes, segments


@item("object", "ContactCircleCable2D", "ContactFrictionCircleCable2D")
def circle_contact(m):
    radius = m.number(0.1, 0.4)
    friction = m.type == "ContactFrictionCircleCable2D"
    circle, shapes, segments = circle_on_cable(m, radius, friction)
    parameters = {"contactStiffness": m.number(1e3, 1e4), "numberOfContactSegments": segments, "circleRadius": radius}
    if friction:
        parameters |= {"contactDamping": m.number(0, 20), "frictionCoefficient": m.number(0.1, 0.6), "useSegmentNormals": m.chance()}
        parameters |= m.choose({"frictionVelocityPenalty": m.number(10, 50)}, {"frictionStiffness": m.number(500, 2000), "frictionVelocityPenalty": m.number(1, 10)})
    for i, shape in enumerate(shapes):
        data = [0.1] * segments + ([-2] * segments + [0] * segments if friction else [])
        node = m.add("node", "GenericData", f"data {i}", numberOfDataCoordinates=len(data), initialCoordinates=data)
        m.add("object", m.type, "item" if i == 0 else f"contact {i}", markerNumbers=[circle, shape], nodeNumber=node, **parameters)


@item("marker", "BodyCable2DShape", "BodyCable2DCoordinates", "BodyBeamShape")
def cable_marker(m):
    elements = chain_in_space(m)[0] if m.type == "BodyBeamShape" else m.cable(angle=m.number())[1]
    segments = {"numberOfSegments": m.random.randint(2, 5)} if m.type == "BodyCable2DShape" else {}
    m.add("marker", m.type, "item", bodyNumber=elements[0], **segments)


def stop_cable(m):
    for node in m.lists["nodes"]:
        if node["type"] == "Point2DSlope1":
            node["initialVelocities"] = [0, 0, 0, 0]


def sliding_markers(m, elements, length, kind="BodyCable2DCoordinates"):
    markers = [m.add("marker", kind, f"sliding {i}", bodyNumber=name) for i, name in enumerate(elements)]
    return {"slidingMarkerNumbers": markers, "slidingMarkerOffsets": [i * length for i in range(len(elements))]}


@item("object", "JointSliding2D")
def sliding(m):
    m.constrained()
    _, elements, length = m.cable(physicsReferenceAxialStrain=0, physicsReferenceCurvature=0)
    where = length * m.number(0.2, 0.8)
    stop_cable(m)
    body = m.body2d([where, 0], 0, [m.number(-1, 1), 0], 0)
    m.gravity(body, [0, -9.81, 0])
    data = m.add("node", "GenericData", "data", numberOfDataCoordinates=2, initialCoordinates=[0, where])
    m.add("object", m.type, "item", markerNumbers=[m.rigid_marker(body, [where, 0, 0]), "sliding 0"], **sliding_markers(m, elements, length), nodeNumber=data)


@item("object", "JointSliding")
def sliding_in_space(m):
    m.constrained()
    elements, length, start, direction = chain_in_space(m, bent=0)
    where, speed = length * m.number(0.2, 0.8), m.number(-1, 1)
    place = [a + where * d for a, d in zip(start, direction)]
    node = m.add("node", "Point", "bead", referenceCoordinates=place, initialVelocities=[speed * d for d in direction])
    body = m.add("object", "MassPoint", "bead", physicsMass=m.number(0.2, 1), nodeNumber=node)
    bead = m.add("marker", "BodyPosition", "bead", bodyNumber=body)
    m.add("load", "ForceVector", "weight", markerNumber=bead, loadVector=m.vector(5))
    data = m.add("node", "GenericData", "data", numberOfDataCoordinates=2, initialCoordinates=[0, where])
    m.add("object", m.type, "item", markerNumbers=[bead, "sliding 0"], **sliding_markers(m, elements, length, "BodyBeamShape"), nodeNumber=data, constrainRotations=[0, 0, 0])


@item("object", "JointALEMoving2D")
def ale_moving(m):
    m.constrained()
    speed = m.number(-1, 1)
    m.add("node", "GenericODE2", "ale", numberOfODE2Coordinates=1, referenceCoordinates=[0], initialCoordinates=[0], initialCoordinates_t=[speed])
    _, elements, length = m.cable(kind="ALEANCFCable2D", extraNodes=["ale"], physicsReferenceAxialStrain=0, physicsReferenceCurvature=0)
    stop_cable(m)
    where = length * m.number(0.3, 0.7)
    body = m.body2d([where, 0], 0, [speed, 0], 0)
    m.gravity(body, [0, -9.81, 0])
    data = m.add("node", "GenericData", "data", numberOfDataCoordinates=1, initialCoordinates=[0])
    m.add("object", m.type, "item", markerNumbers=[m.rigid_marker(body, [where, 0, 0]), "sliding 0"], **sliding_markers(m, elements, length), slidingOffset=where, nodeNumbers=[data, "ale"])


# --- trees


@item("object", "KinematicTree")
def tree(m, name="item", joints=("RevoluteX", "RevoluteY", "RevoluteZ", "PrismaticX", "PrismaticY", "PrismaticZ")):
    n = m.random.randint(2, 4)
    m.add("node", "GenericODE2", "tree", numberOfODE2Coordinates=n, referenceCoordinates=m.vector(1, n), initialCoordinates=m.vector(0.3, n), initialCoordinates_t=m.vector(1, n))
    types = [m.choose(*joints) for _ in range(n)]
    parents = [-1] + [m.random.randint(0, i - 1) for i in range(1, n)]
    parameters = {
        "gravity": m.vector(10),
        "baseOffset": m.vector(1),
        "jointTypes": types,
        "linkParents": parents,
        "jointTransformations": [m.rotation() for _ in range(n)],
        "jointOffsets": [m.vector(1) for _ in range(n)],
        "linkInertiasCOM": [m.definite(3) for _ in range(n)],
        "linkCOMs": [m.vector(0.3) for _ in range(n)],
        "linkMasses": [m.number(0.5, 2) for _ in range(n)],
        "jointForceVector": m.vector(5, n),
    }
    if m.chance():
        parameters |= {"jointPControlVector": [m.number(1, 20) for _ in range(n)], "jointDControlVector": [m.number(0, 2) for _ in range(n)], "jointPositionOffsetVector": m.vector(1, n), "jointVelocityOffsetVector": m.vector(1, n)}
    m.add("object", "KinematicTree", name, nodeNumber="tree", **parameters)
    return n


@item("marker", "KinematicTreeRigid")
def tree_marker(m):
    # In Exudyn, forces on markers of prismatic joints act differently: the differences page.
    pulled = m.chance(0.6)
    links = tree(m, "tree", ("RevoluteX", "RevoluteY", "RevoluteZ")) if pulled else tree(m, "tree")
    m.add("marker", m.type, "item", objectNumber="tree", linkNumber=m.random.randrange(links), localPosition=m.vector(0.5))
    if pulled:
        m.add("load", "ForceVector", "force", markerNumber="item", loadVector=m.vector(5), bodyFixed=m.chance())
        m.add("load", "TorqueVector", "torque", markerNumber="item", loadVector=m.vector(2), bodyFixed=m.chance())
        soft_spring(m)


@item("sensor", "KinematicTree")
def tree_sensor(m):
    links = tree(m, "tree")
    for output in next(each["outputs"] for each in m.types if each["kind"] == "sensor" and each["type"] == "KinematicTree"):
        m.add("sensor", m.type, output["name"], objectNumber="tree", linkNumber=m.random.randrange(links), localPosition=m.vector(0.5), outputVariableType=output["name"])


@item("object", "FFRFreducedOrder")
def flexible(m, name="item"):
    """A small mesh in motion with random modes and masses, and its inertia terms in the form that Exudyn requires."""
    import numpy as np

    m.constrained()  # Euler parameters
    random = np.random.default_rng(m.random.randrange(1 << 30))
    nodes, modes = m.random.randint(4, 6), m.random.randint(1, 3)
    x, basis = random.uniform(-0.5, 0.5, 3 * nodes), random.uniform(-0.5, 0.5, (3 * nodes, modes))
    skew = lambda v: np.vstack([[[0, -c, b], [c, 0, -a], [-b, a, 0]] for a, b, c in v.reshape(-1, 3)])
    mass = np.kron(np.diag(random.uniform(0.2, 1, nodes)), np.eye(3))
    shift, turn, lever = np.tile(np.eye(3), (nodes, 1)), skew(x), np.hstack([skew(mode) for mode in basis.T])
    total = (shift.T @ mass @ shift)[0, 0]
    root = random.uniform(-1, 1, (modes, modes))
    stiffness = 200 * (root @ root.T + np.eye(modes))
    parameters = {
        "massMatrixReduced": basis.T @ mass @ basis,
        "stiffnessMatrixReduced": stiffness,
        "dampingMatrixReduced": 0.002 * stiffness,
        "modeBasis": basis,
        "referencePositions": x,
        "physicsMass": total,
        "physicsCenterOfMass": shift.T @ mass @ x / total,
        "physicsInertia": turn.T @ mass @ turn,
        "mPhitTPsi": shift.T @ mass @ basis,
        "mPhitTPsiTilde": shift.T @ mass @ lever,
        "mXRefTildePsi": turn.T @ mass @ basis,
        "mXRefTildePsiTilde": turn.T @ mass @ lever,
        "mPsiTildePsi": lever.T @ mass @ basis,
        "mPsiTildePsiTilde": lever.T @ mass @ lever,
    }
    m.body(nodes=("RigidBodyEP",), name="frame")
    m.lists["objects"] = [each for each in m.lists["objects"] if each["name"] != "frame"]
    m.add("node", "GenericODE2", "modes", numberOfODE2Coordinates=modes, referenceCoordinates=[0] * modes, initialCoordinates=m.vector(0.05, modes), initialCoordinates_t=m.vector(0.3, modes))
    m.add("object", "FFRFreducedOrder", name, nodeNumbers=["frame", "modes"], **{key: float(value) if np.ndim(value) == 0 else np.asarray(value).tolist() for key, value in parameters.items()})
    return nodes


@item("marker", "SuperElementPosition", "SuperElementRigid")
def mesh_marker(m):
    nodes = flexible(m, "flexible")
    rigid = m.type == "SuperElementRigid"
    chosen = list(range(nodes))
    weights = [m.number(0.5, 1) for _ in chosen]
    more = {"offset": m.vector(0.2)} if rigid else {}
    m.add("marker", m.type, "item", bodyNumber="flexible", meshNodeNumbers=chosen, weightingFactors=[each / sum(weights) for each in weights], **more)
    m.add("load", "ForceVector", "force", markerNumber="item", loadVector=m.vector(2))
    if rigid:
        m.add("load", "TorqueVector", "torque", markerNumber="item", loadVector=m.vector(1))
    soft_spring(m)


@item("sensor", "SuperElement")
def mesh_sensor(m):
    nodes = flexible(m, "flexible")
    for output in ("Position", "Displacement", "Velocity", "Acceleration", "DisplacementLocal", "VelocityLocal"):
        m.add("sensor", m.type, output, bodyNumber="flexible", meshNodeNumber=m.random.randrange(nodes), outputVariableType=output)


@item("sensor", "Distance")
def distance_sensor(m):
    """Rays from a body and from fixed points to a rotating plate and flying balls; nothing touches."""
    eye, plate = m.body(position=m.vector(0.3)), m.body(position=add([3, 0, 0], m.vector(0.3)))
    spring_field(m, eye)
    balls = [m.point(add([0, 3, i - 1], m.vector(0.2))) for i in range(3)]
    corners = [plate.local(add(plate.position, m.vector(1.5))) for _ in range(12)]
    m.add("object", "ContactSpheres", "balls", markerNumbers=[m.position_marker(each) for each in balls], contactModel=1, contactStiffness=m.number(100, 1000),
        spheresRadii=[m.number(0.2, 0.4) for _ in balls], sphereSphereContact=False,
        triangleMarkers=[m.rigid_marker(plate, plate.position)], trianglePoints=corners)
    start = m.vector(0.3)
    markers = {"turning": m.rigid_marker(eye), "moving": m.position_marker(eye)}

    def look(name, seen, to, off, **more):
        kind = m.choose(*markers, "fixed")
        direction = minus(add(to, m.vector(off)), start if kind == "fixed" else eye.position)
        place = {"position": start} if kind == "fixed" else {"markerNumber": markers[kind]}
        if kind == "turning":
            direction = apply(transpose(eye.rotation), direction)
        limits = {"minDistance": m.choose(-1, 0, 0.5), "maxDistance": m.number(4, 9)}
        m.add("sensor", m.type, name, objectNumber=seen, dirSensor=direction, measureVelocity=m.chance(), **place, **limits, **more)

    for i in range(6):
        look(f"plate {i}", "balls", plate.position, 0.7, surfaces="Triangles")
        look(f"ball {i}", "balls", balls[i % 3].position, 0.3, surfaces=m.choose("All", "Spheres"))
        look(f"ball {i} in a cylinder", "balls", balls[i % 3].position, 0.5, cylinderRadius=m.number(0, 0.3), surfaces="Spheres")


# --- markers and loads


@item("marker", "BodyPosition", "BodyRigid", "BodyMass", "NodePosition", "NodeRigid")
def loaded_marker(m):
    body = sprung_body(m)
    place = {"nodeNumber": body.name} if m.type.startswith("Node") else {"bodyNumber": body.name}
    if m.type in ("BodyPosition", "BodyRigid"):
        place["localPosition"] = m.vector(0.5)
    m.add("marker", m.type, "item", **place)
    m.add("load", "MassProportional" if m.type == "BodyMass" else "ForceVector", "load", markerNumber="item", loadVector=m.vector(10))


@item("marker", "NodeCoordinate")
def coordinate_marker(m):
    body = sprung_body(m)
    m.add("marker", m.type, "item", nodeNumber=body.name, coordinate=m.random.randrange(6))
    m.add("load", "Coordinate", "load", markerNumber="item", load=m.number(-10, 10))


@item("marker", "NodeRotationCoordinate")
def rotation_coordinate(m):
    axis = m.random.randrange(3)
    spin = [m.number(-3, 3) if i == axis else 0 for i in range(3)]
    body = m.body([0, 0, 0], identity, [0, 0, 0], spin, nodes=turned, com=False)
    m.add("marker", m.type, "item", nodeNumber=body.name, rotationCoordinate=axis)
    ground = m.fixed_coordinate()
    m.add("object", "ConnectorCoordinateSpringDamper", "spring", markerNumbers=[ground, "item"], stiffness=m.number(1, 20), damping=m.number(0, 1))


def two_on_a_joint(m, joint, frame, along=(0, 0, 0)):
    """Two bodies, or a body and ground, on a joint; returns the marker's parameters, whose points are `along` apart."""
    m.constrained()
    first, second = two_to_join(m)
    at = m.vector(1)
    markers = [m.rigid_marker(first, at), m.rigid_marker(second, at)]
    m.add("object", joint, "joint", markerNumbers=markers, **joint_frames(m, first, second, frame))
    places = {"localPosition0": first.local(at), "localPosition1": second.local(add(at, list(along)))}
    return {"bodyNumbers": [first.name, second.name], **places}, first


def on_the_coordinate(m):
    ground = m.fixed_coordinate("zero")
    m.add("object", "ConnectorCoordinateSpringDamper", "spring", markerNumbers=[ground, "item"], stiffness=m.number(10, 100), damping=m.number(0, 2), offset=m.number(-0.2, 0.2))
    m.add("load", "Coordinate", "load", markerNumber="item", load=m.number(-5, 5))


@item("marker", "BodiesRelativeTranslationCoordinate")
def relative_translation(m):
    frame = m.rotation()
    axis, apart = [row[0] for row in frame], m.number()
    # In Exudyn, points with a transverse distance from the axis rotate the bodies: the differences page.
    parameters, first = two_on_a_joint(m, "JointPrismaticX", frame, [apart * x for x in axis])
    m.add("marker", m.type, "item", **parameters, axis0=apply(transpose(first.rotation), axis), offset=m.choose(0, m.number()))
    on_the_coordinate(m)


@item("marker", "BodiesRelativeRotationCoordinate")
def relative_rotation(m):
    frame = m.rotation()
    parameters, first = two_on_a_joint(m, "JointRevoluteZ", frame)
    if m.chance():
        parameters["nodeNumber"] = m.add("node", "GenericData", "turns", numberOfDataCoordinates=1, initialCoordinates=[m.choose(0, 7)])
    m.add("marker", m.type, "item", **parameters, axis0=apply(transpose(first.rotation), [row[2] for row in frame]), offset=m.choose(0, m.number()))
    on_the_coordinate(m)


@item("load", "ForceVector", "TorqueVector", "MassProportional")
def vector_load(m):
    body = sprung_body(m)
    marker = m.add("marker", "BodyMass", "mass", bodyNumber=body.name) if m.type == "MassProportional" else m.rigid_marker(body)
    options = {} if m.type == "MassProportional" else {"bodyFixed": m.chance()}
    if m.chance():
        options["loadVectorUserFunction"] = [f"loadVector[{i}]*cos({m.number(1, 30)}*t) + {m.number()}*t" for i in range(3)]
    m.add("load", m.type, "item", markerNumber=marker, loadVector=m.vector(10), **options)


@item("load", "Coordinate")
def coordinate_load(m):
    marker = m.coordinate(m.number(), m.number())
    options = {"loadUserFunction": f"load*sin({m.number(1, 30)}*t)"} if m.chance() else {}
    m.add("load", m.type, "item", markerNumber=marker, load=m.number(-10, 10), **options)


# --- sensors; sensors of bodies, nodes, markers and objects are tested with these


@item("sensor", "UserFunction")
def user_sensor(m):
    body = sprung_body(m)
    m.add("sensor", "Node", "position", nodeNumber=body.name, outputVariableType="Position")
    m.add("sensor", "Body", "velocity", bodyNumber=body.name, outputVariableType="Velocity", localPosition=m.vector(0.5))
    formula = [f"norm(sensor(\"position\")) + t*{m.number()}", "dot(sensor(\"velocity\"), sensor(\"position\"))", "clamp(sensor(\"velocity\")[0], -0.1, 0.1)"]
    m.add("sensor", m.type, "value", sensorUserFunction=formula)


# The reference also describes other things than items.
kinds = ("node", "object", "marker", "load", "sensor")
# Covered by the sensors that every model gets.
together = {("sensor", "Node"), ("sensor", "Body"), ("sensor", "Object"), ("sensor", "Marker"), ("sensor", "Load")}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        types = json.load(file)
    folder, wanted = sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    index = {}
    for each in types:
        key = each["kind"], each["type"]
        if each["kind"] not in kinds or key in together or (wanted and not any(word.lower() in " ".join(key).lower() for word in wanted)):
            continue
        files = []
        for number in range(10 if key in makers else 0):
            model = Model(f"{key} {number}", each["type"], types)
            makers[key](model)
            files.append(f"{each['kind']}-{each['type']}-{number}.json")
            with open(os.path.join(folder, files[-1]), "w", encoding="utf-8") as file:
                json.dump(model.document(each["kind"]), file, indent=1)
        index[" ".join(key)] = files
    with open(os.path.join(folder, "index.json"), "w", encoding="utf-8") as file:
        json.dump(index, file, indent=1)


main()
