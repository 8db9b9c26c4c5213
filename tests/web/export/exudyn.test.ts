import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../wasm/engine/types';
import { exudynScript, formulasIn, startingAt, startsAssembled } from '../../../web/src/export/exudyn';
import { type FormulaNames, helpers, type PythonFormula, pythonFormula } from '../../../web/src/export/python-formula';
import { testEngine } from '../../support/engine';
import { reference } from '../../support/language';

/** Parameters of items, and settings, of the version that scripts are for. */
const exudyn = JSON.parse(readFileSync('tests/data/exudyn-interface.json', 'utf8')) as {
  items: Record<string, string[]>;
  settings: Record<string, unknown>;
};

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

async function scriptOf(text: string): Promise<string> {
  const expanded = JSON.parse(await engine.expand(text, {}, { formulas: true }));
  const formulas = formulasIn(expanded);
  const syntax = await engine.syntax(formulas);
  return exudynScript(expanded, reference.items, new Map(formulas.map((formula, i) => [formula, syntax[i]])));
}

async function translated(formula: string, names: FormulaNames): Promise<PythonFormula> {
  const [syntax] = await engine.syntax([formula]);
  if (!syntax) throw new Error(`cannot read the formula ${formula}`);
  return pythonFormula(syntax, names);
}

const gallery = readdirSync('web/models').filter((name) => name.endsWith('.json'));
const examples = ['nodes', 'objects', 'markers', 'loads', 'sensors'].flatMap((kind) =>
  readdirSync(join('tests/data/items', kind)).map((name) => join('tests/data/items', kind, name)),
);
const unwritten = ['angle-of-repose.json', 'brazil-nut.json', 'hopper.json', 'ContactSpheres.json'];
const documents = [...gallery.map((name) => join('web/models', name)), ...examples].filter((path) => !unwritten.includes(basename(path)));

/** Python's own view of scripts: the calls of items with the names of their arguments, and the settings that are assigned. */
const reader = `
import ast, json, sys
result = []
for script in json.load(sys.stdin):
    items, settings = [], []
    for node in ast.walk(ast.parse(script)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.keywords:
            items.append([node.func.id, [k.arg for k in node.keywords if k.arg]])
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("simulationSettings."):
            settings.append(ast.unparse(node.targets[0]).split(".")[1:])
    result.append({"items": items, "settings": settings})
json.dump(result, sys.stdout)`;

