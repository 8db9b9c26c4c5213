import names from './exudyn-names.json';

/**
 * Differences between Exudyn 1.13 and the engine's list of items: kind and type, then names. `npm run peer -- items` checks them against
 * the installed version.
 */

/** Item types with another name in Exudyn. The Python package reads the same file. */
export const renamedTypes: Record<string, string> = names.types;

/** Parameters with another name in Exudyn. */
export const renamed: Record<string, Record<string, string>> = names.parameters;

/** Settings with another name in Exudyn, including groups. */
export const renamedSettings: Record<string, string> = names.settings;

/** Parameters that Exudyn lacks. */
export const unknownParameters: Record<string, string[]> = {
  'object ConnectorHydraulicActuatorSimple': ['valveOpeningUserFunction'],
  'object ContactCircleCable2D': ['contactDamping'],
  'marker SuperElementRigid': ['rotationsExponentialMap'],
  'object FFRFreducedOrder': ['massMatrixFF', 'tempUserFunctionForce'],
  'object GenericODE1': ['coordinateIndexPerNode', 'tempCoordinates', 'tempCoordinates_t'],
  'object GenericODE2': ['coordinateIndexPerNode', 'tempCoordinates', 'tempCoordinates_t', 'tempCoordinates_tt'],
};

/** Parameters of beams that Exudyn combines in sectionData. */
export const ofSections: Record<string, string[]> = {
  'object BeamGeometricallyExact3D': [
    'physicsMassPerLength',
    'physicsCrossSectionInertia',
    'physicsAxialShearStiffness',
    'physicsTorsionalBendingStiffness',
  ],
  'object ANCFBeam': [
    'physicsMassPerLength',
    'physicsCrossSectionInertia',
    'physicsAxialShearStiffness',
    'physicsTorsionalBendingStiffness',
    'physicsAxialShearDamping',
    'physicsTorsionalBendingDamping',
  ],
};

/** Output variables that Exudyn lacks. */
export const unknownOutputs: Record<string, string[]> = {
  'node GenericODE1': ['CoordinatesTotal'],
  'node RigidBodyRotVecLG': ['AngularAcceleration', 'Coordinates_tt'],
  'object ANCFBeam': ['StrainLocal', 'CurvatureLocal', 'ForceLocal', 'TorqueLocal'],
  'marker BodyBeamShape': ['Coordinates', 'Coordinates_t'],
  'marker BodyCable2DShape': ['Position', 'Displacement', 'Velocity'],
  'marker BodyMass': ['Position'],
  'marker NodeODE1Coordinate': ['Coordinates_t'],
  'object FFRFreducedOrder': ['CoordinatesTotal', 'Coordinates_tt'],
  'object ContactCoordinate': ['Force'],
  'object ContactCurveCircles': ['Force'],
  'object ContactSphereSphere': ['Director3'],
  'object JointPrismatic2D': ['Displacement', 'Force'],
};

/** Objects without markers that Exudyn does not classify as bodies: their sensors remain object sensors. */
export const notBodies = ['GenericODE1'];
