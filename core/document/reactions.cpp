// Loaded on demand: few measures read reactions.
#include "core/document/reactions.h"

#include <algorithm>

#include "core/message/messages.h"
#include "core/model/added_sensor.h"
#include "core/model/drawing.h"

namespace slipstick {
namespace {

using Found = std::variant<SensorInput, ReactionError>;

bool isBody(const ModelItem& object) { return (object.type->provides & (capability::body | capability::tree)) != 0; }

/// Returns whether a body has no coordinates.
bool isGround(const ModelItem& body) {
  const std::vector<int> nodes = refersTo(body, ItemKind::node);
  return std::none_of(nodes.begin(), nodes.end(), [](int node) { return node >= 0; });
}

/// Returns the bodies of a marker: its own, or those with its node.
std::vector<int> bodiesOf(const Model& model, const ModelItem& marker) {
  std::vector<int> bodies = refersTo(marker, ItemKind::object);
  const std::vector<int> nodes = refersTo(marker, ItemKind::node);
  if (nodes.empty()) return bodies;
  for (std::size_t i = 0; i < model.objects().size(); ++i) {
    if (!isBody(model.objects()[i])) continue;
    const std::vector<int> own = refersTo(model.objects()[i], ItemKind::node);
    if (std::find_first_of(own.begin(), own.end(), nodes.begin(), nodes.end()) != own.end()) bodies.push_back(static_cast<int>(i));
  }
  return bodies;
}

/// Returns the bodies on which an object acts, each once, in the order of its markers.
std::vector<int> bodiesOn(const Model& model, int object) {
  std::vector<int> bodies;
  for (const int marker : refersTo(model.objects()[object], ItemKind::marker)) {
    if (marker < 0) continue;
    for (const int body : bodiesOf(model, model.of(ItemKind::marker)[marker]))
      if (body >= 0 && std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
  }
  return bodies;
}

/// Finds an object by its name, or the error.
std::variant<int, ReactionError> objectCalled(const ItemNames& names, std::string_view name, int argument) {
  const int object = names.find(ItemKind::object, std::string(name));
  if (object >= 0) return object;
  const Message unknown = messages::notCalled({messages::object(), quote(name)});
  return ReactionError{argument, withSuggestion(unknown, name, names.names(ItemKind::object))};
}

class Reaction {
 public:
  Reaction(Model& model, ItemNames& names) : model_(model), names_(names) {}

  Found find(std::string_view item, std::string_view body) {
    const auto object = objectCalled(names_, item, 0);
    if (const auto* error = std::get_if<ReactionError>(&object)) return *error;
    object_ = std::get<int>(object);
    if (isBody(model_.objects()[object_]))
      return ReactionError{0, "must be a joint or connector, got the body " + called(object_) +
                                  ": name the joint first, reaction(\"joint\", " + "\"" + std::string(item) + "\")"};
    bodies_ = bodiesOn(model_, object_);
    if (body.empty()) return onFirst();
    const auto given = objectCalled(names_, body, 1);
    if (const auto* error = std::get_if<ReactionError>(&given)) return *error;
    return on(std::get<int>(given), 1);
  }

 private:
  std::string called(int object) const { return quote(model_.objects()[object].name); }

  Found onFirst() {
    for (const int body : bodies_)
      if (!isGround(model_.objects()[body])) return on(body, 0);
    return ReactionError{0, called(object_) + " acts on no body that moves"};
  }

  Found on(int body, int argument) {
    if (!isBody(model_.objects()[body])) return ReactionError{argument, "must be a body, got " + called(body)};
    if (std::find(bodies_.begin(), bodies_.end(), body) == bodies_.end())
      return ReactionError{argument, called(object_) + " does not act on " + called(body) + ", but on " + listed()};
    if (isGround(model_.objects()[body]))
      return ReactionError{argument, "must be a body that moves, got " + called(body) + ": the ground has no free-body diagram"};
    return sensorOf(body, argument);
  }

  /// Returns "'crank' and 'rod'".
  std::string listed() const {
    constexpr std::size_t most = 5;
    std::string list;
    for (std::size_t i = 0; i < std::min(most, bodies_.size()); ++i)
      list += (i == 0 ? "" : i + 1 == bodies_.size() ? " and " : ", ") + called(bodies_[i]);
    return list.empty() ? "no body" : list + (bodies_.size() > most ? " …" : "");
  }

  Found sensorOf(int body, int argument) {
    const std::string& item = model_.objects()[object_].name;
    std::string name = "reaction(\"" + item + "\", \"" + model_.objects()[body].name + "\")";
    for (;; name += "_") {  // a sensor of the document may have the name
      const int known = names_.find(ItemKind::sensor, name);
      if (known < 0) break;
      if (measures(known, body)) return SensorInput{known, 3};
    }
    addSensor(model_, "ForceOnBody", {{"bodyNumber", body}, {"objectNumber", object_}}, OutputVariable::Force, name);
    const ModelItem& sensor = model_.sensors().back();
    if (const std::string problem = problemOf(sensor); !problem.empty()) {
      model_.items[static_cast<int>(ItemKind::sensor)].pop_back();
      return ReactionError{argument, called(body) + " " + problem};
    }
    names_.add(ItemKind::sensor, name, sensor.type);
    return SensorInput{static_cast<int>(model_.sensors().size()) - 1, 3};
  }

  /// Returns whether a sensor measures this force on a body.
  bool measures(int sensor, int body) const {
    const ModelItem& item = model_.sensors()[sensor];
    const Parameter* output = item.type->parameter("outputVariableType");
    return item.type->name == "ForceOnBody" && refersTo(item, ItemKind::object) == std::vector<int>{body, object_} &&
           *output->target(const_cast<void*>(item.value.get())).as<OutputVariable>() == OutputVariable::Force;  // only read
  }

  /// Returns the problem that the check of the sensor's type reports, or "".
  std::string problemOf(const ModelItem& sensor) const {
    std::string problem;
    const Neighbours neighbours{[&](ItemKind kind, int index) {
      const ModelItem& item = model_.of(kind)[index];
      return Neighbour{item.type, item.value.get()};
    }};
    sensor.type->checkAmong(sensor.value.get(), neighbours, [&](const std::string&, const std::string& message) { problem = message; });
    return problem;
  }

  Model& model_;
  ItemNames& names_;
  int object_ = -1;
  std::vector<int> bodies_;
};

Found reactionOf(Model& model, ItemNames& names, std::string_view item, std::string_view body) {
  return Reaction(model, names).find(item, body);
}
[[maybe_unused]] const bool isThere = (findReaction = &reactionOf, true);

}  // namespace
}  // namespace slipstick