describe('A script for Exudyn', () => {
  test('of every gallery model and item is Python with documented items, parameters and settings alone', async () => {
    const scripts: string[] = [];
    for (const path of documents) scripts.push(await scriptOf(readFileSync(path, 'utf8')));
    const read = JSON.parse(execFileSync('python3', ['-c', reader], { input: JSON.stringify(scripts), encoding: 'utf8', maxBuffer: 1e8 }));
    documents.forEach((path, i) => {
      const { items, settings } = read[i] as { items: [string, string[]][]; settings: string[][] };
      expect(items.length, path).toBeGreaterThan(0);
      for (const [type, parameters] of items) {
        expect(Object.keys(exudyn.items), path).toContain(type);
        for (const parameter of parameters) expect(exudyn.items[type], `${path}: ${type}`).toContain(parameter);
      }
      for (const keys of settings) {
        const known = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], exudyn.settings);
        expect(known, `${path}: ${keys.join('.')}`).toBeDefined();
      }
    });
  }, 300_000); // every model is expanded

  test('is refused where Exudyn lacks an item', async () => {
    const text = readFileSync('tests/data/items/objects/ContactSpheres.json', 'utf8');
    await expect(scriptOf(text)).rejects.toThrow('Exudyn has no ContactSpheres of this law: the model cannot be written for it');
  });

  test('has contacts of one material, which are no objects there, and the sensors that look at them', async () => {
    const bodies = ['ball', 'other'].map((name) => ({ type: 'MassPoint', name, physicsMass: 1, nodeNumber: name }));
    const cable = { type: 'ANCFCable2D', nodeNumbers: [2, 3], physicsLength: 1, physicsMassPerLength: 1 };
    const slopes = [0, 1].map((x) => ({ type: 'Point2DSlope1', referenceCoordinates: [x, 0, 1, 0] }));
    const law = { contactModel: 'Pushes', contactStiffness: '2*k', contactDamping: 4, dynamicFriction: 0, sphereSphereContact: false };
    const script = await scriptOf(
      JSON.stringify({
        slipstick: 1,
        parameters: { k: 50 },
        nodes: [...bodies.map(({ name }, i) => ({ type: 'Point', name, referenceCoordinates: [i, 0, 0] })), ...slopes],
        objects: [
          { type: 'Ground' },
          { type: 'ContactSpheres', name: 'set', markerNumbers: [1, 2], spheresRadii: [0.1], ...law },
          ...bodies,
          {
            type: 'ContactSpheres',
            name: 'seen',
            triangleMarkers: [0],
            trianglePoints: [...Array(2)].flatMap(() => [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
            ]),
            cableMarkers: [3],
          },
          cable,
        ],
        markers: [
          { type: 'BodyRigid', bodyNumber: 0 },
          ...bodies.map(({ name }) => ({ type: 'BodyPosition', bodyNumber: name })),
          { type: 'BodyCable2DShape', bodyNumber: 5, numberOfSegments: 3 },
        ],
        sensors: [
          { type: 'Object', name: 'force', objectNumber: 'set', outputVariableType: 'Force' },
          {
            type: 'Distance',
            name: 'near',
            objectNumber: 'seen',
            markerNumber: 1,
            dirSensor: [1, 0, 0],
            maxDistance: 'k',
            measureVelocity: true,
          },
          {
            type: 'Distance',
            name: 'far',
            objectNumber: 'set',
            position: [1, 2, 3],
            dirSensor: [0, 1, 0],
            maxDistance: 9,
            surfaces: 1,
            cylinderRadius: 0.2,
          },
          { type: 'Body', name: 'place', bodyNumber: 'other', outputVariableType: 'Position' },
        ],
      }),
    ); // prettier-ignore
    for (const line of [
      'contact0.AddSphereWithMarker(exu.MarkerIndex(1), radius=0.1, contactStiffness=2*(2 * k), contactDamping=(4)/2, frictionMaterialIndex=0)',
      'contact0.sphereSphereContact = False',
      'contact1.AddTrianglesRigidBodyBased(rigidBodyMarkerIndex=exu.MarkerIndex(0), contactStiffness=1, contactDamping=0, frictionMaterialIndex=0, ' +
        'pointList=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0]], triangleList=[[0,1,2],[3,4,5]])',
      'contact1.AddANCFCable(objectIndex=exu.ObjectIndex(3), halfHeight=0, contactStiffness=1, contactDamping=0, frictionMaterialIndex=0)',
      'mbs.CreateDistanceSensor(1, positionOrMarker=exu.MarkerIndex(1), dirSensor=[1, 0, 0], minDistance=0, maxDistance=k, cylinderRadius=0, ' +
        'measureVelocity=True, storeInternal=True)',
      'mbs.SetSensorParameter(exu.SensorIndex(0), \'name\', "near")',
      'mbs.CreateDistanceSensor(0, positionOrMarker=[1, 2, 3], dirSensor=[0, 1, 0], minDistance=0, maxDistance=9, cylinderRadius=0.2, ' +
        'selectedTypeIndex=exu.ContactTypeIndex.IndexSpheresMarkerBased, storeInternal=True)',
      'SensorBody(name="place", bodyNumber=exu.ObjectIndex(2)',
      '# Left out, because Exudyn does not have it:',
      '#   sensor "force": there is no sensor of a ContactSpheres',
    ])
      expect(script).toContain(line);
  });

  test('renames what has a name that Exudyn keeps for items without one', async () => {
    const nodes = ['node0', 'nodes'].map((name) => ({ type: 'Point', name }));
    const script = await scriptOf(JSON.stringify({ slipstick: 1, nodes }));
    expect(script).toContain('NodePoint(name="_node0"');
    expect(script).toContain('NodePoint(name="nodes"');
  });

  test('builds items in order and solves with the same settings', async () => {
    const script = await scriptOf(readFileSync('web/src/editor/templates/spring-and-mass.json', 'utf8'));
    expect(script).toContain('stiffness = 200');
    expect(script).toContain('mbs.AddNode(NodePoint(name="mass"');
    expect(script).toContain(
      'mbs.AddObject(ObjectConnectorSpringDamper(name="spring", markerNumbers=[exu.MarkerIndex(1), exu.MarkerIndex(2)]',
    );
    expect(script).toContain('outputVariableType=exu.OutputVariableType.ForceLocal');
    expect(script).toContain('simulationSettings.timeIntegration.numberOfSteps = round((3 - 0) / (0.001))');
    expect(script).toContain('mbs.SolveDynamic(simulationSettings, solverType=exu.DynamicSolverType.GeneralizedAlpha');
  });

  test('writes the lists of a tree in the types that Exudyn has for them', () => {
    const tree = {
      type: 'KinematicTree',
      jointTypes: [3, 4],
      linkParents: [-1, 0],
      jointOffsets: [[0, 0, 1]],
      jointTransformations: [
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      ],
    }; // prettier-ignore
    const script = exudynScript({ objects: [tree] }, reference.items, new Map());
    expect(script).toContain('jointTypes=[exu.JointType.RevoluteZ, exu.JointType.PrismaticX], linkParents=[-1, 0]');
    expect(script).toContain('jointOffsets=exu.Vector3DList([np.array([0, 0, 1])])');
    expect(script).toContain('jointTransformations=exu.Matrix3DList([np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])])');
  });

  test('writes equations of coordinates at both levels, with their gradients where they are given', async () => {
    const model = JSON.parse(readFileSync('tests/data/items/objects/ConnectorCoordinateVector.json', 'utf8'));
    const wire = model.objects[2];
    wire.constraintUserFunction = ['q[4] - q[3]^2'];
    const script = await scriptOf(JSON.stringify(model));
    expect(script).toContain('[q[4] - q[3]**2]');
    expect(script).toContain('constraintObject2, jacobianObject2 = atBothLevels(constraintUserFunctionObject2, None, False)');
    expect(script).toContain('constraintUserFunction=constraintObject2, jacobianUserFunction=jacobianObject2)');
    Object.assign(wire, { velocityLevel: true, jacobianUserFunction: [0, 0, 0, '-2*q[3]', 1, 0] });
    const given = await scriptOf(JSON.stringify(model));
    expect(given).toContain('np.array([0, 0, 0, -2 * q[3], 1, 0])');
    expect(given).toContain('atBothLevels(constraintUserFunctionObject2, jacobianUserFunctionObject2, True)');
  });

  test('writes user functions with the arguments that Exudyn gives', async () => {
    const model = {
      slipstick: 1,
      parameters: { lambda: 2 },
      definitions: { 'ramp(t)': 'min(t, 1)' },
      nodes: [{ type: 'Point', name: 'ball' }],
      objects: [
        { type: 'MassPoint', name: 'ball', nodeNumber: 'ball', physicsMass: 1 },
        { type: 'Ground', name: 'wall' },
        {
          type: 'ConnectorCartesianSpringDamper',
          name: 'spring',
          markerNumbers: ['wall', 'ball'],
          springForceUserFunction: 'lambda*displacement',
        },
      ],
      markers: [
        { type: 'BodyPosition', name: 'wall', bodyNumber: 'wall' },
        { type: 'BodyPosition', name: 'ball', bodyNumber: 'ball' },
      ],
      loads: [{ type: 'ForceVector', markerNumber: 'ball', loadVectorUserFunction: ['ramp(t)', 0, '-sensor("x")[0]'] }],
      sensors: [{ type: 'Node', name: 'x', nodeNumber: 'ball', outputVariableType: 'Displacement' }],
      analysis: [
        { type: 'static', set: [{ object: 'spr*', activeConnector: false }] },
        { type: 'dynamic', endTime: 'lambda/2', numberOfSteps: 10, newton: { useModifiedNewton: true } },
      ],
    }; // prettier-ignore
    const script = await scriptOf(JSON.stringify(model));
    expect(script).toContain('lambda_ = 2');
    expect(script).toContain('def ramp(t):\n    return min(t, 1)');
    expect(script).toContain('def springForceUserFunctionObject2(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):');
    expect(script).toContain('return list(np.atleast_1d(lambda_ * displacement))');
    expect(script).toContain('def loadVectorUserFunctionLoad0(mbs, t, loadVector):');
    expect(script).toContain('-sensorValues(mbs, 0)[0]');
    expect(script).toContain('mbs.SetObjectParameter(exu.ObjectIndex(2), "activeConnector", False)');
    expect(script).toContain('simulationSettings.timeIntegration.endTime = lambda_ / 2');
    expect(script).toContain('simulationSettings.timeIntegration.newton.useModifiedNewton = True');
  });
});

