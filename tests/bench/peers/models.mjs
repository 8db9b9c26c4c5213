// Models for the comparison of times: models of the gallery, and chains and cables of any length.

/** A falling chain of rods, each on a hinge at the end of its predecessor. */
export function chain(bodies) {
  const rods = Array.from({ length: bodies }, (_, i) => i);
  return {
    slipstick: 1,
    nodes: rods.map((i) => ({ type: 'RigidBodyEP', name: `rod${i}`, referenceCoordinates: [i + 0.5, 0, 0, 1, 0, 0, 0] })),
    objects: [
      { type: 'Ground', name: 'ground' },
      ...rods.map((i) => ({
        type: 'RigidBody',
        name: `rod${i}`,
        nodeNumber: `rod${i}`,
        physicsMass: 1,
        physicsInertia: [0.01, 0.1, 0.1, 0, 0, 0],
      })),
      ...rods.map((i) => ({ type: 'JointRevoluteZ', name: `hinge${i}`, markerNumbers: [i === 0 ? 'wall' : `right${i - 1}`, `left${i}`] })),
    ],
    markers: [
      { type: 'BodyRigid', name: 'wall', bodyNumber: 'ground' },
      ...rods.flatMap((i) => [
        { type: 'BodyRigid', name: `left${i}`, bodyNumber: `rod${i}`, localPosition: [-0.5, 0, 0] },
        { type: 'BodyRigid', name: `right${i}`, bodyNumber: `rod${i}`, localPosition: [0.5, 0, 0] },
        { type: 'BodyMass', name: `mass${i}`, bodyNumber: `rod${i}` },
      ]),
    ],
    loads: rods.map((i) => ({ type: 'MassProportional', markerNumber: `mass${i}`, loadVector: [0, -9.81, 0] })),
    sensors: [{ type: 'Body', name: 'end', bodyNumber: `rod${bodies - 1}`, outputVariableType: 'Position' }],
    analysis: [{ type: 'dynamic', endTime: 1, numberOfSteps: 200 }],
  };
}

/** A cable of 2 m between two walls, released from a straight line. */
export function cable(elements) {
  const parts = Array.from({ length: elements }, (_, i) => i);
  return {
    slipstick: 1,
    nodes: [
      { type: 'PointGround', name: 'ground' },
      ...[...parts, elements].map((i) => ({
        type: 'Point2DSlope1',
        name: `node${i}`,
        referenceCoordinates: [(2 * i) / elements, 0, 1, 0],
      })),
    ],
    objects: [
      ...parts.map((i) => ({
        type: 'ANCFCable2D',
        name: `cable${i}`,
        nodeNumbers: [`node${i}`, `node${i + 1}`],
        physicsLength: 2 / elements,
        physicsMassPerLength: 0.05,
        physicsBendingStiffness: 0.002,
        physicsAxialStiffness: 1000,
      })),
      ...[0, elements].flatMap((end) => [0, 1].map((c) => ({ type: 'ConnectorCoordinate', markerNumbers: ['still', `end${end}.${c}`] }))),
    ],
    markers: [
      { type: 'NodeCoordinate', name: 'still', nodeNumber: 'ground', coordinate: 0 },
      ...[0, elements].flatMap((end) =>
        [0, 1].map((c) => ({ type: 'NodeCoordinate', name: `end${end}.${c}`, nodeNumber: `node${end}`, coordinate: c })),
      ),
      ...parts.map((i) => ({ type: 'BodyMass', name: `mass${i}`, bodyNumber: `cable${i}` })),
    ],
    loads: parts.map((i) => ({ type: 'MassProportional', markerNumber: `mass${i}`, loadVector: [0, -9.81, 0] })),
    sensors: [{ type: 'Node', name: 'middle', nodeNumber: `node${Math.floor(elements / 2)}`, outputVariableType: 'Position' }],
    analysis: [{ type: 'dynamic', endTime: 0.2, numberOfSteps: 200 }],
  };
}

