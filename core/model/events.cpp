#include "core/model/events.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/math/order.h"
#include "core/message/messages.h"
#include "core/model/tables.h"
#include "core/registry/words.h"

namespace slipstick {
namespace {

constexpr Row inputRows[] = {
    row<double>("value", unit::none, anyNumber, 0.0, "initial value, in its own unit"),
    row<double>("min", unit::none, anyNumber, Presence::optional, "least value"),
    row<double>("max", unit::none, anyNumber, Presence::optional, "largest value"),
    textRow("unit", Says::text, Presence::optional, "unit shown beside the value"),
    textRow("label", Says::localised, Presence::optional, "name shown to the reader"),
    listOf(textRow("keys", Says::text, Presence::optional,
                   "the key that raises it and the key that lowers it, such as ArrowRight, ArrowLeft")),
    row<double>("rate", unit::none, nonNegative, 0.0, "change per second while a key is held; 0: jumps to the end of its range"),
    row<bool>("returns", unit::none, anyNumber, false, "returns to `value` when the key is released"),
    textRow("sensor", Says::sensor, Presence::optional,
            "takes the value of this sensor at the start of each dynamic step and holds it during the step"),
    row<int>("component", unit::none, nonNegative, 0, "component of the sensor"),
    row<bool>("atEnd", unit::none, anyNumber, false,
              "takes the value at the end of each step instead, before sensors are recorded, and also before the first step")};
constexpr Table input{"input", "a number that changes during the run", inputRows};

constexpr Row stepRow = row<int>("step", unit::none, nonNegative, Presence::required,
                                 "accepted step at whose start the event happens, from 0 within the analysis step");
constexpr Row analysisStepRow = row<int>("analysisStep", unit::none, nonNegative, Presence::optional,
                                         "step of the analysis, counted from 0; default: the last dynamic one");
constexpr Row linkRow = row<int>("link", unit::none, nonNegative, Presence::optional, "link of a KinematicTree, from 0");
constexpr Row atRow =
    row<Vector3>("at", unit::metre, anyNumber, Vector3{}, "point of the object, in its frame; on a cable: (x along it, y)");

constexpr Row setRows[] = {textRow("input", Says::input, Presence::required, "the input to change"),
                           row<double>("value", unit::none, anyNumber, Presence::required, "its new value"),
                           row<double>("rate", unit::none, nonNegative, Presence::optional,
                                       "change per second towards the new value; left out: at once; 0: no change"),
                           stepRow, analysisStepRow};
constexpr Row grabRows[] = {
    textRow("grab", Says::object, Presence::required, "the object to grab; the hand first releases any other object"),
    linkRow,
    atRow,
    row<Vector3>("to", unit::metre, anyNumber, Presence::optional, "target, global; left out: the position of the point"),
    row<double>("duration", unit::second, nonNegative, 0.0, "time in which the target moves to each later target, at constant speed"),
    row<double>("resolution", unit::metre, positive, Presence::optional, "unit of the numbers of `path`"),
    row<VectorX>("path", unit::none, anyNumber, Presence::optional,
                 "later targets, four whole numbers for each: steps since the previous target, and distances from it along x, y, z"),
    stepRow,
    analysisStepRow};
constexpr Row pushRows[] = {
    textRow("push", Says::object, Presence::required, "the object to push"),
    linkRow,
    atRow,
    row<Vector3>("impulse", unit::newtonSecond, anyNumber, Presence::required, "impulse, force times duration, global"),
    row<int>("steps", unit::none, positive, 1, "number of steps, of the usual size in this analysis step, in which the force acts"),
    stepRow,
    analysisStepRow};
constexpr Row releaseRows[] = {row<bool>("release", unit::none, anyNumber, Presence::required, "true"), stepRow, analysisStepRow};
constexpr Row endEventRows[] = {row<bool>("end", unit::none, anyNumber, Presence::required, "true"), stepRow, analysisStepRow};
constexpr Row toRows[] = {row<Vector3>("to", unit::metre, anyNumber, Presence::required, "new target of the hand, global"), stepRow,
                          analysisStepRow};
using Kind = Event::Kind;
constexpr Words<Kind, 6> kindWords{{{Kind::input, "setInput"},
                                    {Kind::grab, "grab"},
                                    {Kind::to, "moveTo"},
                                    {Kind::release, "release"},
                                    {Kind::push, "push"},
                                    {Kind::end, "endOfRun"}}};
// Distinguished by their first rows; `to` is last because a grab has it too.
constexpr Table eventTables[] = {{kindWords[Kind::input], "an input changes", setRows},
                                 {kindWords[Kind::grab], "a hand grabs a point, with a spring and a damper", grabRows},
                                 {kindWords[Kind::release], "the hand releases the point", releaseRows},
                                 {kindWords[Kind::push], "a constant force acts on a point for a number of steps", pushRows},
                                 {kindWords[Kind::end], "the run ends here, before or after endTime", endEventRows},
                                 {kindWords[Kind::to], "the hand moves", toRows}};
constexpr Row anyEvent = tableRow("events", std::span<const Table>(eventTables), nullptr, "events during the run");

Vector3 vectorOf(const Json& json) { return {json[0].get<double>(), json[1].get<double>(), json[2].get<double>()}; }
Json jsonOf(const Vector3& v) { return Json::array({v.x, v.y, v.z}); }

/// Returns one event in resolved form; null if an issue was reported.
Json readByTable(const Json& json, const TableReader& reader, const DocumentPlace& place, Issues& issues) {
  bool named = false;
  for (const Table& table : eventTables) named |= json.is_object() && json.contains(table.rows[0].name);
  if (named) return reader.value(json, anyEvent, place);
  issues.error(place, "must have one of input, grab, to, push, release and end, got " + found(json));
  return nullptr;
}

/// Makes events from resolved entries; `place` is the place of an entry.
class EventReader {
 public:
  EventReader(const Model& model, Issues& issues) : model_(model), issues_(issues) {}