/** Two bodies in the plane on a prismatic joint, with these sensors and more. */
const slider = (sensors: object[], more: object = {}) => ({
  slipstick: 1,
  parameters: { mass: 2, limit: 0.25 },
  definitions: { weight: '9.81*mass', 'half(x)': 'x/2', axis: 'rotZ(limit)*[1, 0, 0]' },
  create: [
    { type: 'Ground', name: 'rail' },
    { type: 'RigidBody2D', name: 'slide', inertia: { mass: 2 }, gravity: [0, '-weight/mass', 0] },
    { type: 'SpringDamper', name: 'spring', bodies: ['rail', 'slide'], localPosition0: [-1, 0, 0], stiffness: '10*weight', damping: 1 },
  ],
  objects: [
    {
      type: 'JointPrismatic2D',
      name: 'guide',
      markerNumbers: ['on rail', 'on slide'],
      axisMarker0: 'axis',
      normalMarker1: ['-axis[1]', 'axis[0]', 0],
    },
  ],
  markers: [
    { type: 'BodyRigid', name: 'on rail', bodyNumber: 'rail' },
    { type: 'BodyRigid', name: 'on slide', bodyNumber: 'slide', localPosition: ['half(limit - 0.25)', 0, 0] },
  ],
  sensors,
  ...more,
}); // prettier-ignore

