// A tree of rigid links with one joint coordinate each, such as a robot.

#include "core/items/bodies/moments.h"
#include "core/items/tree/kinematic_tree.h"

namespace slipstick {
namespace {

using Tree = KinematicTree;

void check(const Tree& tree, const Complain& complain) {
  const std::size_t n = tree.jointTypes.size();
  if (n == 0) complain("jointTypes", "must name at least one joint");
  const auto size = [&](const char* name, std::size_t entries, bool optional) {
    if (entries == n || (optional && entries == 0)) return;
    complain(name, "must have " + std::to_string(n) + " entries, one for each of jointTypes, got " + std::to_string(entries));
  };
  size("linkParents", tree.linkParents.size(), false);
  size("jointTransformations", tree.jointTransformations.size(), false);
  size("jointOffsets", tree.jointOffsets.size(), false);
  size("linkInertiasCOM", tree.linkInertiasCOM.size(), false);
  size("linkCOMs", tree.linkCOMs.size(), false);
  size("linkMasses", tree.linkMasses.size(), false);
  size("linkForces", tree.linkForces.size(), true);
  size("linkTorques", tree.linkTorques.size(), true);
  size("jointForceVector", tree.jointForceVector.size(), true);
  size("jointPositionOffsetVector", tree.jointPositionOffsetVector.size(), true);
  size("jointVelocityOffsetVector", tree.jointVelocityOffsetVector.size(), true);
  size("jointPControlVector", tree.jointPControlVector.size(), true);
  size("jointDControlVector", tree.jointDControlVector.size(), true);
  for (std::size_t i = 0; i < tree.linkParents.size(); ++i)
    if (tree.linkParents[i] < -1 || tree.linkParents[i] >= static_cast<int>(i))
      complain("linkParents", "the parent of link " + std::to_string(i) + " must be -1 (the base) or an earlier link, got " +
                                  std::to_string(tree.linkParents[i]));
}

constexpr UserFunctionArgument::Shape perCoordinate{Size::coordinates};

constexpr Choice jointNames[] = {{1, "RevoluteX"},  {2, "RevoluteY"},  {3, "RevoluteZ"},
                                 {4, "PrismaticX"}, {5, "PrismaticY"}, {6, "PrismaticZ"}};

constexpr ParameterOf<Tree> parameters[] = {
    {"nodeNumber", &Tree::nodeNumber, capability::genericNode, Presence::required,
     "GenericODE2 node with one coordinate for each joint; the joint position is the reference value plus the coordinate"},
    {"gravity", &Tree::gravity, unit::metrePerSecondSquared, anyNumber, Vector3{}, "acceleration of gravity, global"},
    {"baseOffset", &Tree::baseOffset, unit::metre, anyNumber, Vector3{}, "position of the base, global"},
    {"jointTypes", &Tree::jointTypes, unit::none, jointNames, Presence::required,
     "type of each joint: revolute about, or prismatic along, an axis of its link"},
    {"linkParents", &Tree::linkParents, unit::none, anyNumber, Presence::required, "parent of each link, a lower number; -1: the base"},
    {"jointTransformations", &Tree::jointTransformations, unit::none, rotation, Presence::required,
     "rotation matrix of each joint frame in its parent, at joint position 0"},
    {"jointOffsets", &Tree::jointOffsets, unit::metre, anyNumber, Presence::required, "position of each joint in its parent"},
    {"linkInertiasCOM", &Tree::linkInertiasCOM, unit::kilogramMetreSquared, inertia, Presence::required,
     "inertia tensor of each link about its centre of mass, in the link frame"},
    {"linkCOMs", &Tree::linkCOMs, unit::metre, anyNumber, Presence::required, "centre of mass of each link, in the link frame"},
    {"linkMasses", &Tree::linkMasses, unit::kilogram, nonNegative, Presence::required, "masses of the links"},
    {"linkForces", &Tree::linkForces, unit::newton, anyNumber, Presence::optional,
     "forces on the links at the origin of the base, global; terms of the left-hand side, so they act in the opposite direction"},
    {"linkTorques", &Tree::linkTorques, unit::newtonMetre, anyNumber, Presence::optional,
     "torques on the links, global; terms of the left-hand side, so they act in the opposite direction"},
    {"jointForceVector", &Tree::jointForceVector, unit::coordinateForce, anyNumber, Presence::optional,
     "torque or force of each joint on its link"},
    {"jointPositionOffsetVector", &Tree::jointPositionOffsetVector, unit::coordinate, anyNumber, Presence::optional,
     "target joint positions u_o of the P control; if left out, it is off"},
    {"jointVelocityOffsetVector", &Tree::jointVelocityOffsetVector, unit::coordinateRate, anyNumber, Presence::optional,
     "target joint velocities v_o of the D control; if left out, it is off"},
    {"jointPControlVector", &Tree::jointPControlVector, unit::coordinateStiffness, anyNumber, Presence::optional,
     "force per position error of each joint, P"},
    {"jointDControlVector", &Tree::jointDControlVector, unit::coordinateDamping, anyNumber, Presence::optional,
     "force per velocity error of each joint, D"},
    {"forceUserFunction", &Tree::forceUserFunction,
     [] {
       return Signature{.arguments = {{"t", {}}, {"q", perCoordinate}, {"q_t", perCoordinate}}, .resultSize = Size::coordinates};
     },
     unit::coordinateForce, "added to the torque or force of each joint; q includes the reference values"}};

constexpr ItemDescription<Tree> description = {
    .type = "KinematicTree",
    .summary = "A tree of rigid links with revolute and prismatic joints, in joint coordinates.",
    .equation = "M(q)\\,\\ddot q + f(q, \\dot q) = f_{joint} + P\\,(u_o - q) + D\\,(v_o - \\dot q) + f_{user}(t, q, \\dot q)",
    .outputs = {{OutputVariable::Coordinates, unit::coordinate, Size::coordinates, "joint positions, including the reference values"},
                {OutputVariable::Coordinates_t, unit::coordinateRate, Size::coordinates, "joint velocities"},
                {OutputVariable::Coordinates_tt, unit::coordinateRate / unit::second, Size::coordinates, "joint accelerations"},
                {OutputVariable::Force, unit::coordinateForce, Size::coordinates,
                 "generalized forces of the left-hand side, without the acceleration terms"}},
    .provides = capability::tree,
    .visualization = {"show", "color", "links"},
    .drawnAs = {"tree", {{"parents", "linkParents"}, {"offsets", "jointOffsets"}, {"centers", "linkCOMs"}}},
    .count = [](const Tree& tree) { return static_cast<int>(tree.jointTypes.size()); },
    .coordinateUnit = [](const Tree& tree,
                         int i) { return tree.jointTypes[i] < static_cast<int>(JointType::PrismaticX) ? unit::radian : unit::metre; },
    .check = [](const Tree& tree, const Complain& complain) { check(tree, complain); },
    .checkAmong =
        [](const Tree& tree, const Neighbours& others, const Complain& complain) {
          const int joints = static_cast<int>(tree.jointTypes.size()), coordinates = others.count(tree.nodeNumber).value_or(joints);
          if (joints != coordinates)
            complain("jointTypes", "must have " + std::to_string(coordinates) + " entries, one for each coordinate of the node, got " +
                                       std::to_string(joints));
        },
    .warn =
        [](const Tree& tree, const Complain& complain) {
          for (std::size_t i = 0; i < tree.linkInertiasCOM.size(); ++i)
            warnOfMoments(principalMoments(tree.linkInertiasCOM[i]), "linkInertiasCOM", complain, "link " + std::to_string(i) + ": ");
          if (!tree.jointPControlVector.empty() && tree.jointPositionOffsetVector.empty())
            complain("jointPControlVector", "has no effect: jointPositionOffsetVector is not given");
          if (!tree.jointDControlVector.empty() && tree.jointVelocityOffsetVector.empty())
            complain("jointDControlVector", "has no effect: jointVelocityOffsetVector is not given");
        }};

const ItemType& registered = registerItem<KinematicTreeLoop>(ItemKind::object, description, parameters);

}  // namespace
}  // namespace slipstick
