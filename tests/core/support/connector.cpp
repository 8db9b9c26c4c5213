#include "tests/core/support/connector.h"

#include "core/model/items.h"
#include "tests/core/support/run.h"

namespace slipstick::testing {
namespace {

/// Nodes without norm constraint, so that all multipliers belong to the connector.
std::string documentWith(const std::string& item) {
  Json object = Json::parse(item);
  object["markerNumbers"] = {0, 1};
  const Json node{{"type", "RigidBodyRxyz"}};
  Json document{{"slipstick", 1}, {"nodes", {node, node}}, {"objects", {object}}};
  document["markers"] = {{{"type", "NodeRigid"}, {"nodeNumber", 0}}, {{"type", "NodeRigid"}, {"nodeNumber", 1}}};
  return document.dump();
}

std::string documentBetweenCoordinates(const std::string& item, const std::string& initial) {
  Json object = Json::parse(item), node = Json::parse(initial);
  object["markerNumbers"] = {0, 1};
  node["type"] = "1D";
  Json document{{"slipstick", 1}, {"nodes", {{{"type", "1D"}}, node}}, {"objects", {object}}};
  for (int i = 0; i < 2; ++i) document["markers"].push_back({{"type", "NodeCoordinate"}, {"nodeNumber", i}, {"coordinate", 0}});
  return document.dump();
}

}  // namespace

Connector::Connector(const std::string& item) : item_(item), bench_(load(documentWith(item))) {
  frame0.rotation = frame1.rotation = Matrix3::identity();
  data = bench_.state.data, lambda = bench_.state.lambda;
}

Connector::Connector(const Connector& other) : Connector(other.item_) {
  frame0 = other.frame0, frame1 = other.frame1;
  data = other.data, lambda = other.lambda, time = other.time;
}

Sweep<double>& Connector::sweep() {
  bench_.state.time = time, bench_.state.data = data, bench_.state.lambda = lambda;
  Sweep<double>& sweep = bench_.kinematics<double>();
  for (int i = 0; i < 2; ++i) {
    FrameKinematics<double> frame = i == 0 ? frame0 : frame1;
    frame.angularVelocityLocal = transposeTimes(frame.rotation, frame.angularVelocity);
    sweep.frames[bench_.markers()[i].frame] = frame;
  }
  return sweep;
}

Connector::Forces Connector::forces() {
  Sweep<double>& swept = sweep();
  bench_.laws(swept);
  const auto& on0 = swept.frameForces[bench_.markers()[0].frame];
  const auto& on1 = swept.frameForces[bench_.markers()[1].frame];
  return {{-on0.force, -on0.torque}, {-on1.force, -on1.torque}};
}

std::vector<double> Connector::equations(ConstraintLevel level) {
  Sweep<double>& swept = sweep();
  swept.level = level;
  bench_.laws(swept);
  return bench_.constraints;
}

std::vector<double> Connector::output(OutputVariable variable) {
  const Output* output = bench_.model().objects()[0].type->output(variable);
  if (!output) throw std::runtime_error(std::string("no output ") + outputVariableName(variable));
  std::vector<double> values(countOf(output->size, bench_.model(), ItemKind::object, 0));
  const Place place = bench_.place(ItemKind::object, 0);
  place.output(variable, {}, sweep(), values.data());
  return values;
}

PostNewton Connector::postNewton(const std::vector<double>& startOfStep, JudgingWays ways) {
  const Sweep<double>& swept = sweep();
  const std::vector<double> start = startOfStep.empty() ? data : startOfStep;
  PostNewton post{&data, &start};
  post.ways = ways;
  if (const role::Discontinuous* loop = bench_.place(ItemKind::object, 0).loop->roles().discontinuous) loop->postNewton(post, swept);
  return post;
}

ScalarConnector::ScalarConnector(const std::string& item, const std::string& initial)
    : bench_(load(documentBetweenCoordinates(item, initial))) {
  data = bench_.state.data;
}

Sweep<double>& ScalarConnector::sweep() {
  State& state = bench_.state;
  state.time = time, state.data = data;
  state.q = {coordinate0.value, coordinate1.value}, state.q_t = {coordinate0.rate, coordinate1.rate};
  return bench_.kinematics<double>();
}

std::array<double, 2> ScalarConnector::forces() {
  Sweep<double>& swept = sweep();
  bench_.laws(swept);
  return {-swept.scalarForces[bench_.markers()[0].scalar], -swept.scalarForces[bench_.markers()[1].scalar]};
}

double ScalarConnector::output(OutputVariable variable) {
  double value = 0;
  const Place place = bench_.place(ItemKind::object, 0);
  place.output(variable, {}, sweep(), &value);
  return value;
}

PostNewton ScalarConnector::postNewton(const std::vector<double>& startOfStep) {
  const Sweep<double>& swept = sweep();
  const std::vector<double> start = startOfStep.empty() ? data : startOfStep;
  PostNewton post{&data, &start};
  if (const role::Discontinuous* loop = bench_.place(ItemKind::object, 0).loop->roles().discontinuous) loop->postNewton(post, swept);
  return post;
}

}  // namespace slipstick::testing