test('A script for Exudyn starts where a mechanism was put together', async () => {
  const text = JSON.stringify({
    slipstick: 1,
    create: [
      { type: 'RigidBody2D', name: 'bar', referencePosition: [0.15, 0, 0], inertia: { shape: 'rod', mass: 1, length: 0.2 } },
      { type: 'DistanceConstraint', bodies: [null, 'bar'], localPosition1: [-0.1, 0, 0], distance: 0.02 },
    ],
    analysis: [{ assemble: true, endTime: 0.1, stepSize: 0.01 }, { assemble: true }],
  });
  const expanded = JSON.parse(await engine.expand(text, {}, { formulas: true }));
  expect(startsAssembled(expanded)).toBe(true);
  const { nodes } = await engine.assemble(text);
  const script = exudynScript(startingAt(expanded, nodes), reference.items, new Map());
  expect(script).toMatch(/initialCoordinates=\[-0\.0[23]\d*, 0(\.0)?, 0(\.0)?\]/);
  expect(script).toContain('assemble of step 2');
  expect(script).not.toContain('.assemble');
});

describe('A script for Exudyn 1.13', () => {
  const position = { type: 'Body', name: 'position', bodyNumber: 'slide', outputVariableType: 'Position' };
  const reaction = { type: 'Object', name: 'reaction', objectNumber: 'guide', outputVariableType: 'Force' };

  test('says which sensors it leaves out, and numbers the others without them', async () => {
    const doubled = { type: 'UserFunction', name: 'doubled', sensorUserFunction: '2*sensor("reaction")' };
    const height = { type: 'UserFunction', name: 'height', sensorUserFunction: 'sensor("position")[1]' };
    const script = await scriptOf(JSON.stringify(slider([reaction, doubled, position, height])));
    expect(script).toContain(
      '# Left out, because Exudyn does not have it:\n#   sensor "reaction": there is no Force of JointPrismatic2D\n#   sensor "doubled": it reads "reaction"\nimport',
    );
    expect(script).not.toContain('AddSensor(SensorObject');
    expect(script).toContain('return list(np.atleast_1d(sensorValues(mbs, 0)[1]))');
    expect(script).toContain('enumerate(["position", "height"])');
  });

  test('says that limits which end the run are left out', async () => {
    const analysis = [{ endTime: 1 }, { startTime: 1, endTime: 2, endWhen: [{ sensor: 'position', above: 1 }] }];
    const script = await scriptOf(JSON.stringify({ ...slider([position]), analysis }));
    expect(script).toContain('#   endWhen of step 2: the run goes on to its endTime\n');
    expect(script.match(/endWhen/g)).toHaveLength(1);
  });

  test('says that events are left out, and gives inputs their first values', async () => {
    const document = readFileSync('tests/data/live/inputs.json', 'utf8');
    const script = await scriptOf(document);
    expect(script).toContain('#   sensor "torque": what happens while a run goes on\n');
    expect(script).toContain('#   events: nobody touches the model, and inputs keep their values\n');
    expect(script).toMatch(/return list\(np.atleast_1d\(\[0, 0, 0\]\)\)/);
    expect(script).not.toContain('input(');
  });

  test('is refused where a load needs what Exudyn cannot measure', async () => {
    const loads = [{ type: 'ForceVector', markerNumber: 'on slide', loadVectorUserFunction: ['sensor("reaction")[0]', 0, 0] }];
    await expect(scriptOf(JSON.stringify(slider([reaction], { loads })))).rejects.toThrow('"reaction"');
  });

  test('measures bodies with sensors of bodies', async () => {
    const sensor = { type: 'Object', name: 'speed', objectNumber: 'slide', outputVariableType: 'Velocity' };
    expect(await scriptOf(JSON.stringify(slider([sensor])))).toContain('SensorBody(name="speed", bodyNumber=exu.ObjectIndex(2)');
  });

  test('has load steps before t = 0, which only a check of Exudyn refuses', async () => {
    const analysis = { type: 'static', loadStepStart: -0.1, loadStepDuration: 0.1 };
    const script = await scriptOf(JSON.stringify(slider([position], { analysis })));
    expect(script).toContain(
      'parameterRangeChecks = False\nsimulationSettings.staticSolver.loadStepStart = -0.1\nexu.special.exceptions.parameterRangeChecks = True',
    );
    const later = await scriptOf(JSON.stringify(slider([position], { analysis: { ...analysis, loadStepStart: 0 } })));
    expect(later).not.toContain('parameterRangeChecks');
  });

  test('solves one dynamic step where the document has no analysis', async () => {
    expect(await scriptOf(JSON.stringify(slider([position])))).toContain('mbs.SolveDynamic(simulationSettings');
  });

  test('asks for a full Newton method, which is no longer the default there', async () => {
    const script = await scriptOf(JSON.stringify(slider([position])));
    expect(script).toContain('simulationSettings.timeIntegration.newton.useModifiedNewton = False');
  });

  test('has formulas of parameters and definitions where the document has them', async () => {
    const analysis = { endTime: 'limit', numberOfSteps: '400*limit', set: [{ object: 'spring', damping: 'mass' }] };
    const script = await scriptOf(JSON.stringify(slider([position], { analysis })));
    expect(script).toContain('mass = 2\nlimit = 0.25\nweight = 9.81 * mass\ndef half(x):\n    return x / 2\n');
    expect(script).toContain('axis = mul(rotZ(limit), np.array([1, 0, 0]))');
    expect(script).toContain('stiffness=10 * weight, damping=1');
    expect(script).toContain('axisMarker0=list(axis), normalMarker1=[-axis[1], axis[0], 0]');
    expect(script).toContain('localPosition=[half(limit - 0.25), 0, 0]');
    expect(script).toContain('simulationSettings.timeIntegration.numberOfSteps = round(400 * limit)');
    expect(script).toContain('mbs.SetObjectParameter(exu.ObjectIndex(3), "damping", mass)');
  });

  test('has matrices of formulas', async () => {
    const frames = {
      rotationMarker0: 'rotZ(limit)',
      rotationMarker1: [
        ['cos(limit)', '-sin(limit)', 0],
        ['sin(limit)', 'cos(limit)', 0],
        [0, 0, 1],
      ],
    }; // prettier-ignore
    const objects = [{ type: 'ConnectorTorsionalSpringDamper', name: 'torsion', markerNumbers: ['on rail', 'on slide'], ...frames }];
    const script = await scriptOf(JSON.stringify(slider([position], { objects })));
    expect(script).toContain('rotationMarker0=np.array(rotZ(limit))');
    expect(script).toContain(
      'rotationMarker1=np.array([[np.cos(limit), -np.sin(limit), 0], [np.sin(limit), np.cos(limit), 0], [0, 0, 1]])',
    );
  });

  // Python with Exudyn, where `npm run peer` has installed it.
  const python = 'build/peer/python/bin/python';
  test.skipIf(!existsSync(python))('runs there, also with a parameter changed in it, and agrees', async () => {
    const document = slider([position], { analysis: { endTime: 0.2, stepSize: 0.01 } });
    const end = async (parameters: Record<string, number>) => {
      const run = engine.start(JSON.stringify(document), { parameters });
      for await (const _ of run);
      return [0, 1].map((component) => run.history.sensorColumn(0, component).at(-1) ?? Number.NaN);
    };
    const script = await scriptOf(JSON.stringify(document));
    const last = '\nprint("last", *results["position"][-1][1:3])';
    for (const [text, mass] of [
      [script, 2],
      [script.replace('mass = 2', 'mass = 3'), 3],
    ] as const) {
      // prettier-ignore
      const output = execFileSync(python, ['-c', text + last], { encoding: 'utf8' });
      const there = (/^last (\S+) (\S+)$/m.exec(output) ?? []).slice(1).map(Number);
      const here = await end({ mass });
      expect(there).toHaveLength(2);
      there.forEach((value, i) => expect(value).toBeCloseTo(here[i], 9));
    }
  });
});