  /// Returns false in case of an issue, which is reported.
  bool read(const Json& resolved, const DocumentPlace& place, Event& event) {
    const int before = issues_.errors();
    std::string key;
    for (const Table& table : eventTables)
      if (resolved["kind"] == table.name) event.kind = *kindWords.value(table.name), key = table.rows[0].name;
    switch (event.kind) {
      case Event::Kind::input:
        readInput(resolved, place, event);
        break;
      case Event::Kind::grab:
        readPoint(resolved, "grab", place, event);
        event.duration = resolved["duration"];
        if (!resolved["to"].is_null()) event.to = vectorOf(resolved["to"]);
        break;
      case Event::Kind::push:
        readPoint(resolved, "push", place, event);
        event.impulse = vectorOf(resolved["impulse"]);
        event.steps = resolved["steps"];
        break;
      case Event::Kind::to:
        event.to = vectorOf(resolved["to"]);
        break;
      default:
        if (resolved[key] != true) issues_.error(place.at(key), "must be true or left out, got " + found(resolved[key]));
    }
    return issues_.errors() == before;
  }

 private:
  void readInput(const Json& resolved, const DocumentPlace& place, Event& event) {
    const auto& inputs = model_.inputs;
    const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const ModelInput& each) { return resolved["input"] == each.name; });
    event.input = static_cast<int>(found - inputs.begin());
    event.value = resolved["value"];
    if (!resolved["rate"].is_null()) event.rate = resolved["rate"].get<double>();
    if ((found->min && event.value < *found->min) || (found->max && event.value > *found->max))
      issues_.error(place.at("value"), "must be " + rangeOf(*found) + ", got " + numberText(event.value));
  }

  void readPoint(const Json& resolved, const char* key, const DocumentPlace& place, Event& event) {
    const auto& objects = model_.objects();
    const std::string name = resolved[key];
    const auto object = std::find_if(objects.begin(), objects.end(), [&](const ModelItem& each) { return each.name == name; });
    if (object == objects.end()) {
      std::vector<std::string> names;
      constexpr std::size_t mostSuggestions = 1000;
      for (const ModelItem& each : objects)
        if (names.size() < mostSuggestions) names.push_back(each.name);
      issues_.error(place.at(key), withSuggestion(messages::notCalled({messages::object(), quote(name)}), name, names));
      return;
    }
    if (!object->type) return;  // reported already
    event.object = static_cast<int>(object - objects.begin());
    event.at = vectorOf(resolved["at"]);
    const bool isTree = object->type->provides & capability::tree;
    if (!resolved["link"].is_null()) event.link = resolved["link"];
    if (isTree && event.link < 0) {
      issues_.error(place, "'link' is missing: " + quote(name) + " is a KinematicTree: give the number of a link");
    } else if (isTree && object->value && event.link >= object->type->count(object->value.get())) {
      issues_.error(place.at("link"), "must be less than " + std::to_string(object->type->count(object->value.get())) +
                                          ", the number of links of " + quote(name) + ", got " + std::to_string(event.link));
    } else if (!isTree && event.link >= 0) {
      issues_.error(place.at("link"), quote(name) + " has no links: it is not a KinematicTree");
    } else if (!isTree && (!(object->type->provides & capability::body) || !(object->type->provides & capability::position))) {
      issues_.error(place.at(key), quote(name) + " is not a body with a position (" + object->type->name + ")");
    }
  }

