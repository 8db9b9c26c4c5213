// Written by npm run reference: `catalogue()` of core/program/catalogue.h.
export const catalogue = {
  "lists": [
    {
      "name": "nodes",
      "kind": "node"
    },
    {
      "name": "objects",
      "kind": "object"
    },
    {
      "name": "markers",
      "kind": "marker"
    },
    {
      "name": "loads",
      "kind": "load"
    },
    {
      "name": "sensors",
      "kind": "sensor"
    }
  ],
  "plots": [
    "over",
    "map",
    "spectrum",
    "sensors"
  ],
  "display": [
    {
      "name": "plots",
      "isList": true,
      "pages": [
        "over",
        "map",
        "spectrum",
        "sensors"
      ]
    },
    {
      "name": "camera",
      "isList": false,
      "pages": [
        "camera"
      ]
    },
    {
      "name": "ground",
      "isList": false,
      "pages": [
        "ground"
      ]
    },
    {
      "name": "arrows",
      "isList": true,
      "pages": [
        "vector"
      ]
    },
    {
      "name": "contour",
      "isList": false,
      "pages": [
        "contour"
      ]
    },
    {
      "name": "presets",
      "isList": true,
      "pages": [
        "preset"
      ]
    },
    {
      "name": "stability",
      "isList": false,
      "pages": [
        "stability"
      ]
    },
    {
      "name": "gallery",
      "isList": false,
      "pages": [
        "gallery"
      ]
    }
  ],
  "types": {
    "nodes": {
      "1D": {
        "family": "node"
      },
      "GenericData": {
        "family": "node"
      },
      "GenericODE1": {
        "family": "node"
      },
      "GenericODE2": {
        "family": "node"
      },
      "Point": {
        "family": "node",
        "dimensions": 3
      },
      "Point2D": {
        "family": "node",
        "dimensions": 2
      },
      "Point2DSlope1": {
        "family": "node",
        "dimensions": 2,
        "turns": true
      },
      "PointGround": {
        "family": "node",
        "drawnAs": "ground",
        "turns": true
      },
      "PointSlope1": {
        "family": "node",
        "dimensions": 3
      },
      "PointSlope12": {
        "family": "node",
        "dimensions": 3,
        "turns": true
      },
      "PointSlope23": {
        "family": "node",
        "dimensions": 3,
        "turns": true
      },
      "RigidBody2D": {
        "family": "node",
        "dimensions": 2,
        "turns": true
      },
      "RigidBodyEP": {
        "family": "node",
        "dimensions": 3,
        "turns": true
      },
      "RigidBodyRotVecLG": {
        "family": "node",
        "dimensions": 3,
        "turns": true
      },
      "RigidBodyRxyz": {
        "family": "node",
        "dimensions": 3,
        "turns": true
      }
    },
    "objects": {
      "ALEANCFCable2D": {
        "family": "body",
        "drawnAs": "cable",
        "dimensions": 2,
        "turns": true,
        "line": true
      },
      "ANCFBeam": {
        "family": "body",
        "drawnAs": "beam",
        "dimensions": 3,
        "turns": true
      },
      "ANCFCable": {
        "family": "body",
        "drawnAs": "cable",
        "dimensions": 3,
        "line": true
      },
      "ANCFCable2D": {
        "family": "body",
        "drawnAs": "cable",
        "dimensions": 2,
        "turns": true,
        "line": true
      },
      "ANCFThinPlate": {
        "family": "body",
        "drawnAs": "surface",
        "dimensions": 3,
        "turns": true
      },
      "BeamGeometricallyExact2D": {
        "family": "body",
        "drawnAs": "beam",
        "dimensions": 2,
        "turns": true
      },
      "BeamGeometricallyExact3D": {
        "family": "body",
        "drawnAs": "beam",
        "dimensions": 3,
        "turns": true
      },
      "ConnectorCartesianSpringDamper": {
        "family": "connector",
        "drawnAs": "spring"
      },
      "ConnectorCoordinate": {
        "family": "constraint"
      },
      "ConnectorCoordinateSpringDamper": {
        "family": "connector",
        "drawnAs": "coordinateSpring"
      },
      "ConnectorCoordinateSpringDamperExt": {
        "family": "connector"
      },
      "ConnectorCoordinateVector": {
        "family": "constraint"
      },
      "ConnectorDistance": {
        "family": "constraint",
        "drawnAs": "rod"
      },
      "ConnectorGravity": {
        "family": "connector",
        "drawnAs": "rod"
      },
      "ConnectorHydraulicActuatorSimple": {
        "family": "connector",
        "drawnAs": "rod"
      },
      "ConnectorLinearSpringDamper": {
        "family": "connector",
        "drawnAs": "spring"
      },
      "ConnectorReevingSystemSprings": {
        "family": "connector",
        "drawnAs": "rope"
      },
      "ConnectorRigidBodySpringDamper": {
        "family": "connector",
        "drawnAs": "spring"
      },
      "ConnectorRollingDiscPenalty": {
        "family": "connector",
        "drawnAs": "disc"
      },
      "ConnectorSpringDamper": {
        "family": "connector",
        "drawnAs": "spring"
      },
      "ConnectorTorsionalSpringDamper": {
        "family": "connector"
      },
      "ContactCircleCable2D": {
        "family": "connector",
        "drawnAs": "circle"
      },
      "ContactConvexRoll": {
        "family": "connector",
        "drawnAs": "roll"
      },
      "ContactCoordinate": {
        "family": "connector"
      },
      "ContactCurveCircles": {
        "family": "connector",
        "drawnAs": "curve"
      },
      "ContactFrictionCircleCable2D": {
        "family": "connector",
        "drawnAs": "circle"
      },
      "ContactSphereSphere": {
        "family": "connector",
        "drawnAs": "spheres"
      },
      "ContactSphereTorus": {
        "family": "connector",
        "drawnAs": "torus"
      },
      "ContactSphereTriangle": {
        "family": "connector",
        "drawnAs": "triangle"
      },
      "ContactSpheres": {
        "family": "connector",
        "drawnAs": "sphereSet"
      },
      "FFRFreducedOrder": {
        "family": "body",
        "drawnAs": "flexible",
        "dimensions": 3,
        "turns": true
      },
      "GenericODE1": {
        "family": "system"
      },
      "GenericODE2": {
        "family": "system"
      },
      "Ground": {
        "family": "body",
        "drawnAs": "ground",
        "turns": true
      },
      "JointALEMoving2D": {
        "family": "constraint"
      },
      "JointGeneric": {
        "family": "constraint",
        "drawnAs": "joint"
      },
      "JointPrismatic2D": {
        "family": "constraint",
        "drawnAs": "slide"
      },
      "JointPrismaticX": {
        "family": "constraint",
        "drawnAs": "slide"
      },
      "JointRevolute2D": {
        "family": "constraint",
        "drawnAs": "hinge"
      },
      "JointRevoluteZ": {
        "family": "constraint",
        "drawnAs": "hinge"
      },
      "JointRollingDisc": {
        "family": "constraint",
        "drawnAs": "disc"
      },
      "JointSliding": {
        "family": "constraint"
      },
      "JointSliding2D": {
        "family": "constraint"
      },
      "JointSpherical": {
        "family": "constraint",
        "drawnAs": "ball"
      },
      "KinematicTree": {
        "family": "system",
        "drawnAs": "tree"
      },
      "Mass1D": {
        "family": "body",
        "drawnAs": "slider",
        "turns": true
      },
      "MassPoint": {
        "family": "body",
        "drawnAs": "point",
        "dimensions": 3
      },
      "MassPoint2D": {
        "family": "body",
        "drawnAs": "planarPoint",
        "dimensions": 2
      },
      "RigidBody": {
        "family": "body",
        "drawnAs": "box",
        "dimensions": 3,
        "turns": true
      },
      "RigidBody2D": {
        "family": "body",
        "drawnAs": "plate",
        "dimensions": 2,
        "turns": true
      },
      "RotationalMass1D": {
        "family": "body",
        "drawnAs": "rotor",
        "turns": true
      }
    },
    "loads": {
      "Coordinate": {
        "family": "load"
      },
      "ForceVector": {
        "family": "load",
        "drawnAs": "force"
      },
      "MassProportional": {
        "family": "load"
      },
      "TorqueVector": {
        "family": "load",
        "drawnAs": "torque"
      }
    },
    "create": {
      "Ground": {
        "family": "body",
        "drawnAs": "ground",
        "turns": true
      },
      "MassPoint": {
        "family": "body",
        "drawnAs": "point",
        "dimensions": 3
      },
      "RigidBody": {
        "family": "body",
        "drawnAs": "box",
        "dimensions": 3,
        "turns": true
      },
      "RigidBody2D": {
        "family": "body",
        "drawnAs": "plate",
        "dimensions": 2,
        "turns": true
      },
      "FlexibleBody": {
        "family": "body",
        "drawnAs": "flexible",
        "dimensions": 3,
        "turns": true
      },
      "SpringDamper": {
        "family": "connector",
        "drawnAs": "spring"
      },
      "CartesianSpringDamper": {
        "family": "connector",
        "drawnAs": "spring"
      },
      "RigidBodySpringDamper": {
        "family": "connector",
        "drawnAs": "spring"
      },
      "TorsionalSpringDamper": {
        "family": "connector"
      },
      "SphereSphereContact": {
        "family": "connector",
        "drawnAs": "spheres"
      },
      "SphereTriangleContact": {
        "family": "connector",
        "drawnAs": "triangle"
      },
      "SphereQuadContact": {
        "family": "connector",
        "drawnAs": "triangle"
      },
      "RevoluteJoint": {
        "family": "constraint",
        "drawnAs": "hinge"
      },
      "PrismaticJoint": {
        "family": "constraint",
        "drawnAs": "slide"
      },
      "SphericalJoint": {
        "family": "constraint",
        "drawnAs": "ball"
      },
      "GenericJoint": {
        "family": "constraint",
        "drawnAs": "joint"
      },
      "DistanceConstraint": {
        "family": "constraint",
        "drawnAs": "rod"
      },
      "CoordinateConstraint": {
        "family": "constraint"
      },
      "RollingDisc": {
        "family": "constraint",
        "drawnAs": "disc"
      },
      "RollingDiscPenalty": {
        "family": "connector",
        "drawnAs": "disc"
      },
      "Force": {
        "family": "load",
        "drawnAs": "force"
      },
      "Torque": {
        "family": "load",
        "drawnAs": "torque"
      },
      "Cable2D": {
        "family": "body",
        "drawnAs": "cable",
        "dimensions": 2,
        "turns": true,
        "line": true
      },
      "Belt": {
        "family": "body",
        "drawnAs": "cable",
        "dimensions": 2,
        "turns": true,
        "line": true
      },
      "Spheres": {
        "family": "connector",
        "drawnAs": "sphereSet"
      }
    }
  },
  "remarks": {
    "right": "Right.",
    "partlyRight": "Partly right.",
    "wrong": "Not right.",
    "tooSmall": "Not right: too small.",
    "tooLarge": "Not right: too large.",
    "nothingChosen": "Nothing was chosen.",
    "noSuchChoice": "There is no such choice.",
    "notANumber": "This is not a number.",
    "hasNoUnit": "This number has no unit.",
    "unknownUnit": "The unit “{unit}” is unknown here.",
    "otherUnit": "“{unit}” does not fit: this number is in {wanted}.",
    "answerWithoutMeasure": "There is no right answer: {measure} has no value, {reason}.",
    "answerNotFinite": "There is no right answer: it is not a finite number.",
    "noRun": "There is no run.",
    "valueNotANumber": "The value of '{name}' is not a number.",
    "valueFixed": "'{name}' must not be changed.",
    "valueBelow": "'{name}' must be {min} or more, got {value}.",
    "valueAbove": "'{name}' must be {max} or less, got {value}.",
    "runImpossible": "The run cannot start: {reason}",
    "runFailed": "The run failed: {reason}",
    "conditionMet": "The run meets the condition.",
    "conditionNotMet": "The run does not meet the condition.",
    "conditionWithoutMeasure": "The run does not meet the condition: {measure} has no value, {reason}.",
    "conditionNotFinite": "The run does not meet the condition: its value is not a finite number.",
    "noCurve": "There is no curve.",
    "noSuchCurve": "The run has no such curve.",
    "curveTooShort": "The curve does not reach from start to end.",
    "curveAway": "The curve deviates by {percent} % of its range on average."
  },
  "texts": [
    "title",
    "description",
    "parameters/*/label",
    "parameters/*/description",
    "parameters/*/choices/*/label",
    "inputs/*/label",
    "create/*/visualization/graphics/*/text",
    "create/*/visualization/links/*/graphics/*/text",
    "objects/*/visualization/graphics/*/text",
    "objects/*/visualization/links/*/graphics/*/text",
    "analysis/endWhen/*/message",
    "analysis/*/endWhen/*/message",
    "measures/*/label",
    "tasks/*/title",
    "tasks/*/text",
    "tasks/*/hints/*",
    "tasks/*/answer/choices/*/text",
    "tasks/*/answer/choices/*/feedback",
    "display/plots/*/title",
    "display/plots/*/xLabel",
    "display/plots/*/yLabel",
    "display/plots/*/label",
    "display/plots/*/curves/*/label",
    "display/plots/*/reference/label",
    "display/plots/*/reference/source",
    "display/plots/*/reference/*/label",
    "display/plots/*/reference/*/source",
    "display/arrows/*/label",
    "display/contour/label",
    "display/presets/*/label",
    "display/presets/*/title",
    "display/stability/title",
    "display/stability/reference/label",
    "display/stability/reference/source",
    "display/stability/reference/*/label",
    "display/stability/reference/*/source",
    "display/stability/limits/*/label",
    "display/gallery/teaser",
    "display/gallery/teaches",
    "display/gallery/tags/*",
    "display/gallery/group"
  ]
} as const;
