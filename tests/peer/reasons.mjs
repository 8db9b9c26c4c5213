// Why Exudyn and Slipstick differ by more than 1e-7 of a sensor's size, by model of the gallery and by item. docs/peer.md shows them.

export const modelReasons = {};

export const itemReasons = {};

/** Outputs by item that mean something else there, see docs/differences-from-exudyn.md; they are not compared. */
export const otherOutputs = {
  'object ContactSphereSphere': ['Velocity'],
};