const disc = (mass, radius) => [(mass * radius ** 2) / 4, (mass * radius ** 2) / 2, (mass * radius ** 2) / 4, 0, 0, 0];
/** Joint frames whose z axis is the y axis of the bodies, and whose x axis is their z axis. */
const turned = Object.fromEntries(
  ['rotationMarker0', 'rotationMarker1'].map((name) => [
    name,
    [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ],
  ]),
);
const hinge = (name, marker0, marker1) => ({ type: 'JointRevoluteZ', name, markerNumbers: [marker0, marker1], ...turned });
const motor = (name, marker0, marker1, stiffness, damping, rest = {}) => ({
  type: 'ConnectorTorsionalSpringDamper',
  name,
  markerNumbers: [marker0, marker1],
  ...turned,
  stiffness,
  damping,
  ...rest,
});
/** A disc about its y axis that rolls on the floor. */
const rolling = (name, marker, rest) => ({
  type: 'ConnectorRollingDiscPenalty',
  name,
  markerNumbers: ['floor', marker],
  discAxis: [0, 1, 0],
  planeNormal: [0, 0, 1],
  dryFrictionProportionalZone: 0.02,
  contactStiffness: 5e4,
  ...rest,
});
const body = (name, position, mass, inertia) => ({
  node: { type: 'RigidBodyEP', name, referenceCoordinates: [...position, 1, 0, 0, 0] },
  object: { type: 'RigidBody', name, nodeNumber: name, physicsMass: mass, physicsInertia: inertia },
});
const frame = (name, bodyNumber, localPosition = [0, 0, 0]) => ({ type: 'BodyRigid', name, bodyNumber, localPosition });
/** Bodies under gravity on a ground, with their connections; a sensor records the position of the body `measured`. */
const mechanism = (bodies, ground, objects, markers, measured, analysis) => ({
  slipstick: 1,
  nodes: bodies.map(({ node }) => node),
  objects: [{ type: 'Ground', name: ground }, ...bodies.map(({ object }) => object), ...objects],
  markers: [
    frame(ground, ground),
    ...markers,
    ...bodies.map(({ object: { name } }) => ({ type: 'BodyMass', name: `mass of ${name}`, bodyNumber: name })),
  ],
  loads: bodies.map(({ object: { name } }) => ({
    type: 'MassProportional',
    markerNumber: `mass of ${name}`,
    loadVector: [0, 0, -9.81],
  })),
  sensors: [{ type: 'Body', name: measured, bodyNumber: measured, outputVariableType: 'Position' }],
  analysis: [{ type: 'dynamic', ...analysis }],
});

/** A car on four discs whose motors are torsional dampers. Rollers may have an angle (rad, 0: none) as on Mecanum wheels. */
export function fourDiscs(angle) {
  const radius = 0.1;
  const sink = (24 * 9.81) / 4 / 5e4;
  const corners = [
    [0.25, 0.22, 1],
    [0.25, -0.22, -1],
    [-0.25, 0.22, -1],
    [-0.25, -0.22, 1],
  ];
  const bodies = [
    body('car', [0, 0, radius - sink], 20, [0.4, 0.7, 1, 0, 0, 0]),
    ...corners.map(([x, y], i) => body(`wheel ${i}`, [x, y, radius - sink], 1, disc(1, radius))),
  ];
  return mechanism(
    bodies,
    'floor',
    [
      ...corners.flatMap(([, , side], i) => [
        hinge(`hub ${i}`, `hub ${i}`, `wheel ${i}`),
        motor(`motor ${i}`, `hub ${i}`, `wheel ${i}`, 0, 2, { velocityOffset: 5 + side }),
        rolling(`contact ${i}`, `wheel ${i}`, {
          discRadius: radius,
          dryFriction: angle === 0 ? [0.8, 0.8] : [0.8, 0],
          dryFrictionAngle: side * angle,
          contactDamping: 500,
        }),
      ]),
    ],
    [...corners.flatMap(([x, y], i) => [frame(`hub ${i}`, 'car', [x, y, 0]), frame(`wheel ${i}`, `wheel ${i}`)])],
    'car',
    { endTime: 1, numberOfSteps: 500 },
  );
}

/**
 * MuJoCo's version of the car in its coordinates: three for translation, three for rotation, and one for each wheel with its speed control.
 */
