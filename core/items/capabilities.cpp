#include "core/items/capabilities.h"

namespace slipstick::capability {
namespace {

const bool named = name({{pointNode, "type Point"},
                         {pointNode2D, "type Point2D"},
                         {rigidNode, "rigid-body type (RigidBodyEP, RigidBodyRxyz, RigidBodyRotVecLG)"},
                         {rigidNode2D, "type RigidBody2D"},
                         {scalarNode, "type 1D"},
                         {genericNode, "type GenericODE2"},
                         {slopeNode, "type Point2DSlope1"},
                         {cable, "ANCF cable shape"},
                         {cableCoordinates, "cable coordinates"},
                         {firstOrderNode, "type GenericODE1"},
                         {slopeNodeInSpace, "type PointSlope1"},
                         {mesh, "mesh nodes"},
                         {slopeNode23, "type PointSlope23"},
                         {slopeNode12, "type PointSlope12"},
                         {cableInSpace, "ANCF cable shape in space"},
                         {coordinatesInSpace, "coordinates of a cable in space"},
                         {surfaces, "surfaces (ContactSpheres)"},
                         {axialMotion, "axial motion"}});

}  // namespace
}  // namespace slipstick::capability
