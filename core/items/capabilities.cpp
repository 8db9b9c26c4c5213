#include "core/items/capabilities.h"

namespace slipstick::capability {
namespace {

const bool named = name({{pointNode, "node Point"},
                         {pointNode2D, "node Point2D"},
                         {rigidNode, "rigid body node (RigidBodyEP, RigidBodyRxyz, RigidBodyRotVecLG)"},
                         {rigidNode2D, "node RigidBody2D"},
                         {scalarNode, "node 1D"},
                         {genericNode, "node GenericODE2"},
                         {slopeNode, "node Point2DSlope1"},
                         {cable, "ANCF cable"},
                         {cableCoordinates, "cable coordinates"},
                         {firstOrderNode, "node GenericODE1"},
                         {slopeNodeInSpace, "node PointSlope1"},
                         {mesh, "mesh nodes"},
                         {slopeNode23, "node PointSlope23"},
                         {slopeNode12, "node PointSlope12"},
                         {cableInSpace, "ANCF cable in space"},
                         {coordinatesInSpace, "coordinates of a cable in space"},
                         {surfaces, "surfaces (ContactSpheres)"}});

}  // namespace
}  // namespace slipstick::capability
