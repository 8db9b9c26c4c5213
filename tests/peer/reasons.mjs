// Why Exudyn and Slipstick differ by more than 1e-7 of a sensor's size, by model of the gallery and by item. docs/peer.md shows them.

export const modelReasons = {
  'belt-comparison': 'Newton tolerances of 1e-6',
  'belt-crossed': 'Newton tolerances of 1e-6',
  'belt-tensioner': 'Newton tolerances of 1e-6',
  'belt-two-pulleys': 'Newton tolerances of 1e-6',
  bicycle: 'a difference of energies, at the Newton tolerance of the model',
  'bouncing-balls': 'impacts',
  car: 'motor torques that follow slip, at the Newton tolerance of the model',
  'newtons-cradle': 'impacts',
  'rolling-coin-joint': 'the constraint Jacobian of the initial accelerations, a difference quotient there',
};

export const itemReasons = {
  'object JointGeneric': 'multipliers, within the Newton tolerance of 1e-10',
  'object JointSliding2D': 'open: proportional to the speed of sliding and to the step',
};

/** Outputs by item that mean something else there, see docs/differences-from-exudyn.md; they are not compared. */
export const otherOutputs = {
  'object ContactSphereSphere': ['Velocity'],
};
