// Item types named by other code, such as creators. Each is defined where the type is registered, so that naming a type that is not linked
// is a linker error, and a misspelt name is a compiler error.
#pragma once

namespace slipstick {

struct ItemType;

namespace nodes {
extern const ItemType& Point;
extern const ItemType& Point2D;
extern const ItemType& RigidBodyEP;
extern const ItemType& RigidBodyRxyz;
extern const ItemType& RigidBodyRotVecLG;
extern const ItemType& RigidBody2D;
extern const ItemType& GenericData;
extern const ItemType& PointGround;
extern const ItemType& Point2DSlope1;
extern const ItemType& Node1D;
}  // namespace nodes
namespace objects {
extern const ItemType& Ground;
extern const ItemType& MassPoint;
extern const ItemType& MassPoint2D;
extern const ItemType& RigidBody;
extern const ItemType& RigidBody2D;
extern const ItemType& RotationalMass1D;
extern const ItemType& ANCFCable2D;
extern const ItemType& ConnectorSpringDamper;
extern const ItemType& ConnectorCartesianSpringDamper;
extern const ItemType& ConnectorRigidBodySpringDamper;
extern const ItemType& ConnectorTorsionalSpringDamper;
extern const ItemType& ConnectorCoordinateSpringDamper;
extern const ItemType& ConnectorRollingDiscPenalty;
extern const ItemType& ContactSphereSphere;
extern const ItemType& ContactSphereTriangle;
extern const ItemType& ContactSpheres;
extern const ItemType& ContactFrictionCircleCable2D;
extern const ItemType& ConnectorCoordinate;
extern const ItemType& ConnectorDistance;
extern const ItemType& JointGeneric;
extern const ItemType& JointSpherical;
extern const ItemType& JointRevoluteZ;
extern const ItemType& JointRevolute2D;
extern const ItemType& JointPrismaticX;
extern const ItemType& JointPrismatic2D;
extern const ItemType& JointRollingDisc;
}  // namespace objects
namespace markers {
extern const ItemType& BodyMass;
extern const ItemType& BodyPosition;
extern const ItemType& BodyRigid;
extern const ItemType& BodyCable2DShape;
extern const ItemType& NodeCoordinate;
}  // namespace markers
namespace loads {
extern const ItemType& ForceVector;
extern const ItemType& TorqueVector;
extern const ItemType& MassProportional;
extern const ItemType& Coordinate;
}  // namespace loads

}  // namespace slipstick
