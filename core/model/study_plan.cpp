#include "core/model/study_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/math/elementary.h"
#include "core/message/messages.h"
#include "core/model/tables.h"
#include "core/registry/words.h"

namespace slipstick {
namespace {

constexpr double mostRuns = 1e7;
constexpr std::size_t mostAxes = 20;

constexpr Row rangeRows[] = {
    row<double>("from", unit::mixed, anyNumber, Presence::optional, "first value; left out: the parameter's min"),
    row<double>("to", unit::mixed, anyNumber, Presence::optional, "last value; left out: the parameter's max"),
    row<int>("points", unit::none, positive, Presence::optional, "number of values in a grid"),
    row<bool>("logarithmic", unit::none, anyNumber, false, "whether values have equal ratios instead of equal differences")};
constexpr Table rangeTable{"range", "values of a parameter between two ends", rangeRows};

using Sampling = Study::Sampling;
constexpr Words<Sampling, 3> samplingWords{
    {{Sampling::grid, "grid"}, {Sampling::latinHypercube, "latinHypercube"}, {Sampling::random, "random"}}};
constexpr Row responseRows[] = {
    textRow("input", Says::text, Presence::required, "the input that oscillates, such as a load"),
    textRow("output", Says::text, Presence::required, "the component of a sensor that the first measure is about"),
    row<double>("amplitude", unit::mixed, anyNumber, 1.0, "amplitude of the input")};
constexpr Table responseTable{"response", "amplitudes of the linear model, beside the first measure of a study of a frequency",
                              responseRows};
constexpr Row studyRows[] = {
    byParameter(tableRow("vary", rangeTable, Presence::optional, "the parameters to vary, each with a range or a list of values")),
    wordRow("sampling", samplingWords, "grid",
            "grid: every combination of values; latinHypercube: random values spread evenly over each range; random: independent values"),
    row<int>("runs", unit::none, positive, Presence::optional, "number of runs, unless the sampling is a grid"),
    row<int>("seed", unit::none, nonNegative, 1, "seed of the random values"),
    listOf(textRow("measures", Says::text, Presence::optional, "measures to record; left out: all measures of the model")),
    tableRow("response", responseTable, Presence::optional, "draws the response of the linear model beside the first measure")};
constexpr Table table{"study", "many runs of the model with other values of its parameters", studyRows};

/// Returns a pseudorandom number of 53 bits in [0, 1), which depends only on the arguments (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
double uniform(std::uint64_t seed, std::uint64_t axis, std::uint64_t count) {
  std::uint64_t bits = seed * 0x9e3779b97f4a7c15u;
  for (const std::uint64_t number : {axis, count}) {
    bits += (number + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    bits ^= bits >> 31;
  }
  return static_cast<double>(bits >> 11) / 9007199254740992.0;
}

/// Returns the value at a fraction of a range, 0 … 1; the ends are exact.
double valueAt(const StudyAxis& axis, double part) {
  if (part >= 1) return axis.to;
  const double value = axis.logarithmic ? axis.from * pow(axis.to / axis.from, part) : axis.from + part * (axis.to - axis.from);
  return std::clamp(value, axis.from, axis.to);
}

class StudyReader {
 public:
  StudyReader(const Model& model, const ValueReader& reader)
      : model_(model), reader_(reader), tables_(reader, TableReader::Strict::refused), issues_(reader.issues()) {}

  std::optional<Study> read(const Json& json, const DocumentPlace& place) {
    if (!json.is_object()) {
      issues_.error(place, messages::mustBe({messages::anObject(), found(json)}));
      return std::nullopt;
    }
    const int before = issues_.errors();
    Json others = json;
    others.erase("vary");  // tables do not describe its lists
    const Json resolved = tables_.read(others, table, place);
    if (resolved.is_null()) return std::nullopt;
    study_.sampling = *samplingWords.value(resolved["sampling"].get_ref<const std::string&>());
    study_.seed = resolved["seed"];
    readMeasureNames(resolved["measures"], before == 0, place.at("measures"));
    if (const Json& response = resolved["response"]; response.is_object())
      study_.response = {response["input"], response["output"], response["amplitude"]};
    readAxes(json.value("vary", Json()), json.contains("vary"), place);
    if (issues_.errors() == before) count(resolved["runs"], place);
    return issues_.errors() == before ? std::optional(std::move(study_)) : std::nullopt;
  }

 private:
  /// `complete`: all measures of the document were read, which they are not after an error.
  void readMeasureNames(const Json& names, bool complete, const DocumentPlace& place) {
    std::vector<std::string> all;
    for (const Measure& measure : model_.measures) all.push_back(measure.name);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string name = names[i];
      const bool isKnown = std::find(all.begin(), all.end(), name) != all.end();
      if (!isKnown && complete)
        issues_.error(place.at(static_cast<int>(i)), "no measure is called " + quote(name) + suggestion(name, all));
      else if (isKnown && std::find(study_.measures.begin(), study_.measures.end(), name) == study_.measures.end())
        study_.measures.push_back(name);
    }
    if (names.empty()) study_.measures = std::move(all);
  }

  void readAxes(const Json& vary, bool given, const DocumentPlace& place) {
    if (!given) {
      issues_.error(place, "'vary' is missing: the parameters to vary, each with a range or a list of values");
      return;
    }
    const DocumentPlace here = place.at("vary");
    if (!vary.is_object() || vary.empty() || vary.size() > mostAxes) {
      issues_.error(here, "must be an object with 1 to " + std::to_string(mostAxes) + " parameters, got " + found(vary));
      return;
    }
    for (auto entry = vary.begin(); entry != vary.end(); ++entry) readAxis(entry.key(), entry.value(), here.at(entry.key()));
  }

  void readAxis(const std::string& name, const Json& json, const DocumentPlace& place) {
    const auto parameter =
        std::find_if(model_.parameters.begin(), model_.parameters.end(), [&](const ModelParameter& each) { return each.name == name; });
    if (parameter == model_.parameters.end()) {
      std::vector<std::string> names;
      for (const ModelParameter& each : model_.parameters) names.push_back(each.name);
      issues_.error(place, withSuggestion(messages::notCalled({messages::parameter(), quote(name)}), name, names));
      return;
    }
    StudyAxis axis{.parameter = name, .values = {}};
    if (json.is_array() ? readList(json, *parameter, axis, place) : readRange(json, *parameter, axis, place))
      study_.axes.push_back(std::move(axis));
  }

  bool readList(const Json& json, const ModelParameter& parameter, StudyAxis& axis, const DocumentPlace& place) {
    const auto list = reader_.constant(json, place);
    if (!list) return false;
    if (list->values.empty() || (list->shape.rows != 1 && list->shape.columns != 1)) {
      issues_.error(place, "must be a list of numbers, or an object with 'from' and 'to', got " + found(json));
      return false;
    }
    axis.values = list->values;
    bool good = true;
    for (std::size_t i = 0; i < axis.values.size(); ++i) good &= fits(axis.values[i], parameter, place.at(static_cast<int>(i)));
    return good;
  }

  bool readRange(const Json& json, const ModelParameter& parameter, StudyAxis& axis, const DocumentPlace& place) {
    if (!json.is_object()) {
      issues_.error(place, "must be a list of numbers, or an object with 'from' and 'to', got " + found(json));
      return false;
    }
    const Json range = tables_.read(json, rangeTable, place);
    if (range.is_null()) return false;
    if (!parameter.choices.empty()) {
      issues_.error(place, quote(parameter.name) + " has choices: give a list of values");
      return false;
    }
    axis.isRange = true;
    axis.logarithmic = range["logarithmic"];
    if (!readEnd(range, "from", parameter.min, "min", axis.from, place) || !readEnd(range, "to", parameter.max, "max", axis.to, place) ||
        !fits(axis.from, parameter, place.at("from")) || !fits(axis.to, parameter, place.at("to")))
      return false;
    if (!(axis.from < axis.to)) {
      issues_.error(place.at("to"), "must be more than from, " + numberText(axis.from) + ", got " + numberText(axis.to));
      return false;
    }
    if (axis.logarithmic && !(axis.from > 0)) {
      issues_.error(place.at("from"), "must be more than 0 in a logarithmic range, got " + numberText(axis.from));
      return false;
    }
    return study_.sampling != Sampling::grid || readPoints(range["points"], axis, place);
  }

  bool readEnd(const Json& range, const char* key, const std::optional<double>& limit, const char* limitName, double& end,
               const DocumentPlace& place) {
    if (range[key].is_null() && !limit) {
      issues_.error(place, quote(key) + " is missing, and the parameter has no " + limitName);
      return false;
    }
    end = range[key].is_null() ? *limit : range[key].get<double>();
    return true;
  }

  bool readPoints(const Json& points, StudyAxis& axis, const DocumentPlace& place) {
    if (points.is_null()) {
      issues_.error(place, "'points' is missing: the number of values in the grid");
      return false;
    }
    const int number = points;
    if (number < 2 || number > mostRuns) {
      issues_.error(place.at("points"), "must be between 2 and " + numberText(mostRuns) + ", got " + found(points));
      return false;
    }
    combinations_ *= number;
    if (combinations_ > mostRuns) return true;  // reported by count(); the values need not be stored
    for (int i = 0; i < number; ++i) axis.values.push_back(valueAt(axis, static_cast<double>(i) / (number - 1)));
    return true;
  }

  /// Returns whether a parameter accepts a value; otherwise reports an issue.
  bool fits(double value, const ModelParameter& parameter, const DocumentPlace& place) {
    const bool between = !(parameter.min && value < *parameter.min) && !(parameter.max && value > *parameter.max);
    const bool chosen = parameter.choices.empty() || std::any_of(parameter.choices.begin(), parameter.choices.end(),
                                                                 [&](const auto& choice) { return choice.value == value; });
    if (!between) issues_.error(place, "must be between min and max of the parameter, got " + numberText(value));
    if (between && !chosen) issues_.error(place, "must be one of the parameter's choices, got " + numberText(value));
    return between && chosen;
  }

  void count(const Json& runs, const DocumentPlace& place) {
    if (study_.sampling != Sampling::grid) {
      if (runs.is_null())
        issues_.error(place, "'runs' is missing: the number of runs");
      else if (runs.get<double>() > mostRuns)
        issues_.error(place.at("runs"), tooMany(runs));
      else
        study_.runs = runs;
      return;
    }
    if (!runs.is_null()) {
      issues_.error(place.at("runs"), "the axes of a grid determine the number of runs; remove 'runs' or choose another sampling");
      return;
    }
    double product = combinations_;
    for (const StudyAxis& axis : study_.axes)
      if (!axis.isRange) product *= static_cast<double>(axis.values.size());
    if (product > mostRuns)
      issues_.error(place, tooMany(product));
    else
      study_.runs = static_cast<std::int64_t>(product);
  }

  static std::string tooMany(double runs) { return "a study may have at most " + numberText(mostRuns) + " runs, got " + numberText(runs); }

  const Model& model_;
  const ValueReader& reader_;
  const TableReader tables_;
  Issues& issues_;
  Study study_;
  double combinations_ = 1;  // product over the ranges so far
};

}  // namespace

const Table& studyTable() { return table; }

std::optional<Study> readStudy(const Json& document, const Model& model, const ValueReader& reader) {
  if (!document.contains("study")) return std::nullopt;
  return StudyReader(model, reader).read(document["study"], DocumentPlace("/study"));
}

StudyPlan::StudyPlan(const Study& study) : study_(study) {
  if (study.sampling != Sampling::latinHypercube) return;
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(study.runs));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    for (std::size_t i = order.size(); i-- > 1;) {  // Fisher and Yates
      const double part = uniform(static_cast<std::uint64_t>(study.seed), axis + mostAxes, i);
      std::swap(order[i], order[static_cast<std::size_t>(part * static_cast<double>(i + 1))]);
    }
    strata_.push_back(std::move(order));
  }
}

std::vector<double> StudyPlan::values(std::int64_t run) const {
  std::vector<double> values(study_.axes.size());
  for (std::size_t axis = values.size(); axis-- > 0;) {
    if (study_.sampling != Sampling::grid) {
      values[axis] = sample(axis, run);
      continue;
    }
    const auto& list = study_.axes[axis].values;
    values[axis] = list[static_cast<std::size_t>(run) % list.size()];
    run /= static_cast<std::int64_t>(list.size());
  }
  return values;
}

double StudyPlan::sample(std::size_t axis, std::int64_t run) const {
  double part = uniform(static_cast<std::uint64_t>(study_.seed), axis, static_cast<std::uint64_t>(run));
  if (!strata_.empty()) part = (strata_[axis][static_cast<std::size_t>(run)] + part) / static_cast<double>(study_.runs);
  const StudyAxis& from = study_.axes[axis];
  if (from.isRange) return valueAt(from, part);
  return from.values[std::min(from.values.size() - 1, static_cast<std::size_t>(part * static_cast<double>(from.values.size())))];
}

}  // namespace slipstick