  static std::string rangeOf(const ModelInput& input) {
    if (input.min && input.max) return "between " + numberText(*input.min) + " and " + numberText(*input.max);
    return input.min ? "at least " + numberText(*input.min) : "at most " + numberText(*input.max);
  }

  const Model& model_;
  Issues& issues_;
};

/// Expands the path of a grab to separate events: targets are the first one plus integer multiples of the resolution.
void writeOut(const Json& resolved, const Event& grab, const DocumentPlace& place, std::vector<Event>& events, int most, Issues& issues) {
  if (resolved["path"].is_null()) return;
  const Json& path = resolved["path"];
  if (resolved["resolution"].is_null() || !grab.to || path.size() % 4 != 0) {
    issues.error(place.at("path"), path.size() % 4 ? "must have four numbers for each target, got " + std::to_string(path.size())
                                                   : "needs 'to', the start of the path, and 'resolution', its unit");
    return;
  }
  if (events.size() + path.size() / 4 > static_cast<std::size_t>(most)) {
    issues.error(place.at("path"), "a document may have at most " + std::to_string(most) + " events, including the targets of paths");
    return;
  }
  const double resolution = resolved["resolution"];
  double sum[3] = {};
  double step = grab.step;
  constexpr double furthest = 1e9;  // integers below it are exact, and steps fit
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double number = path[i];
    (i % 4 == 0 ? step : sum[i % 4 - 1]) += number;
    const bool whole = number == std::round(number) && std::abs(number) < furthest;
    if (!whole || step > furthest || (i % 4 == 0 && number < 0)) {
      issues.error(place.at("path").at(static_cast<int>(i)), std::string("must be a whole number") + (i % 4 ? "" : " of steps, 0 or more") +
                                                                 ", within 1e9, got " + numberText(number));
      return;
    }
    if (i % 4 < 3) continue;
    Event event;
    event.kind = Event::Kind::to;
    event.analysisStep = grab.analysisStep, event.step = static_cast<int>(step), event.number = grab.number;
    event.to = Vector3{grab.to->x + resolution * sum[0], grab.to->y + resolution * sum[1], grab.to->z + resolution * sum[2]};
    events.push_back(event);
  }
}

bool happensBefore(const Event& a, const Event& b) {
  return a.analysisStep != b.analysisStep ? a.analysisStep < b.analysisStep : a.step < b.step;
}

}  // namespace

const Table& inputTable() { return input; }
const Row& eventRow() { return anyEvent; }

int eventfulStep(const Model& model) {
  int last = -1;
  for (std::size_t i = 0; i < model.analysis.size(); ++i)
    if (model.analysis[i].type == AnalysisType::dynamic) last = static_cast<int>(i);
  return last;
}

