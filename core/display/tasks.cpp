#include "core/display/tasks.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/message/messages.h"
#include "core/model/tables.h"
#include "core/registry/words.h"

namespace slipstick {
namespace {

constexpr std::size_t mostTasks = 100;
constexpr double usualSteps = 100;  // in a range of a parameter without `step`

constexpr Row asked(Row row, const char* words) {
  row.text = Text::said(words);
  row.presence = Presence::required;
  return row;
}

constexpr Row choiceRows[] = {textRow("text", Says::localised, Presence::required, "text shown to the reader"),
                              row<bool>("correct", unit::none, anyNumber, false, "whether it belongs to the right answer"),
                              textRow("feedback", Says::localised, Presence::optional, "shown to whoever chooses it")};
constexpr Table choice{"choices", "one of several answers", choiceRows};
constexpr Row choicesRows[] = {listOf(
    tableRow("choices", choice, Presence::required, "the choices; if several are correct, the right answer consists of all of them"))};
constexpr Row numberRows[] = {
    textRow("unit", Says::text, Presence::optional, "unit of `value`; answers may use another unit of the same quantity"),
    textRow("value", Says::formula, Presence::required, "the right number, or a formula of parameters and measures"),
    row<double>("tolerance", unit::none, nonNegative, Presence::required, "largest accepted error, in the same unit")};
constexpr Row runRows[] = {
    textRow("check", Says::formula, Presence::required, "a condition on measures and parameters that the run has to meet"),
    listOf(textRow("free", Says::parameter, Presence::optional,
                   "the parameters that a person may set; if left out, all that are not locked"))};
constexpr Row curveRows[] = {
    textRow("sensor", Says::sensor, Presence::required, "the sensor whose curve over time is to be drawn"),
    row<int>("component", unit::none, nonNegative, 0, "its component"),
    row<double>("min", unit::mixed, anyNumber, Presence::optional, "lower end of the axis on which it is drawn"),
    row<double>("max", unit::mixed, anyNumber, Presence::optional, "upper end"),
    row<double>("tolerance", unit::none, positive, 0.1, "root mean square error up to which a curve is right, relative to its range")};
using Kind = Task::Kind;
constexpr Words<Kind, 4> kindWords{{{Kind::choice, "choice"}, {Kind::number, "number"}, {Kind::run, "run"}, {Kind::curve, "curve"}}};
constexpr Table answers[] = {{kindWords[Kind::choice], "one or more of several choices", choicesRows},
                             {kindWords[Kind::number], "a number with a unit", numberRows},
                             {kindWords[Kind::run], "a run that meets a condition", runRows},
                             {kindWords[Kind::curve], "a curve that is drawn before the result is shown", curveRows}};
constexpr const char* beforeWords[] = {"run"};
constexpr Row oneTaskRows[] = {
    textRow("id", Says::text, Presence::required, "a unique name"),
    textRow("title", Says::localised, Presence::optional, "title shown above it"),
    textRow("text", Says::localised, Presence::required, "the question, as Markdown"),
    wordRow("before", beforeWords, nullptr, "run: the result is covered until the task is answered"),
    listOf(textRow("hints", Says::localised, Presence::optional, "shown one after another on request")),
    row<double>("points", unit::none, positive, 1.0, "weight in the total score"),
    asked(tableRow("answer", std::span<const Table>(answers), "type", ""), "kind of the answer, and the right answer")};
constexpr Table task{"task", "a question whose answer is checked", oneTaskRows};
constexpr Row rows[] = {listOf(tableRow("tasks", task, Presence::optional, "questions whose answers are checked")),
                        listOf(textRow("lock", Says::parameter, Presence::optional, "parameters that cannot be changed")),
                        listOf(textRow("hide", Says::parameter, Presence::optional, "parameters whose values are not shown"))};

/// Returns 53 bits between 0 and 1 that depend only on a text.
double drawn(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a, then mixed
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93u;
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93u;
  hash ^= hash >> 32;
  return static_cast<double>(hash >> 11) / 9007199254740992.0;
}

/// Returns the measures that a formula names.
Json measuresIn(std::string_view formula, const Model& model) {
  const auto isPart = [&](std::size_t place) {
    return place < formula.size() && (std::isalnum(static_cast<unsigned char>(formula[place])) || formula[place] == '_');
  };
  Json names = Json::array();
  for (const Measure& measure : model.measures)
    for (std::size_t at = formula.find(measure.name); at != std::string_view::npos; at = formula.find(measure.name, at + 1))
      if (!(at > 0 && isPart(at - 1)) && !isPart(at + measure.name.size())) {
        names.push_back(measure.name);
        break;
      }
  return names;
}

class TaskReader {
 public:
  TaskReader(const Json& document, Model& model, const ValueReader& reader)
      : document_(document),
        model_(model),
        issues_(reader.issues()),
        good_(issues_.errors() == 0),
        scope_(reader.scope()),
        tables_(reader, TableReader::Strict::refused, &model) {
    for (const Measure& measure : model.measures) scope_.arguments.push_back({measure.name, {}});
  }

