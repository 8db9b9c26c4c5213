// Why Exudyn and Slipstick differ by more than 1e-7 of a sensor's size, by model of the gallery and by item. docs/peer.md shows them.

export const modelReasons = {
  'belt-comparison': 'Newton tolerances of 1e-6, not tested with others',
  'belt-crossed': 'Newton tolerances of 1e-6, not tested with others',
  'belt-tensioner': 'Newton tolerances of 1e-6: with 1e-9 below 1e-7 up to the last sample, where the multiplier differs by 3e-3 (open)',
  'belt-two-pulleys': 'Newton tolerances of 1e-6: 1e-9 with 1e-9',
  bicycle: 'small differences of energies: 4e-7 with Newton tolerances of 1e-11; the rest is open',
  'bouncing-balls': 'impacts; few samples are common, as steps are cut differently',
  'newtons-cradle': 'impacts; few samples are common, as steps are cut differently',
  car: 'Newton tolerances: 2e-9 with 1e-11',
  'rolling-coin-joint': 'Newton tolerances: 7e-10 with 1e-11',
};

export const itemReasons = {
  'object JointGeneric': 'multipliers, within the Newton tolerance of 1e-10',
  'object ConnectorCoordinateVector': 'multipliers, within the Newton tolerance of 1e-10',
  'node GenericODE1': 'rates in the first sample of VelocityVerlet, zero there; after that below 1e-9',
  'object GenericODE1': 'rates in the first sample of VelocityVerlet, zero there; after that below 1e-9',
  'marker NodeODE1Coordinate': 'rates in the first sample of VelocityVerlet, zero there; after that below 1e-9',
  'object JointSliding2D': 'first order in the step there, second order here: the differences page',
};

/** Outputs by item that mean something else there, see docs/differences-from-exudyn.md; they are not compared. */
export const otherOutputs = {
  'object ContactSphereSphere': ['Velocity'],
  'object ContactCurveCircles': ['VelocityLocal'],
};
