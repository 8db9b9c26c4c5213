// Torque on a frame.

#include "core/items/loads/load.h"

namespace slipstick {
namespace {

struct TorqueVector {
  MarkerIndex markerNumber;
  Vector3 loadVector;
  bool bodyFixed;
  UserFunction loadVectorUserFunction;
};

class Loop final : public FrameLoadLoop<Loop, TorqueVector> {
 public:
  template <class S>
  FrameForce<S> wrench(int index, const Vec3<S>& vector, const FrameKinematics<S>& frame) const {
    FrameForce<S> result;
    result.torque = items_[index].bodyFixed ? frame.rotation * vector : vector;
    return result;
  }
};

constexpr ParameterOf<TorqueVector> parameters[] = {
    {"markerNumber", &TorqueVector::markerNumber, capability::orientation, Presence::required, "marker on which the load acts"},
    {"loadVector", &TorqueVector::loadVector, unit::newtonMetre, anyNumber, Vector3{}, "torque, global or in the marker's frame"},
    {"bodyFixed", &TorqueVector::bodyFixed, unit::none, anyNumber, false, "whether the vector turns with the marker's frame"},
    {"loadVectorUserFunction", &TorqueVector::loadVectorUserFunction, loadVectorSignature, unit::newtonMetre,
     "load that replaces loadVector, which is passed as an argument"}};

constexpr ItemDescription<TorqueVector> description = {
    .type = "TorqueVector",
    .summary = "Torque on a frame.",
    .equation = "Q = J_{rot}^T \\tau",
    .outputs = {{OutputVariable::none, unit::newtonMetre, 3, "the load as specified or returned by the user function"}},
    .drawnAs = {"torque", {{"vector", "loadVector"}, {"fixed", "bodyFixed"}, {"varies", "loadVectorUserFunction"}}}};

const ItemType& registered = registerItem<Loop>(ItemKind::load, description, parameters);

}  // namespace

const ItemType& loads::TorqueVector = registered;

}  // namespace slipstick