  void read() {
    for (const Row& row : rows) {
      const std::string key(row.name);
      if (!document_.contains(key)) continue;
      const DocumentPlace place = DocumentPlace("").at(key);
      if (key == "tasks")
        readList(place);
      else
        for (const Json& name : tables_.value(document_[key], row, place)) (key == "lock" ? model_.locked : model_.hidden).push_back(name);
    }
    if (document_.contains("variants")) readVariants(DocumentPlace("/variants"));
  }

 private:
  void readList(const DocumentPlace& place) {
    const Json& list = document_["tasks"];
    if (!list.is_array() || list.size() > mostTasks) {
      issues_.error(place, "must be a list of at most " + std::to_string(mostTasks) + " tasks, got " + found(list));
      return;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      const DocumentPlace here = place.at(static_cast<int>(i));
      Json written = list[i];
      if (written.is_object() && written.contains("answer") && written["answer"].is_object() && written["answer"].contains("value") &&
          written["answer"]["value"].is_number())
        written["answer"]["value"] = written["answer"]["value"].dump();  // a formula without names
      Task made;
      Json shown = tables_.read(written, task, here);
      if (shown.is_null() || shown["answer"].is_null()) continue;
      made.id = shown["id"];
      const auto isSame = [&](const Task& other) { return other.id == made.id; };
      if (made.id.empty() || std::any_of(model_.tasks.begin(), model_.tasks.end(), isSame)) {
        issues_.error(here.at("id"), made.id.empty() ? "must not be empty" : "another task has the id " + quote(made.id) + " too");
        continue;
      }
      finish(made, shown["answer"], here.at("answer"));
      made.shown = std::move(shown);
      model_.tasks.push_back(std::move(made));
    }
  }

  void finish(Task& made, Json& answer, const DocumentPlace& place) {
    made.kind = *kindWords.value(answer["type"].get_ref<const std::string&>());
    if (made.kind == Task::Kind::choice) {
      int correct = 0;
      for (const Json& each : answer["choices"]) correct += each["correct"] == true;
      if (correct == 0) issues_.error(place.at("choices"), "none of them is correct");
    } else if (made.kind == Task::Kind::number || made.kind == Task::Kind::run) {
      const char* key = made.kind == Task::Kind::number ? "value" : "check";
      if (!good_ || !answer[key].is_string()) return;
      const std::string text = answer[key];
      answer["measures"] = measuresIn(text, model_);
      auto compiled = compileFormula(text, scope_);
      if (const auto* error = std::get_if<FormulaError>(&compiled)) {
        issues_.error(place.at(key), formulaMessage(text, *error));
      } else if (!(std::get<Formula>(compiled).shape() == Shape{})) {
        issues_.error(place.at(key), messages::mustGiveNumber());
      } else {
        made.formula = std::get<Formula>(compiled);
      }
    } else if (good_) {
      const std::string name = answer["sensor"];
      for (std::size_t i = 0; i < model_.sensors().size(); ++i) {
        if (model_.sensors()[i].name != name) continue;
        const SensorLayout layout = sensorLayout(model_, static_cast<int>(i));
        const int components = static_cast<int>(layout.components.size());
        if (answer["component"].get<int>() >= components)
          issues_.error(place.at("component"), "must be less than " + std::to_string(components) + ", the number of components of sensor " +
                                                   quote(name) + ", got " + found(answer["component"]));
        answer["unit"] = layout.unit;
      }
    }
  }

