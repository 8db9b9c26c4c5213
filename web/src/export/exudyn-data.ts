/** Where Exudyn 1.13 differs from what the engine tells of items: kind and type, then names. `npm run peer -- items` asks the installed one. */

const ofCables = {
  physicsLength: 'length',
  physicsMassPerLength: 'massPerLength',
  physicsBendingStiffness: 'bendingStiffness',
  physicsAxialStiffness: 'axialStiffness',
  physicsBendingDamping: 'bendingDamping',
  physicsAxialDamping: 'axialDamping',
  physicsReferenceAxialStrain: 'referenceAxialStrain',
};

/** Parameters that it calls otherwise. */
export const renamed: Record<string, Record<string, string>> = {
  'object MassPoint': { physicsMass: 'mass' },
  'object MassPoint2D': { physicsMass: 'mass' },
  'object Mass1D': { physicsMass: 'mass' },
  'object RotationalMass1D': { physicsInertia: 'inertia' },
  'object RigidBody': { physicsMass: 'mass', physicsInertia: 'inertia', physicsCenterOfMass: 'centerOfMass' },
  'object RigidBody2D': { physicsMass: 'mass', physicsInertia: 'inertia', physicsCenterOfMass: 'centerOfMass' },
  'object ANCFCable2D': { ...ofCables, physicsReferenceCurvature: 'referenceCurvature' },
  'object ALEANCFCable2D': {
    ...ofCables,
    physicsMovingMassFactor: 'movingMassFactor',
    physicsUseCouplingTerms: 'useCouplingTerms',
    physicsAddALEvariation: 'addALEvariation',
  },
  'object ConnectorRollingDiscPenalty': { rollingFrictionViscous: 'rollingViscousFriction' },
  'object ConnectorRigidBodySpringDamper': { intrinsicFormulation: 'useIntrinsicFormulation' },
  'object ConnectorCoordinateSpringDamperExt': {
    fDynamicFriction: 'dynamicFrictionForce',
    fStaticFrictionOffset: 'staticFrictionOffsetForce',
    fViscousFriction: 'viscousFrictionFactor',
  },
  'object JointSliding2D': { classicalFormulation: 'useClassicalFormulation' },
  'object ConnectorCoordinate': { factorValue1: 'factor1' },
  'object ContactSphereTriangle': { radiusSphere: 'sphereRadius' },
};

/** Settings that it calls otherwise, also as groups. */
export const renamedSettings: Record<string, string> = {
  explicitIntegration: 'explicit',
  useNewtonSolver: 'active',
  newtonResidualMode: 'residualMode',
  forODE2connectors: 'forODE2Connectors',
  constrainODE1coordinates: 'constrainODE1Coordinates',
};

/** Parameters that it does not have. */
export const unknownParameters: Record<string, string[]> = {
  'object ContactCircleCable2D': ['contactDamping'],
  'object GenericODE1': ['coordinateIndexPerNode', 'tempCoordinates', 'tempCoordinates_t'],
  'object GenericODE2': ['coordinateIndexPerNode', 'tempCoordinates', 'tempCoordinates_t', 'tempCoordinates_tt'],
};

/** Items that it does not have, and without which a model would be another one. */
export const unknownItems = ['object ContactSpheres'];

/** Outputs that it does not have. */
export const unknownOutputs: Record<string, string[]> = {
  'node GenericODE1': ['CoordinatesTotal'],
  'node RigidBodyRotVecLG': ['AngularAcceleration', 'Coordinates_tt'],
  'marker BodyCable2DShape': ['Position', 'Displacement', 'Velocity'],
  'marker BodyMass': ['Position'],
  'marker NodeODE1Coordinate': ['Coordinates_t'],
  'object ContactCoordinate': ['Force'],
  'object ContactCurveCircles': ['Force'],
  'object ContactSphereSphere': ['Director3'],
  'object JointPrismatic2D': ['Displacement', 'Force'],
};

/** Objects without markers that it does not count as bodies: their sensors stay those of objects. */
export const notBodies = ['GenericODE1'];
