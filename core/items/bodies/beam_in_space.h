// Code shared by beam elements in space: parameters of the cross-section and outputs.
#pragma once

#include "core/items/registration.h"

namespace slipstick {

template <class Beam>
inline constexpr ParameterOf<Beam> beamParameters[] = {
    {"physicsLength", &Beam::physicsLength, unit::metre, positive, Presence::required, "unstrained length L of the element"},
    {"physicsMassPerLength", &Beam::physicsMassPerLength, unit::kilogramPerMetre, nonNegative, 0.0, "mass per length ρA"},
    {"physicsAxialShearStiffness", &Beam::physicsAxialShearStiffness, unit::newton, nonNegative, Vector3{},
     "axial stiffness EA and shear stiffnesses GA along y and z, including the shear correction factors"},
    {"physicsTorsionalBendingStiffness", &Beam::physicsTorsionalBendingStiffness, unit::newtonMetreSquared, nonNegative, Vector3{},
     "torsional stiffness GJ and bending stiffnesses EI about y and z"}};

template <class Beam>
void checkBeam(const Beam& beam, const Complain& complain) {
  if (beam.nodeNumbers[0] == beam.nodeNumbers[1]) complain("nodeNumbers", "must be two different nodes");
  const Matrix3& inertia = beam.physicsCrossSectionInertia;
  for (int i = 0; i < 3; ++i)
    if (inertia[i][(i + 1) % 3] != inertia[(i + 1) % 3][i]) return complain("physicsCrossSectionInertia", "must be symmetric");
}

constexpr Outputs beamOutputs() {
  return {{OutputVariable::Position, unit::metre, 3, "global position of the point (y, z) of the cross-section at x"},
          {OutputVariable::Displacement, unit::metre, 3, "global displacement from the reference configuration"},
          {OutputVariable::Velocity, unit::metrePerSecond, 3, "global velocity"},
          {OutputVariable::AngularVelocity, unit::radianPerSecond, 3, "global angular velocity of the cross-section"},
          {OutputVariable::Rotation, unit::radian, 3, "Tait-Bryan angles of the cross-section"},
          {OutputVariable::RotationMatrix, unit::none, 9, "rotation matrix of the cross-section, by rows"},
          {OutputVariable::StrainLocal, unit::none, 6, "axial strain first, shear strains xz and xy last; the others are 0"},
          {OutputVariable::CurvatureLocal, unit::perMetre, 3, "twist per length, and curvatures about y and z"},
          {OutputVariable::ForceLocal, unit::newton, 3, "axial force and shear forces along y and z"},
          {OutputVariable::TorqueLocal, unit::newtonMetre, 3, "torque and bending moments about y and z"}};
}

/// The strains or forces of a section.
struct SectionState {
  Vector3 shear, curvature;
};
/// The outputs StrainLocal, CurvatureLocal, ForceLocal and TorqueLocal.
inline void writeSection(OutputVariable variable, const SectionState& strains, const SectionState& forces, double* out) {
  switch (variable) {
    case OutputVariable::StrainLocal:
      out[0] = strains.shear.x, out[1] = out[2] = out[3] = 0.0, out[4] = strains.shear.z, out[5] = strains.shear.y;
      return;
    case OutputVariable::CurvatureLocal:
      return writeVector(strains.curvature, out);
    case OutputVariable::ForceLocal:
      return writeVector(forces.shear, out);
    default:
      return writeVector(forces.curvature, out);  // TorqueLocal
  }
}

}  // namespace slipstick