describe('Names in a script for Exudyn', () => {
  const oscillator = (definitions: object, more: object) => ({
    slipstick: 1,
    definitions,
    nodes: [{ type: '1D', name: 'mass' }],
    objects: [{ type: 'Mass1D', name: 'mass', nodeNumber: 'mass', physicsMass: 1 }],
    markers: [{ type: 'NodeCoordinate', name: 'x', nodeNumber: 'mass', coordinate: 0 }],
    ...more,
  });

  test('of definitions stay within reach where an argument is called alike', async () => {
    const load = { type: 'Coordinate', markerNumber: 'x', load: 2, loadUserFunction: '-load(t)*load' };
    const script = await scriptOf(JSON.stringify(oscillator({ 'load(t)': '3*t' }, { loads: [load] })));
    expect(script).toContain('def load_(t):');
    expect(script).toContain('def loadUserFunctionLoad0(mbs, t, loadGiven):\n    return -load_(t) * loadGiven');
  });

  test('that a formula binds do not hide definitions that it still uses', async () => {
    const load = { type: 'Coordinate', markerNumber: 'x', load: 2, loadUserFunction: 's = 2*s(t); s*s(t)' };
    const script = await scriptOf(JSON.stringify(oscillator({ 's(x)': 'x^2' }, { loads: [load] })));
    expect(script).toContain('    sHere = 2 * s(t)\n    return sHere * s(t)');
  });

  test('of general nodes come with a reference and initial values for every coordinate', async () => {
    const script = await scriptOf(readFileSync('web/models/robot-axis.json', 'utf8'));
    expect(script).toContain('referenceCoordinates=[0] * 1, initialCoordinates=[0] * 1, initialCoordinates_t=[0] * 1');
  });
});

