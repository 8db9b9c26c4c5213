// Measures a node of the mesh of a flexible body.
// Loaded on demand: few models have flexible bodies.

#include "core/items/flexible/mesh_point.h"

namespace slipstick {
namespace {

struct SuperElement {
  ObjectIndex bodyNumber;
  int meshNodeNumber;
  OutputVariable outputVariableType;
};

class Loop final : public LoopOf<Loop, SuperElement, role::Measured> {
 public:
  void add(const ModelItem& modelItem, int number, Assembly& assembly) override {
    const int index = keep(modelItem);
    bodies_.push_back(assembly.object(items_[index].bodyNumber));
    assembly.sensors[number] = {{this, index}, items_[index].outputVariableType, {}};
  }
  void outputOf(int index, OutputVariable variable, const Vector3&, const Sweep<double>& sweep, double* out) const {
    const Place& body = bodies_[index];
    body.loop->roles().mesh->meshOutput(body.index, items_[index].meshNodeNumber, variable, sweep, out);
  }

 private:
  std::vector<Place> bodies_;
};

void checkAmong(const SuperElement& item, const Neighbours& others, const Complain& complain) {
  checkMesh(item.bodyNumber, others, complain);
  checkMeshNode("meshNodeNumber", item.meshNodeNumber, others.count(item.bodyNumber), complain);
  if (item.outputVariableType != OutputVariable::StressLocal && item.outputVariableType != OutputVariable::StrainLocal) return;
  const Neighbour body = others(item.bodyNumber);
  if (!body) return;
  const Parameter* type = body.type->parameter("outputVariableTypeModeBasis");
  if (!type) return complain("outputVariableType", "needs a body with modes, whose stresses or strains are given");
  const std::string given = *type->target(const_cast<void*>(body.value)).as<std::string>();  // only read
  if (given != outputVariableName(item.outputVariableType))
    complain("outputVariableType", "needs outputVariableTypeModeBasis '" + std::string(outputVariableName(item.outputVariableType)) +
                                       "' of the body, which has " + (given.empty() ? "none" : "'" + given + "'"));
}

constexpr ParameterOf<SuperElement> parameters[] = {
    {"bodyNumber", &SuperElement::bodyNumber, capability::mesh, Presence::required, "body with a mesh"},
    {"meshNodeNumber", &SuperElement::meshNodeNumber, unit::none, nonNegative, Presence::required, "node of the mesh, from 0"},
    {"outputVariableType", &SuperElement::outputVariableType, "output to measure"}};

constexpr Unit pascal = unit::newton / unit::metre / unit::metre;

constexpr ItemDescription<SuperElement> description = {
    .type = "SuperElement",
    .summary = "Measures a mesh node of a flexible body.",
    .outputs = pointOutputs() +
               Outputs{{OutputVariable::DisplacementLocal, unit::metre, 3, "modal displacement, in the floating frame"},
                       {OutputVariable::VelocityLocal, unit::metrePerSecond, 3, "rate of the modal displacement, in the floating frame"},
                       {OutputVariable::StressLocal, pascal, 6, "stresses xx, yy, zz, yz, xz, xy of the modes, in the floating frame"},
                       {OutputVariable::StrainLocal, unit::none, 6, "strains of the modes, in the same order"}},
    .checkAmong = [](const SuperElement& item, const Neighbours& others, const Complain& complain) { checkAmong(item, others, complain); }};

const ItemType& registered = registerItem<Loop>(ItemKind::sensor, description, parameters);

}  // namespace
}  // namespace slipstick
