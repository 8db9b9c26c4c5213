// Load proportional to mass, such as gravity.

#include "core/items/loads/load.h"
#include "core/items/stored_energy.h"

namespace slipstick {
namespace {

struct MassProportional {
  MarkerIndex markerNumber;
  Vector3 loadVector;
  UserFunction loadVectorUserFunction;
};

class Loop final : public FrameLoadLoop<Loop, MassProportional, role::Storing> {
 public:
  /// Zero if the centre of mass is at the origin.
  SLIPSTICK_SMALL double stored(int index, const Sweep<double>& sweep) const override {
    const MassProportional& load = items_[index];
    if (load.loadVectorUserFunction) return storesNothing;
    return -sweep.loadFactor * *markers_[index].mass * dot(load.loadVector, sweep.frames[markers_[index].frame].position);
  }
  template <class S>
  FrameForce<S> wrench(int index, const Vec3<S>& vector, const FrameKinematics<S>& frame) const {
    FrameForce<S> result;
    (void)frame;
    result.force = *markers_[index].mass * vector;
    return result;
  }
};

constexpr ParameterOf<MassProportional> parameters[] = {
    {"markerNumber", &MassProportional::markerNumber, capability::mass, Presence::required, "marker on which the load acts"},
    {"loadVector", &MassProportional::loadVector, unit::metrePerSecondSquared, anyNumber, Vector3{}, "acceleration field, global"},
    {"loadVectorUserFunction", &MassProportional::loadVectorUserFunction, loadVectorSignature, unit::metrePerSecondSquared,
     "load that replaces loadVector, which is passed as an argument"}};

constexpr ItemDescription<MassProportional> description = {
    .type = "MassProportional",
    .summary = "Load proportional to mass, such as gravity.",
    .equation = "Q = m\\,\\left(\\partial p_{COM} / \\partial q\\right)^T g",
    .outputs = {{OutputVariable::none, unit::metrePerSecondSquared, 3, "the load as specified or returned by the user function"}}};

const ItemType& registered = registerItem<Loop>(ItemKind::load, description, parameters);

}  // namespace

const ItemType& loads::MassProportional = registered;

}  // namespace slipstick
