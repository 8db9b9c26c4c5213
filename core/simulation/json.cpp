#include "core/simulation/json.h"

#include <cmath>

#include "core/display/display.h"
#include "core/model/drawing.h"

namespace slipstick {

Json object(std::initializer_list<Field> fields) {
  Json result = Json::object();
  for (const Field& field : fields) result[field.name] = std::move(field.value);
  return result;
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

namespace {

Json messageJson(const Message& message) {
  Json entry = object({{"message", message}});
  addCode(entry, message);
  return entry;
}

}  // namespace

void addCode(Json& entry, const Message& message) {
  if (!message.isCoded()) return;
  Json values = Json::array();
  for (const Message& value : message.values) values.push_back(value.isCoded() ? messageJson(value) : Json(value));
  entry["code"] = message.code, entry["values"] = std::move(values);
}

Json toJson(const Issue& issue) {
  Json entry = object({{"severity", issue.severity == Issue::Severity::error ? "error" : "warning"},
                       {"pointer", issue.pointer},
                       {"message", issue.message}});
  addCode(entry, issue.message);
  return entry;
}

Json toJson(const ModelParameter& parameter) {
  Json choices = Json::array();
  for (const ModelParameter::Choice& choice : parameter.choices)
    choices.push_back(object({{"value", choice.value}, {"label", choice.label}}));
  Json entry = object({{"name", parameter.name},
                       {"value", parameter.value},
                       {"defaultValue", parameter.defaultValue},
                       {"unit", parameter.unit},
                       {"label", parameter.label},
                       {"description", parameter.description},
                       {"choices", std::move(choices)}});
  if (parameter.min) entry["min"] = *parameter.min;
  if (parameter.max) entry["max"] = *parameter.max;
  if (parameter.step) entry["step"] = *parameter.step;
  return entry;
}

Json toJson(const ModelInput& input) {
  Json entry = object({{"name", input.name},
                       {"value", input.value},
                       {"unit", input.unit},
                       {"label", input.label},
                       {"keys", input.keys},
                       {"rate", input.rate},
                       {"returns", input.returns}});
  if (input.min) entry["min"] = *input.min;
  if (input.max) entry["max"] = *input.max;
  if (!input.sensor.empty()) entry["sensor"] = input.sensor;
  return entry;
}

Json toJson(const Channel& sensor) { return object({{"name", sensor.name}, {"components", sensor.components}, {"unit", sensor.unit}}); }

Json toJson(const Measure& measure) { return object({{"name", measure.name}, {"label", measure.label}, {"unit", measure.unit}}); }

Json toJson(const Task& task) { return *task.shown; }

Json measuresJson(const Simulation& simulation) {
  Json list = toJson(simulation.model().measures);
  const std::vector<MeasureValue> values = simulation.measures();
  for (std::size_t i = 0; i < values.size(); ++i) {
    list[i]["value"] = values[i].value ? Json(*values[i].value) : Json();
    list[i]["reason"] = values[i].reason;
  }
  return list;
}

Json toJson(const Profile& profile) {
  return object({{"over", profile.over},
                 {"of", profile.contact ? "contact" : "cable"},
                 {"outputVariableType", outputVariableName(profile.variable)},
                 {"component", profile.component},
                 {"formula", profile.formula},
                 {"unit", profile.unit},
                 {"positions", profile.positions},
                 {"objects", profile.objects},
                 {"length", profile.length},
                 {"closed", profile.closed}});
}

Json toJson(const AnalysisStep& step) {
  const char* type = "dynamic";
  double start = step.startTime, end = step.endTime, steps = step.numberOfSteps;
  if (step.type == AnalysisType::staticEquilibrium) {
    const StaticSettings& settings = step.staticSolver;
    type = "static", start = settings.loadStepStart, end = start + settings.loadStepDuration, steps = settings.numberOfLoadSteps;
  } else if (step.type == AnalysisType::eigenvalues) {
    type = "eigenvalues", end = start, steps = 1;
  }
  return object({{"type", type}, {"startTime", start}, {"endTime", end}, {"numberOfSteps", steps}});
}

Json toJson(const Statistics& statistics) {
  Json entry = object({{"steps", statistics.steps},
                       {"newtonIterations", statistics.newtonIterations},
                       {"discontinuousIterations", statistics.discontinuousIterations},
                       {"jacobians", statistics.jacobians},
                       {"rejectedSteps", statistics.rejectedSteps},
                       {"sharedLoads", statistics.sharedLoads},
                       {"ended", statistics.ended},
                       {"notReached", statistics.notReached},
                       {"held", statistics.held},
                       {"unbalanced", statistics.unbalanced},
                       {"caution", statistics.caution},
                       {"advice", statistics.advice}});
  if (statistics.ended.isCoded()) entry["messages"]["ended"] = messageJson(statistics.ended);
  if (statistics.caution.isCoded()) entry["messages"]["caution"] = messageJson(statistics.caution);
  return entry;
}

Json toJson(const Progress& progress) {
  return object({{"analysisStep", progress.analysisStep},
                 {"analysisSteps", progress.analysisSteps},
                 {"time", progress.time},
                 {"startTime", progress.startTime},
                 {"endTime", progress.endTime},
                 {"fraction", progress.fraction},
                 {"steps", progress.steps}});
}

Json toJson(const Stop& stop) {
  Json entry = object({{"reason", reasonName(stop.reason)}, {"time", stop.time}, {"message", stop.message}});
  addCode(entry, stop.message);
  return entry;
}

Json toJson(const Eigenvalue& value) { return object({{"real", value.real}, {"imaginary", value.imaginary}}); }

Json toJson(const ModelItem& item) {
  return object({{"type", item.type->name},
                 {"name", item.name},
                 {"visualization", visualizationOf(item)},
                 {"drawnAs", drawnAs(item)},
                 {"nodes", refersTo(item, ItemKind::node)},
                 {"objects", refersTo(item, ItemKind::object)},
                 {"markers", refersTo(item, ItemKind::marker)}});
}

Json raysOf(const Model& model) {
  Json list = Json::array();
  for (std::size_t i = 0; i < model.sensors().size(); ++i) {
    Json ray = drawnAs(model.sensors()[i]);
    if (!ray.is_object()) continue;
    const std::vector<int> markers = refersTo(model.sensors()[i], ItemKind::marker);
    const int marker = markers.empty() ? -1 : markers[0];
    ray["sensor"] = i, ray["marker"] = marker;
    ray["turns"] = marker >= 0 && (model.markers()[marker].type->provides & capability::orientation) != 0;
    list.push_back(std::move(ray));
  }
  return list;
}

}  // namespace slipstick
