// Models for the comparison of times: those of the gallery, and chains and cables of any length.

/** A chain of rods that falls: each hangs on a hinge at the end of the one before. */
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

/** A cable of 2 m between two walls, let go where it is straight. */
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

/** Without sensors that are formulas, and without what ends at their values: there they are Python functions, whose time says nothing of the solver. */
export function withoutFormulaSensors({ display: _, sensors, analysis, ...document }) {
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

/** Whether functions of the user stay, which run in Python there. */
export function hasUserFunctions(document) {
  return /UserFunction"/.test(JSON.stringify({ ...document, sensors: [] }));
}

// The same motion in MuJoCo: contact of its own kind, so that paths differ; what is compared is the time of a step.
export const mujocoModels = {
  'rolling-coin': {
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
