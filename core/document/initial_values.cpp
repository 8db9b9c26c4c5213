#include "core/document/initial_values.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/creators/creators.h"
#include "core/document/load.h"
#include "core/math/rotations.h"
#include "core/model/document.h"
#include "core/model/items.h"
#include "core/model/parameters.h"

namespace slipstick {
namespace {

constexpr double same = 1e-9;

bool isText(const Json& json) {
  return json.is_string() || (json.is_array() && std::any_of(json.begin(), json.end(), [](const Json& entry) { return isText(entry); }));
}

/// Returns a list of a node's numbers: its reference coordinates or initial values.
std::vector<double> numbersOf(const ModelItem& node, const char* parameter) {
  const Parameter* found = node.type->parameter(parameter);
  const Json json = found ? toJson(found->target(const_cast<void*>(node.value.get()))) : Json();
  std::vector<double> numbers;
  if (json.is_array())
    for (const Json& number : json) numbers.push_back(number.get<double>());
  return numbers;
}

/// Returns the name of the parameter with the rates of a node's coordinates at the start.
const char* ratesOf(const ModelItem& node) {
  return node.type->parameter("initialVelocities") ? "initialVelocities" : "initialCoordinates_t";
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - (i < b.size() ? b[i] : 0)));
  return largest;
}

/// Computes the rotation of a rigid node, and the global angular velocity that its creator needs for these rates of the coordinates.
template <class P>
std::pair<Matrix3, Vector3> motionOf(const double* parameters, const double* reference, const double* rates) {
  double g[3][P::size];
  P::globalRates(reference, g);
  Vector3 spin;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < P::size; ++j) spin[i] += g[i][j] * rates[j];
  return {P::matrix(parameters), spin};
}

class Writer {
 public:
  Writer(const Model& model, Json& document, std::vector<Issue>& issues) : model_(model), document_(document), issues_(issues) {}

  /// Writes the initial values of a node into the entry at `pointer`.
  void write(const NodeStart& start, const std::string& pointer) {
    const ModelItem& node = model_.nodes()[start.node];
    if (difference(start.coordinates, numbersOf(node, "initialCoordinates")) <= 1e-13 &&
        difference(start.velocities, numbersOf(node, ratesOf(node))) <= 1e-13)
      return;
    Json& entry = document_[Json::json_pointer(pointer)];
    if (pointer.rfind("/nodes/", 0) == 0) {
      set(entry, pointer, "initialCoordinates", start.coordinates);
      set(entry, pointer, ratesOf(node), start.velocities);
      return;
    }
    const Json type = entry.value("type", Json());
    if (type == "MassPoint")
      writePoint(start, entry, pointer);
    else if (type == "RigidBody" || type == "RigidBody2D")
      writeBody(node, start, entry, pointer);
    else
      refuse(pointer,
             "makes node '" + node.name + "', which now has other initial values, and has no arguments for these: expand the model first");
  }

 private:
  void refuse(const std::string& pointer, const std::string& message) { issues_.push_back({Issue::Severity::error, pointer, message}); }

  void set(Json& entry, const std::string& pointer, const char* argument, const Json& value) {
    if (entry.contains(argument) && isText(entry[argument])) {
      refuse(pointer + "/" + argument, "is a formula, which a number would replace: write a number here");
      return;
    }
    const bool isZero = std::all_of(value.begin(), value.end(), [](const Json& number) { return number == 0.0; });
    if (entry.contains(argument) || !isZero) entry[argument] = value;
  }
  void setVector(Json& entry, const std::string& pointer, const char* argument, const std::vector<double>& v) {
    set(entry, pointer, argument, Json{v[0], v[1], v.size() > 2 ? v[2] : 0.0});
  }

  void writePoint(const NodeStart& start, Json& entry, const std::string& pointer) {
    setVector(entry, pointer, "initialDisplacement", start.coordinates);
    setVector(entry, pointer, "initialVelocity", start.velocities);
  }