std::vector<ModelInput> readInputs(const Json& document, Scope& scope, Issues& issues) {
  std::vector<ModelInput> inputs;
  if (!document.contains("inputs")) return inputs;
  const Json& list = document["inputs"];
  const DocumentPlace place("/inputs");
  if (!list.is_object()) {
    issues.error(place, "must be an object with named inputs, got " + found(list));
    return inputs;
  }
  const ValueReader reader(scope, issues);
  const TableReader tables(reader, TableReader::Strict::refused);
  for (auto entry = list.begin(); entry != list.end(); ++entry) {
    const DocumentPlace here = place.at(entry.key());
    scope.inputs.push_back(entry.key());  // added even if it is invalid, so that formulas that use it do not produce further issues
    ModelInput& made = inputs.emplace_back();
    made.name = entry.key();
    const Json resolved = tables.read(entry.value(), input, here);
    if (resolved.is_null()) continue;
    made.value = resolved["value"], made.rate = resolved["rate"], made.returns = resolved["returns"];
    if (!resolved["min"].is_null()) made.min = resolved["min"].get<double>();
    if (!resolved["max"].is_null()) made.max = resolved["max"].get<double>();
    made.unit = resolved["unit"], made.label = resolved["label"];
    if (!resolved["sensor"].is_null()) made.sensor = resolved["sensor"];
    made.component = resolved["component"], made.atEnd = resolved["atEnd"];
    for (const Json& key : resolved["keys"]) made.keys.push_back(key);
    if (made.min && made.max && *made.min > *made.max)
      issues.error(here.at("max"), messages::mustNotBeBelowMin({numberText(*made.min), numberText(*made.max)}));
    else if ((made.min && made.value < *made.min) || (made.max && made.value > *made.max))
      issues.error(entry.value().contains("value") ? here.at("value") : here, "must be between min and max, got " + numberText(made.value));
    if (made.keys.size() == 1 || made.keys.size() > 2)
      issues.error(here.at("keys"),
                   "must be two keys, one that raises and one that lowers the value, got " + std::to_string(made.keys.size()));
    if (made.keys.size() == 2 && made.rate == 0 && !(made.min && made.max)) issues.error(here, "'keys' needs 'rate', or 'min' and 'max'");
  }
  return inputs;
}

void findFollowed(Model& model, Issues& issues) {
  const auto& sensors = model.sensors();
  for (ModelInput& input : model.inputs) {
    if (input.sensor.empty()) continue;
    const DocumentPlace place = DocumentPlace("/inputs").at(input.name);
    const auto sensor = std::find_if(sensors.begin(), sensors.end(), [&](const ModelItem& each) { return each.name == input.sensor; });
    if (sensor == sensors.end()) {
      std::vector<std::string> names;
      for (const ModelItem& each : sensors) names.push_back(each.name);
      issues.error(place.at("sensor"), withSuggestion(messages::notCalled({messages::sensor(), quote(input.sensor)}), input.sensor, names));
      continue;
    }
    input.follows = static_cast<int>(sensor - sensors.begin());
    if (!sensor->type || !sensor->value) continue;  // reported already
    const auto size = static_cast<int>(sensorLayout(model, input.follows).components.size());
    if (input.component >= size)
      issues.error(place.at("component"), "must be less than " + std::to_string(size) + ", the number of components of sensor " +
                                              quote(input.sensor) + ", got " + std::to_string(input.component));
  }
}

namespace {

/// The list of a document's events, in order.
class EventListReader {
 public:
  EventListReader(const Model& model, const ValueReader& reader, int most)
      : model_(model),
        issues_(reader.issues()),
        tables_(reader, TableReader::Strict::refused),
        eventReader_(model, issues_),
        usual_(eventfulStep(model)),
        most_(most) {}

  std::vector<Event> read(const Json& list, const DocumentPlace& place) {
    for (std::size_t i = 0; i < list.size() && !issues_.full(); ++i)
      anyWrong_ |= !add(list[i], static_cast<int>(i), place.at(static_cast<int>(i)));
    if (anyWrong_) return std::move(events_);
    sort();
    checkHand(place);
    return std::move(events_);
  }

 private:
  /// Returns false in case of an issue, which is reported.
  bool add(const Json& entry, int number, const DocumentPlace& place) {
    const int before = issues_.errors();
    const Json resolved = readByTable(entry, tables_, place, issues_);
    Event event;
    event.number = number;
    if (resolved.is_null() || issues_.errors() != before || !eventReader_.read(resolved, place, event)) return false;
    event.step = resolved["step"];
    event.analysisStep = resolved["analysisStep"].is_null() ? usual_ : resolved["analysisStep"].get<int>();
    if (!isInDynamicStep(event, resolved["analysisStep"].is_null() ? place : place.at("analysisStep"))) return false;
    if (happensBefore(event, last_)) {
      issues_.error(place.at("step"), "must not be before the previous event, at step " + std::to_string(last_.step) +
                                          (event.analysisStep == last_.analysisStep ? "" : " of a later step of the analysis") + ", got " +
                                          std::to_string(event.step));
      return false;
    }
    last_ = event;
    events_.push_back(event);
    if (event.kind == Event::Kind::grab) writeOut(resolved, event, place, events_, most_, issues_);
    return true;
  }