  void readVariants(const DocumentPlace& place) {
    const Json& variants = document_["variants"];
    if (!variants.is_object()) {
      issues_.error(place, "must be an object with ranges of parameters, got " + found(variants));
      return;
    }
    Json read = Json::object();
    for (auto entry = variants.begin(); entry != variants.end(); ++entry) {
      const DocumentPlace here = place.at(entry.key());
      if (entry.key() == "seed") {
        if (entry.value() != "name" && entry.value() != "number")
          issues_.error(here, "must be name or number, the fields that a person fills in, got " + found(entry.value()));
        read["seed"] = entry.value();
        continue;
      }
      const auto parameter = std::find_if(model_.parameters.begin(), model_.parameters.end(),
                                          [&](const ModelParameter& each) { return each.name == entry.key(); });
      if (parameter == model_.parameters.end()) {
        std::vector<std::string> names{"seed"};
        for (const ModelParameter& each : model_.parameters) names.push_back(each.name);
        issues_.error(here, withSuggestion(messages::notCalled({messages::parameter(), quote(entry.key())}), entry.key(), names));
        continue;
      }
      bool numbers = entry.value().is_array() && entry.value().size() >= 2;
      for (const Json& each : entry.value()) numbers = numbers && each.is_number();
      if (!numbers) {
        issues_.error(here, "must be two numbers, the ends of a range, or a list of three or more values to choose from, got " +
                                found(entry.value()));
        continue;
      }
      for (std::size_t i = 0; i < entry.value().size(); ++i) {
        const double value = entry.value()[i];
        if ((parameter->min && value < *parameter->min) || (parameter->max && value > *parameter->max))
          issues_.error(here.at(static_cast<int>(i)), "must be between min and max of the parameter, got " + numberText(value));
      }
      read[entry.key()] = entry.value();
    }
    model_.variants = std::move(read);
  }

  const Json& document_;
  Model& model_;
  Issues& issues_;
  const bool good_;
  Scope scope_;
  TableReader tables_;
};

}  // namespace

std::span<const Row> taskRows() { return rows; }

void readTasks(const Json& document, Model& model, const ValueReader& reader) { TaskReader(document, model, reader).read(); }

std::map<std::string, double> variantOf(const Model& model, std::string_view seed) {
  std::string plain(seed);
  plain.erase(0, std::min(plain.find_first_not_of(" \t\r\n"), plain.size()));
  plain.erase(plain.find_last_not_of(" \t\r\n") + 1);
  for (char& c : plain)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  std::map<std::string, double> values;
  if (plain.empty()) return values;
  for (auto entry = model.variants->begin(); entry != model.variants->end(); ++entry) {
    if (!entry.value().is_array()) continue;
    const double part = drawn(plain + "\n" + entry.key());
    const std::size_t count = entry.value().size();
    if (count > 2) {
      values[entry.key()] = entry.value()[std::min(count - 1, static_cast<std::size_t>(part * static_cast<double>(count)))];
      continue;
    }
    const double low = entry.value()[0], high = entry.value()[1];
    double step = (high - low) / usualSteps;
    for (const ModelParameter& parameter : model.parameters)
      if (parameter.name == entry.key() && parameter.step && *parameter.step <= high - low) step = *parameter.step;
    const double steps = std::floor((high - low) / step + 1e-9);
    values[entry.key()] = std::clamp(low + std::min(steps, std::floor(part * (steps + 1))) * step, low, high);
  }
  return values;
}

}  // namespace slipstick