  void writeBody(const ModelItem& node, const NodeStart& start, Json& entry, const std::string& pointer) {
    const std::vector<double> reference = numbersOf(node, "referenceCoordinates");
    const auto& q = start.coordinates;
    const auto& v = start.velocities;
    if (node.type == &nodes::RigidBody2D) {  // in the plane, the rotation is absolute
      setVector(entry, pointer, "initialDisplacement", {q[0], q[1]});
      setVector(entry, pointer, "initialVelocity", {v[0], v[1]});
      setRotation(entry, pointer, rotationZ(reference[2] + q[2]), q[2] != 0);
      setVector(entry, pointer, "initialAngularVelocity", {0, 0, v[2]});
      return;
    }
    std::vector<double> parameters(q.begin() + 3, q.end());
    for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] += reference[3 + i];
    const auto motion = [&](const double* at) {
      return node.type == &nodes::RigidBodyEP     ? motionOf<EulerParameters>(at, reference.data() + 3, v.data() + 3)
             : node.type == &nodes::RigidBodyRxyz ? motionOf<TaitBryanAngles>(at, reference.data() + 3, v.data() + 3)
                                                  : motionOf<RotationVector>(at, reference.data() + 3, v.data() + 3);
    };
    const auto [rotation, spin] = motion(parameters.data());
    setVector(entry, pointer, "initialDisplacement", {q[0], q[1], q[2]});
    setVector(entry, pointer, "initialVelocity", {v[0], v[1], v[2]});
    setRotation(entry, pointer, transpose(motion(reference.data() + 3).first) * rotation,
                parameters != std::vector<double>(reference.begin() + 3, reference.end()));
    setVector(entry, pointer, "initialAngularVelocity", {spin.x, spin.y, spin.z});
  }
  void setRotation(Json& entry, const std::string& pointer, const Matrix3& rotation, bool isTurned) {
    if (isTurned || entry.contains("initialRotationMatrix")) set(entry, pointer, "initialRotationMatrix", toJson(rotation));
  }

  const Model& model_;
  Json& document_;
  std::vector<Issue>& issues_;
};

/// Reports nodes whose initial values differ from the requested ones; angles and Euler parameters are compared as rotations.
void compare(const Model& written, const std::vector<NodeStart>& starts, const std::vector<std::string>& pointers,
             std::vector<Issue>& issues) {
  for (const NodeStart& start : starts) {
    const ModelItem& node = written.nodes()[start.node];
    std::vector<double> coordinates = numbersOf(node, "initialCoordinates"), velocities = numbersOf(node, ratesOf(node));
    coordinates.resize(start.coordinates.size()), velocities.resize(start.velocities.size());
    if (node.type == &nodes::RigidBody2D)
      coordinates[2] = start.coordinates[2] + std::remainder(coordinates[2] - start.coordinates[2], 2 * std::numbers::pi);
    if (node.type == &nodes::RigidBodyEP) {
      const std::vector<double> reference = numbersOf(node, "referenceCoordinates");
      double product = 0;
      for (int k = 3; k < 7; ++k) product += (reference[k] + coordinates[k]) * (reference[k] + start.coordinates[k]);
      if (product < 0)
        for (int k = 3; k < 7; ++k) coordinates[k] = -2 * reference[k] - coordinates[k], velocities[k] = -velocities[k];
    }
    if (difference(coordinates, start.coordinates) <= same && difference(velocities, start.velocities) <= same) continue;
    issues.push_back({Issue::Severity::error, pointers[start.node],
                      "has no arguments for the initial values of node '" + node.name +
                          "': creators take angular velocities of bodies in their reference orientation. Expand the model first"});
  }
}

}  // namespace

Json withInitialValues(const Model& model, std::string_view text, const std::vector<NodeStart>& starts, std::vector<Issue>& issues) {
  std::map<std::string, double> values;
  for (const ModelParameter& parameter : model.parameters) values[parameter.name] = parameter.value;
  Issues known;  // already reported during loading
  Json document = *parseDocument(text, {}, known), entries = document;
  Scope scope;
  readParameters(entries, values, scope, known);
  readDefinitions(entries, scope, known);
  Drafts drafts;
  collectItems(entries, {}, drafts, known);
  expandCreators(entries, scope, drafts, known);
  std::vector<std::string> pointers;
  for (const ItemDraft& draft : drafts.of(ItemKind::node)) pointers.push_back(draft.place.pointer());
  Writer writer(model, document, issues);
  for (const NodeStart& start : starts)
    if (start.node < static_cast<int>(pointers.size())) writer.write(start, pointers[start.node]);
  for (const ModelParameter& parameter : model.parameters) {
    if (parameter.value == parameter.defaultValue) continue;
    Json& json = document["parameters"][parameter.name];
    (json.is_object() ? json["value"] : json) = parameter.value;
  }
  if (!issues.empty()) return document;
  const LoadedModel written = loadModel(document.dump(), {});
  if (written.model) compare(*written.model, starts, pointers, issues);
  return document;
}

}  // namespace slipstick