  bool isInDynamicStep(const Event& event, const DocumentPlace& place) {
    const int steps = static_cast<int>(model_.analysis.size());
    const bool exists = event.analysisStep >= 0 && event.analysisStep < steps;
    if (exists && model_.analysis[event.analysisStep].type == AnalysisType::dynamic) return true;
    const std::string which = usual_ < 0 ? "there is no dynamic step of the analysis"
                                         : "step " + std::to_string(event.analysisStep) +
                                               (exists ? " of the analysis is not dynamic" : " of the analysis does not exist");
    issues_.error(place, which + ": events happen in time steps only");
    return false;
  }

  /// Points of a path precede other events of their step: a hand moves, then lets go.
  void sort() {
    if (std::is_sorted(events_.begin(), events_.end(), happensBefore)) return;
    std::vector<Event> sorted;
    for (const int i : inOrder(static_cast<int>(events_.size()), [&](int a, int b) { return happensBefore(events_[a], events_[b]); }))
      sorted.push_back(events_[i]);
    events_ = std::move(sorted);
  }

  /// Reports moves and releases of a hand that holds nothing.
  void checkHand(const DocumentPlace& place) {
    bool holds = false;
    int analysisStep = -1;
    for (const Event& event : events_) {
      if (event.analysisStep != analysisStep) holds = false, analysisStep = event.analysisStep;
      if ((event.kind == Event::Kind::to || event.kind == Event::Kind::release) && !holds)
        issues_.error(place.at(event.number),
                      "the hand holds no body at step " + std::to_string(event.step) + ": a 'grab' must come before");
      if (event.kind == Event::Kind::grab) holds = true;
      if (event.kind == Event::Kind::release) holds = false;
    }
  }

  const Model& model_;
  Issues& issues_;
  const TableReader tables_;
  EventReader eventReader_;
  const int usual_;  // default analysis step
  const int most_;
  Event last_;  // last event of the list
  std::vector<Event> events_;
  bool anyWrong_ = false;
};

}  // namespace

std::vector<Event> readEvents(const Json& document, const Model& model, const ValueReader& reader, int most) {
  if (!document.contains("events")) return {};
  Issues& issues = reader.issues();
  const Json& list = document["events"];
  const DocumentPlace place("/events");
  if (!list.is_array()) {
    issues.error(place, "must be a list of events, got " + found(list));
    return {};
  }
  if (list.size() > static_cast<std::size_t>(most)) {
    issues.error(place, "a document may have at most " + std::to_string(most) + " events, got " + std::to_string(list.size()));
    return {};
  }
  return EventListReader(model, reader, most).read(list, place);
}

std::optional<Event> readEvent(const Json& json, const Model& model, Issues& issues) {
  Scope scope;
  for (const ModelInput& each : model.inputs) scope.inputs.push_back(each.name);
  const ValueReader reader(scope, issues);
  const DocumentPlace place("");
  Json timed = json;
  if (timed.is_object()) timed["step"] = 0;
  const Json resolved = readByTable(timed, TableReader(reader, TableReader::Strict::refused), place, issues);
  Event event;
  if (resolved.is_null() || !EventReader(model, issues).read(resolved, place, event)) return std::nullopt;
  return event;
}

Json eventJson(const Event& event, const Model& model) {
  Json json = Json::object();
  json["step"] = event.step;
  if (event.analysisStep != eventfulStep(model)) json["analysisStep"] = event.analysisStep;
  const auto point = [&](const char* key) {
    json[key] = model.objects()[event.object].name;
    if (event.link >= 0) json["link"] = event.link;
    if (!(event.at == Vector3{})) json["at"] = jsonOf(event.at);
  };
  switch (event.kind) {
    case Event::Kind::input:
      json["input"] = model.inputs[event.input].name, json["value"] = event.value;
      if (event.rate) json["rate"] = *event.rate;
      break;
    case Event::Kind::grab:
      point("grab");
      if (event.to) json["to"] = jsonOf(*event.to);
      if (event.duration != 0) json["duration"] = event.duration;
      break;
    case Event::Kind::push:
      point("push");
      json["impulse"] = jsonOf(event.impulse), json["steps"] = event.steps;
      break;
    case Event::Kind::to:
      json["to"] = jsonOf(*event.to);
      break;
    case Event::Kind::release:
      json["release"] = true;
      break;
    case Event::Kind::end:
      json["end"] = true;
      break;
  }
  return json;
}

}  // namespace slipstick