export function carAsTree() {
  const [radius, mass, kv] = [0.1, 20, 1];
  const [x, y, z] = [0.6, 0.4, 0.1]; // of the chassis
  const corners = [
    [0.25, 0.25],
    [0.25, -0.25],
    [-0.25, 0.25],
    [-0.25, -0.25],
  ];
  const base = ['PrismaticX', 'PrismaticY', 'PrismaticZ', 'RevoluteZ', 'RevoluteY', 'RevoluteX'];
  const ofBase = (value) => base.map(() => value);
  const diagonal = (...values) => values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));
  const [a, b] = disc(1, radius);
  const chassis = diagonal((mass * (y * y + z * z)) / 12, (mass * (x * x + z * z)) / 12, (mass * (x * x + y * y)) / 12);
  const sink = ((mass + 4) * 9.81) / 4 / 5e4;
  return {
    slipstick: 1,
    nodes: [{ type: 'GenericODE2', name: 'joints', numberOfODE2Coordinates: 10 }],
    objects: [
      { type: 'Ground', name: 'floor' },
      {
        type: 'KinematicTree',
        name: 'car',
        nodeNumber: 'joints',
        gravity: [0, 0, -9.81],
        baseOffset: [0, 0, radius + 0.05 - sink],
        jointTypes: [...base, ...corners.map(() => 'RevoluteY')],
        linkParents: [-1, 0, 1, 2, 3, 4, ...corners.map(() => 5)],
        jointTransformations: [...base, ...corners].map(() => diagonal(1, 1, 1)),
        jointOffsets: [...ofBase([0, 0, 0]), ...corners.map((corner) => [...corner, -0.05])],
        linkCOMs: [...base, ...corners].map(() => [0, 0, 0]),
        linkMasses: [...ofBase(0).with(5, mass), ...corners.map(() => 1)],
        linkInertiasCOM: [...ofBase(diagonal(0, 0, 0)).with(5, chassis), ...corners.map(() => diagonal(a, b, a))],
        jointVelocityOffsetVector: [...ofBase(0), 8, 10, 8, 10],
        jointDControlVector: [...ofBase(0), ...corners.map(() => kv)],
      },
      ...corners.map((_, i) => rolling(`contact ${i}`, `wheel ${i}`, { discRadius: radius, dryFriction: [0.8, 0.8], contactDamping: 500 })),
    ],
    markers: [
      frame('floor', 'floor'),
      ...corners.map((_, i) => ({ type: 'KinematicTreeRigid', name: `wheel ${i}`, objectNumber: 'car', linkNumber: base.length + i })),
    ],
    sensors: [{ type: 'KinematicTree', name: 'position', objectNumber: 'car', linkNumber: 5, outputVariableType: 'Position' }],
    analysis: [{ type: 'dynamic', endTime: 4, numberOfSteps: 2000 }],
  };
}

/** A released flyball governor: two arms on a rotating shaft, with balls connected by springs to a sliding collar. */
export function governor() {
  const bodies = [
    body('shaft', [0, 0, 0], 1, [0.02, 0.02, 0.01, 0, 0, 0]),
    body('collar', [0, 0, -0.3], 0.5, [1e-3, 1e-3, 1e-3, 0, 0, 0]),
    ...[1, -1].map((side) => body(`ball ${side}`, [side * 0.15, 0, -0.15], 1, [0.01, 0.012, 0.01, 0, 0, 0])),
  ];
  for (const { node } of bodies) {
    const [x] = node.referenceCoordinates;
    node.initialVelocities = [0, 10 * x, 0, 0, 0, 0, 5]; // 10 rad/s about z
  }
  return mechanism(
    bodies,
    'ground',
    [
      { type: 'JointRevoluteZ', name: 'bearing', markerNumbers: ['ground', 'shaft'] },
      { type: 'JointPrismaticX', name: 'guide', markerNumbers: ['shaft', 'collar'], ...turned },
      ...[1, -1].flatMap((side) => [
        hinge(`arm ${side}`, 'top', `arm ${side}`),
        {
          type: 'ConnectorSpringDamper',
          name: `spring ${side}`,
          markerNumbers: [`ball ${side}`, 'middle'],
          referenceLength: 0.2,
          stiffness: 500,
          damping: 2,
        },
      ]),
    ],
    [
      frame('shaft', 'shaft'),
      frame('top', 'shaft'),
      frame('collar', 'collar'),
      { type: 'BodyPosition', name: 'middle', bodyNumber: 'collar' },
      ...[1, -1].flatMap((side) => [
        frame(`arm ${side}`, `ball ${side}`, [-side * 0.15, 0, 0.15]),
        { type: 'BodyPosition', name: `ball ${side}`, bodyNumber: `ball ${side}` },
      ]),
    ],
    'collar',
    { endTime: 2, numberOfSteps: 2000 },
  );
}