/** What of numpy the helpers use, so that the test needs Python alone. */
const numpy = `
import math
class Array(list):
    def __truediv__(self, x): return Array(entry / x for entry in self)
    def __matmul__(self, v): return Array(sum(a * b for a, b in zip(row, v)) for row in self)
class np:
    array = asarray = staticmethod(Array)
    cos, sin, floor = math.cos, math.sin, math.floor
    sign = staticmethod(lambda x: math.copysign(1, x) if x else 0)
    ndim = staticmethod(lambda x: 1 + np.ndim(x[0]) if isinstance(x, list) else 0)
    zeros = staticmethod(lambda size: Array([0.0] * (size if isinstance(size, int) else size[0])))
    class linalg:
        norm = staticmethod(lambda v: math.sqrt(sum(entry * entry for entry in v)))`;

describe('A formula in Python', () => {
  const names = {
    lookUp: (name: string) => (name === 'x' ? { python: 'x', scalar: true } : name === 'v' ? { python: 'v', scalar: false } : null),
    sensor: () => 'sensorValues',
    input: () => '0',
  };

  test('has the value of the formula', async () => {
    const cases: [formula: string, text: string | null, value: number][] = [
      ['-2^2', '-2**2', -4],
      ['2^3^2', '2**3**2', 512],
      ['2^-1', '2**-1', 0.5],
      ['(1 + x)*3 - 4/2', '(1 + x) * 3 - 4 / 2', 19],
      ['1 - (2 - 3)', '1 - (2 - 3)', 2],
      ['x > 3 ? 1 : x > 2 ? 2 : 3', '1 if x > 3 else 2 if x > 2 else 3', 1],
      ['not x == 6 and 1', 'not x == 6 and 1', 0],
      ['!(x == 6) || 5', 'not x == 6 or 5', 5],
      ['k = 2*x; k*k', null, 144],
      ['if(x < 1, 2, max(3, x, 4))', '2 if x < 1 else max(3, x, 4)', 6],
      ['1.5e-3*x', '1.5e-3 * x', 0.009],
    ];
    const program = ['x = 6'];
    for (const [formula, text] of cases) {
      const { statements, value } = await translated(formula, names);
      if (text) expect(value).toBe(text);
      program.push(...statements, `print(float(${value}))`);
    }
    const values = execFileSync('python3', ['-c', program.join('\n')], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
    values.forEach((value, i) => expect(value, cases[i][0]).toBeCloseTo(cases[i][2], 12));
  });

  test('keeps matrices and vectors apart from numbers', async () => {
    expect((await translated('rotZ(x)*v', names)).value).toBe('mul(rotZ(x), v)');
    expect((await translated('2*v[0]', names)).value).toBe('2 * v[0]');
    expect((await translated('[1, x]*2', names)).value).toBe('np.array([1, x]) * 2');
  });

  test('has helpers that compute what the engine does', async () => {
    const formulas = [
      ...['round(2.5)', 'round(-2.5)', 'round(0.4)', 'clamp(5, 0, 3)', 'clamp(-1, 0, 3)', 'clamp(2, 0, 3)'],
      ...['step(-1)', 'step(0)', 'step(2, 1)', 'step(2, 2)', 'smoothstep(1, 3, 1.5)', 'smoothstep(1, 3, 7)', 'zeros(3)[1]'],
      ...[0, 1, 2].flatMap((i) => [`normalize([3, 0, -4])[${i}]`, `normalize([0, 0, 0])[${i}]`, `(skew([1, 2, 3])*[4, 5, 7])[${i}]`]),
      ...['X', 'Y', 'Z'].flatMap((axis) => [0, 1, 2].map((i) => `(rot${axis}(0.3)*[1, 2, 3])[${i}]`)),
    ];
    const texts = (await Promise.all(formulas.map((formula) => translated(formula, names)))).map(({ value }) => value);
    const untested = Object.keys(helpers).filter((name) => !texts.some((text) => text.includes(`${name}(`)));
    expect(untested).toEqual(['sensorValues', 'atBothLevels', 'termsOfMesh', 'beamSection']); // ask Exudyn, are asked by it, or make its arguments
    const node = { type: 'GenericData', numberOfDataCoordinates: formulas.length, initialCoordinates: formulas };
    const model = JSON.parse(await engine.expand(JSON.stringify({ slipstick: 1, nodes: [node] })));
    const program = [numpy, ...Object.values(helpers), ...texts.map((text) => `print(float(${text}))`)].join('\n\n');
    const values = execFileSync('python3', ['-c', program], { encoding: 'utf8' }).trim().split('\n').map(Number);
    const expected: number[] = model.nodes[0].initialCoordinates;
    formulas.forEach((formula, i) => expect(values[i], formula).toBeCloseTo(expected[i], 14));
  });

  test('says what it does not know', async () => {
    await expect(translated('foo + 1', names)).rejects.toThrow('"foo"');
    await expect(translated('bar(1)', names)).rejects.toThrow('"bar"');
    await expect(translated('(1', names)).rejects.toThrow('(1');
  });
});
