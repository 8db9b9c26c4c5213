// Reasons for differences between Exudyn and Slipstick of more than 1e-7 of a sensor's size, by model of the gallery and by item.
// docs/peer.md shows them.

const oneSample =
  'a formula that begins at a sample, which is later in Exudyn by the rounding of summed steps; all other samples agree to 1e-8 at tight tolerances';

export const modelReasons = {
  'belt-comparison': oneSample,
  'belt-crossed': oneSample,
  'belt-two-pulleys': oneSample,
  'brake-belt': oneSample,
  'belt-tensioner':
    'Exudyn halves one of the first steps: hardly any samples have the same time, and these agree to 1e-9; at the end they differ',
  bicycle: 'sensors that are small differences of energies',
  'bouncing-balls': 'impacts; few samples are common, because steps are cut differently',
  bricard: 'redundant constraints, which stop Exudyn',
  cam: 'not confirmed: the velocity of a rotating curve (differences page)',
  'chain-drive': 'velocity of a rotating curve: the differences page',
  'newtons-cradle': 'impacts; few samples are common, because steps are cut differently',
  'stick-slip': 'in one step of 10 000, friction begins to slip a step later',
};

export const itemReasons = {
  'object JointGeneric': 'multipliers, within the Newton tolerance of 1e-10',
  'object ConnectorCoordinateVector': 'multipliers, within the Newton tolerance of 1e-10',
  'node GenericODE1': 'rates in the first sample of VelocityVerlet, which are zero in Exudyn; later samples agree to 1e-9',
  'object GenericODE1': 'rates in the first sample of VelocityVerlet, which are zero in Exudyn; later samples agree to 1e-9',
  'marker NodeODE1Coordinate': 'rates in the first sample of VelocityVerlet, which are zero in Exudyn; later samples agree to 1e-9',
  'sensor Distance':
    'rates of Euler parameters along their own vector, which a constraint fixes within the Newton tolerance; all distances agree to 1e-9',
  'marker SuperElementRigid': 'the rate of the mean rotation, and the action of torques on modes: the differences page',
  'object JointSliding': 'first order in the step in Exudyn, second order in Slipstick: the differences page',
  'object JointSliding2D': 'first order in the step in Exudyn, second order in Slipstick: the differences page',
};

/** Outputs by item with another meaning in Exudyn, see docs/differences-from-exudyn.md; they are not compared. */
export const otherOutputs = {
  'node PointSlope12': ['AngularVelocity', 'AngularVelocityLocal'],
  'object ANCFThinPlate': ['ForceLocal', 'TorqueLocal', 'StressLocal'],
  'object BeamGeometricallyExact3D': ['Velocity', 'AngularVelocity'],
  'object ContactSphereSphere': ['Velocity'],
  'object ContactConvexRoll': ['Position', 'Velocity'],
  'object ContactCurveCircles': ['VelocityLocal'],
};

/** By script of Exudyn's examples and tests. */
export const scriptReasons = {
  ANCFBeamEigTest:
    'inertia of sections: the differences page. A square section bends with 96.06 and 97.37 rad/s in Exudyn, and twice with 96.061481 rad/s in Slipstick, as listed in comments of the script. With a millionth of the inertia the difference is 3e-6',
  ANCFBeam3DeigTest: 'inertia of sections, as in ANCFBeamEigTest',
  ANCFswitchingSlidingJoint2D:
    'a sliding joint: first order in Exudyn, second order in Slipstick (differences page). Halving the step halves the distance, from 4e-6 m to 3e-7 m with a sixteenth; in Slipstick, halving it changes 5e-8 m',
  ballBearingTest:
    'Exudyn projects the centre of a ball wrongly into the plane of a torus, 2e-2, and derives slip from a position, 1e-3: the differences page; with both in Slipstick the difference is 9e-11',
  beltDriveReevingSystem: 'not confirmed: the static step may find another of the equilibria that repeat along the belt (differences page)',
  beltDrivesComparison: 'Exudyn accepts a static step whose contacts have not settled; in Slipstick they balance: the differences page',
  camFollowerExample:
    "Exudyn records no torque for the drive of the cam; the follower's power of 1.6 W requires the 0.066 N m that Slipstick records",
  chainDriveExample: 'velocity of a rotating curve: the differences page',
  distanceSensor:
    'coordinates tied to the ground in explicit steps: the differences page. Only sensors of the cable differ; with implicit steps all agree to 2e-12',
  generalContactCylinderTrigsTest:
    'edges of triangles behind the face on which a sphere rests: the differences page. The system is mirror-symmetric, and in Exudyn it rotates about x from the first overlap of such an edge',
  involuteGearGraphics:
    "the tolerance of Newton's method: with 1e-10 instead of 1e-8 the difference is 4e-6, within twice the 3e-6 from halving the step",
  NGsolveFFRF:
    "gravity of flexible bodies: the differences page; without it, and with the script's torque from the start, the difference is 2e-10",
  NGsolveCMStest: 'gravity of flexible bodies: the differences page; with a force of 40 N at the tip instead, the difference is 2e-14',
  NGsolveCraigBampton: 'gravity of flexible bodies: the differences page; with a force of 40 N at the tip instead, the difference is 2e-12',
  newtonsCradle: "impacts; with a sixteenth of the step the difference is 1e-6, half of Exudyn's change from halving the step",
  reevingSystemSpringsTest: 'tilting axes of sheaves: the differences page',
  reevingSystem: 'the programs cut different steps; with steps of 0.1 ms, which neither cuts, and tight tolerances the difference is 3e-10',
  rightAngleFrame: 'probably buckling of the frame: the static solver of Exudyn also stops',
  serialRobotInteractiveLimits:
    'Exudyn computes initial accelerations with a spring that the function before the first step switches off. With the spring inactive from the start, the robot rests in both programs. Nothing moves it: with half the step Exudyn moves it half as far, and without initial accelerations not at all',
};