/** A crouching robot with two legs of two links each, held upright by springs in its joints, on disc-shaped feet. */
export function leggedRobot() {
  const legs = [0.15, -0.15];
  const bodies = [
    body('trunk', [0, 0, 0.92], 20, [0.5, 0.6, 0.3, 0, 0, 0]),
    ...legs.flatMap((y, i) => [
      body(`thigh ${i}`, [0, y, 0.66], 3, [0.03, 0.03, 0.003, 0, 0, 0]),
      body(`shank ${i}`, [0, y, 0.31], 2, [0.02, 0.02, 0.002, 0, 0, 0]),
      body(`foot ${i}`, [0, y, 0.1], 0.5, disc(0.5, 0.08)),
    ]),
  ];
  return mechanism(
    bodies,
    'floor',
    [
      ...legs.flatMap((_, i) => [
        hinge(`hip ${i}`, `hip ${i}`, `thigh top ${i}`),
        motor(`hip spring ${i}`, `hip ${i}`, `thigh top ${i}`, 800, 20, { offset: 0.1 }),
        hinge(`knee ${i}`, `knee ${i}`, `shank top ${i}`),
        motor(`knee spring ${i}`, `knee ${i}`, `shank top ${i}`, 800, 20, { offset: -0.2 }),
        hinge(`ankle ${i}`, `ankle ${i}`, `foot ${i}`),
        motor(`ankle spring ${i}`, `ankle ${i}`, `foot ${i}`, 400, 10),
        rolling(`contact ${i}`, `foot ${i}`, { discRadius: 0.08, dryFriction: [0.8, 0.8], contactDamping: 1000 }),
      ]),
    ],
    [
      ...legs.flatMap((y, i) => [
        frame(`hip ${i}`, 'trunk', [0, y, -0.1]),
        frame(`thigh top ${i}`, `thigh ${i}`, [0, 0, 0.16]),
        frame(`knee ${i}`, `thigh ${i}`, [0, 0, -0.16]),
        frame(`shank top ${i}`, `shank ${i}`, [0, 0, 0.19]),
        frame(`ankle ${i}`, `shank ${i}`, [0, 0, -0.21]),
        frame(`foot ${i}`, `foot ${i}`),
      ]),
    ],
    'trunk',
    { endTime: 1, numberOfSteps: 1000 },
  );
}

/** A belt that is tightened around pulleys on a regular polygon and then driven by the first of them. */
export function belt(pulleys, elements) {
  const around = Array.from({ length: pulleys }, (_, i) => (2 * Math.PI * i) / pulleys);
  const step = {
    generalizedAlpha: { spectralRadius: 0.6 },
    newton: { relativeTolerance: 1e-6, absoluteTolerance: 1e-6 },
  };
  const set = (hold) => [
    { object: '*.hold', activeConnector: hold },
    { object: '*.drive', activeConnector: !hold },
  ];
  return {
    slipstick: 1,
    create: [
      {
        type: 'Belt',
        name: 'belt',
        numberOfElements: elements,
        physicsMassPerLength: 0.1,
        physicsBendingStiffness: 1e-3,
        physicsAxialStiffness: 8000,
        physicsAxialDamping: 16,
        physicsReferenceAxialStrain: -0.03,
        thickness: 0.002,
        perLength: true,
        contactStiffness: 1e7,
        contactDamping: 200,
        frictionStiffness: 4e6,
        frictionVelocityPenalty: 200,
        frictionCoefficient: 0.4,
        numberOfContactSegments: 2,
        circles: around.map((angle, i) => ({
          name: `pulley ${i}`,
          center: [0.3 * Math.cos(angle), -0.3 * Math.sin(angle)],
          radius: 0.1,
          side: 'right',
          mass: 4,
          inertia: 0.05,
          ...(i === 0 && { speed: 12 }),
        })),
      },
    ],
    sensors: [{ type: 'Body', name: 'last pulley', bodyNumber: `pulley ${pulleys - 1}`, outputVariableType: 'AngularVelocity' }],
    analysis: [
      {
        type: 'static',
        numberOfLoadSteps: 4,
        loadStepGeometric: true,
        loadStepGeometricRange: 1000,
        adaptiveStep: false,
        loadStepStart: -0.01,
        loadStepDuration: 0.01,
        stabilizerODE2term: 1e6,
        newton: { relativeTolerance: 1e-6, absoluteTolerance: 1e-6 },
        discontinuous: { maxIterations: 5, iterationTolerance: 0.01 },
        set: set(true),
      },
      {
        type: 'dynamic',
        endTime: 0.25,
        stepSize: 5e-4,
        ...step,
        newton: { ...step.newton, useModifiedNewton: true },
        discontinuous: { maxIterations: 5, iterationTolerance: 0.1 },
        set: set(false),
      },
    ],
  };
}

