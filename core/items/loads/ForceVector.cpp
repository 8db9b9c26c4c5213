// Force on a point.

#include "core/items/loads/load.h"

namespace slipstick {
namespace {

struct ForceVector {
  MarkerIndex markerNumber;
  Vector3 loadVector;
  bool bodyFixed;
  UserFunction loadVectorUserFunction;
};

class Loop final : public FrameLoadLoop<Loop, ForceVector> {
 public:
  template <class S>
  FrameForce<S> wrench(int index, const Vec3<S>& vector, const FrameKinematics<S>& frame) const {
    FrameForce<S> result;
    result.force = items_[index].bodyFixed ? frame.rotation * vector : vector;
    return result;
  }
};

constexpr ParameterOf<ForceVector> parameters[] = {
    {"markerNumber", &ForceVector::markerNumber, capability::position, Presence::required, "marker on which the load acts"},
    {"loadVector", &ForceVector::loadVector, unit::newton, anyNumber, Vector3{}, "force, global or in the marker's frame"},
    {"bodyFixed", &ForceVector::bodyFixed, unit::none, anyNumber, false, "whether the vector turns with the marker's frame"},
    {"loadVectorUserFunction", &ForceVector::loadVectorUserFunction, loadVectorSignature, unit::newton,
     "load that replaces loadVector, which is passed as an argument"}};

constexpr ItemDescription<ForceVector> description = {
    .type = "ForceVector",
    .summary = "Force on a point.",
    .equation = "Q = J_{pos}^T f",
    .outputs = {{OutputVariable::none, unit::newton, 3, "the load as specified or returned by the user function"}},
    .drawnAs = {"force", {{"vector", "loadVector"}, {"fixed", "bodyFixed"}, {"varies", "loadVectorUserFunction"}}}};

const ItemType& registered = registerItem<Loop>(ItemKind::load, description, parameters);

}  // namespace

const ItemType& loads::ForceVector = registered;

}  // namespace slipstick