const [mistake, diverges, network] = [
  'has an error: prose among its lines, or an output that does not exist',
  'does not converge in Exudyn',
  'needs another program, over a network',
];

/** Why scripts have no solution in Exudyn, by outcome (tests/peer/scripts.mjs), if their report does not state it. */
export const noSolution = {
  nothing: {
    'tests functions, without a model': [
      'allExudynModulesTest',
      'interfaceTest',
      'matrixContainerTest',
      'modelUnitTests',
      'runTestSuiteRefSol',
      'symbolicModuleTest',
      'testHDF5loadSave',
    ],
    'computes modes of a mesh, by NumPy or SciPy': [
      'NGsolveCrankShaftTest',
      'NGsolveOCCboundaries',
      'NGsolveOCCboundaries2',
      'compareAbaqusAnsysRotorEigenfrequencies',
      'objectFFRFreducedOrderShowModes',
      'solverFunctionsTestEigenvalues',
    ],
    'only draws, or shows the solution of an earlier run': ['NGsolveOCCgeometry', 'particlesTest3D'],
  },
  broken: {
    'only draws, or shows the solution of an earlier run': ['NGsolveOCCgeometry'],
    'trains a controller, with packages that are too large (torch, stable_baselines3, gym)': [
      'openAIgymInterfaceTest',
      'openAIgymNLinkAdvanced',
      'openAIgymNLinkContinuous',
      'openAIgymTriplePendulum',
      'reinforcementLearningRobot',
      'testGymCartpole',
      'testGymCartpoleEnv',
      'testGymCartpoleEnvSlow',
      'testGymDoublePendulum',
      'testGymDoublePendulumEnv',
    ],
    'needs ROS, which is not on PyPI': ['ROSExampleMassPoint', 'ROSExampleTurtle', 'ROSMassPoint', 'ROSMobileManipulator', 'ROSTurtle'],
    'needs roboticstoolbox before 1.5, which is compiled for NumPy 1': ['serialRobotURDF'],
    'needs a file or a module that is missing': [
      'LieGroupIntegrationUnitTests',
      'humanRobotInteraction',
      'netgenSTLtest',
      'pymeshlabFileImport',
      'sliderCrankCMSacme',
      'stlFileImport',
    ],
    [network]: ['TCPIPclientTest'],
    [mistake]: ['ANCFBeam3Dtest', 'explicitLieGroupIntegratorPythonTest'],
    'is written for another version of Exudyn and also fails without Slipstick': [
      'InverseKinematicsNumericalExample',
      'graphicsDataExample',
    ],
  },
  stops: { [diverges]: ['geometricallyExactBeam3Dtest', 'rightAngleFrame'], [mistake]: ['doublePendulum2DControl'] },
  silent: {
    [network]: ['TCPIPexudynMatlab', 'TCPIPserverTest'],
    'takes hours: 120 000 elements, or a new mesh in each step of an optimisation': ['ANCFcableCantilevered', 'shapeOptimization'],
    'runs other scripts': ['runPerformanceTests', 'runTestExamples', 'runTestSuite'],
    [diverges]: ['rightAngleFrame'],
  },
};