/** A column of `count` spheres of 5 mm with friction, twice as high as wide, that falls into a box into which it fits. */
export function spheres(count) {
  const spacing = 0.0108;
  const wide = Math.round(Math.cbrt(count / 2));
  const [edge, top] = [(wide * spacing) / 2 + 0.001, (1.5 * spacing * count) / wide ** 2];
  const across = (i) => (i - (wide - 1) / 2) * spacing;
  const positions = Array.from({ length: count }, (_, i) => [
    across(i % wide),
    across(Math.floor(i / wide) % wide),
    0.02 + Math.floor(i / wide ** 2) * spacing,
  ]);
  const corners = [
    [-edge, -edge],
    [edge, -edge],
    [edge, edge],
    [-edge, edge],
  ];
  const walls = corners.flatMap((from, i) => {
    const to = corners[(i + 1) % 4];
    return [
      [...from, 0],
      [...to, 0],
      [...to, top],
      [...from, top],
    ];
  });
  return {
    slipstick: 1,
    create: [
      {
        type: 'Spheres',
        positions,
        spheresRadii: [0.005],
        radiusSpread: 0.05,
        disorder: 2e-4,
        density: 2500,
        gravity: [0, 0, -9.81],
        contactStiffness: 2000,
        contactDamping: 0.5,
        dynamicFriction: 0.4,
        frictionProportionalZone: 0.01,
        walls: [{ quadPoints: [...corners.map((corner) => [...corner, 0]), ...walls] }],
      },
    ],
    analysis: [
      { type: 'dynamic', solver: 'VelocityVerlet', endTime: 0.1, numberOfSteps: 1000, sensorsWritePeriod: 10, adaptiveStep: false },
    ],
  };
}

/** The same, followed by 0.1 s after they have come to rest. */
export function spheresAtRest(count) {
  const document = spheres(count);
  const [fall] = document.analysis;
  const settle = 1; // s
  return {
    ...document,
    analysis: [
      { ...fall, endTime: settle, numberOfSteps: 1e4 * settle },
      { ...fall, startTime: settle, endTime: settle + 0.1 },
    ],
  };
}

/**
 * Removes sensors that are formulas, and items that end at their values or read them. In the other program they would be Python functions,
 * whose time is unrelated to the solver.
 */
export function withoutFormulaSensors({ display: _, measures: _measures, study: _study, tasks: _tasks, sensors, analysis, ...document }) {
  const isFormula = ({ type }) => type === 'UserFunction';
  const left = new Set(sensors?.filter(isFormula).map(({ name }) => name));
  return {
    ...document,
    ...(sensors && { sensors: sensors.filter((sensor) => !isFormula(sensor)) }),
    ...(analysis && {
      analysis: analysis.map(({ endWhen, ...step }) => ({
        ...step,
        ...(endWhen && { endWhen: endWhen.filter(({ sensor }) => !left.has(sensor)) }),
      })),
    }),
  };
}

/** Whether user functions remain, which are Python functions in the other program. */
export function hasUserFunctions(document) {
  return /UserFunction"/.test(JSON.stringify({ ...document, sensors: [] }));
}

// The same motion in MuJoCo. Its contact model differs, and so do paths; only the time per step is compared.
export const mujocoModels = {
  coin: {
    step: 1e-3,
    steps: 5000,
    xml: `<mujoco><option timestep="0.001" gravity="0 0 -9.81" integrator="implicitfast"/>
      <worldbody><geom type="plane" size="5 5 0.1" friction="0.8 0.0001 0.0001"/>
        <body name="coin" pos="0 0 0.0101" euler="85 0 0"><freejoint/><geom type="cylinder" size="0.01 0.001" mass="0.005" friction="0.8 0.0001 0.0001"/></body>
      </worldbody></mujoco>`,
    velocities: [0.4, 0, 0, 0, 0, 40],
  },
  car: {
    step: 2e-3,
    steps: 2000,
    xml: `<mujoco><option timestep="0.002" gravity="0 0 -9.81" integrator="implicitfast"/>
      <worldbody><geom type="plane" size="50 50 0.1"/>
        <body name="chassis" pos="0 0 0.15"><freejoint/><geom type="box" size="0.3 0.2 0.05" mass="20" contype="0" conaffinity="0"/>
          ${[
            [0.25, 0.25],
            [0.25, -0.25],
            [-0.25, 0.25],
            [-0.25, -0.25],
          ]
            .map(
              ([x, y], i) =>
                `<body pos="${x} ${y} -0.05"><joint name="wheel${i}" type="hinge" axis="0 1 0"/><geom type="cylinder" size="0.1 0.03" euler="90 0 0" mass="1" friction="0.8 0.005 0.0001"/></body>`,
            )
            .join('\n')}
        </body></worldbody>
      <actuator>${[0, 1, 2, 3].map((i) => `<velocity joint="wheel${i}" kv="1"/>`).join('')}</actuator></mujoco>`,
    control: [8, 10, 8, 10],
  },
};
