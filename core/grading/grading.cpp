#include "core/grading/grading.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include "core/display/tasks.h"
#include "core/document/load.h"
#include "core/expression/formula.h"
#include "core/grading/budget.h"
#include "core/grading/quantity.h"
#include "core/grading/remark.h"
#include "core/math/order.h"
#include "core/model/events.h"
#include "core/simulation/digest.h"
#include "core/simulation/simulation.h"

namespace slipstick {
namespace {

constexpr int curvePlaces = 200;  // points at which a drawn curve is compared with the recorded curve
constexpr std::size_t mostCurvePoints = 5000;
constexpr int deepest = 100;       // nesting levels of a submission that are read
constexpr double leastSpan = 0.8;  // fraction of the time of the run that a drawn curve must cover
const char* const sealed[] = {"name", "document", "seed", "answers", "events", "digest"};

/// The parts with seals; a submission without the time at which it was saved has none.
std::vector<std::string> sealedParts(const Json& submission) {
  std::vector<std::string> parts(std::begin(sealed), std::end(sealed));
  if (submission.contains("saved")) parts.emplace_back("saved");
  return parts;
}

/// A 64-bit hash that changes with any bit. It detects accidental changes, not forgery.
class SubmissionHash {
 public:
  void mix(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 29;
  }
  void mix(double number) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    mix(bits);
  }
  void mix(const std::string& text) {
    for (const char c : text) mix(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    mix(static_cast<std::uint64_t>(text.size()));
  }
  /// Independent of the number format.
  void mix(const Json& json, int depth = 0) {
    if (depth > deepest) return;
    mix(static_cast<std::uint64_t>(json.is_number() ? Json::value_t::number_float : json.type()));
    mix(static_cast<std::uint64_t>(json.size()));
    if (json.is_number())
      mix(json.get<double>());
    else if (json.is_string())
      mix(json.get_ref<const std::string&>());
    else if (json.is_boolean())
      mix(static_cast<std::uint64_t>(json.get<bool>()));
    for (auto entry = json.begin(); json.is_structured() && entry != json.end(); ++entry) {
      if (json.is_object()) mix(entry.key());
      mix(entry.value(), depth + 1);
    }
  }
  std::string text() const {
    std::string digits;
    for (int i = 60; i >= 0; i -= 4) digits += "0123456789abcdef"[state_ >> i & 15];
    return digits;
  }

 private:
  std::uint64_t state_ = 0x85ebca6bc2b2ae35u;
};

std::string textOf(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}
Json partOf(const Json& json, const char* key, const Json& otherwise) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && found != json.end() && found->type() == otherwise.type() ? *found : otherwise;
}

std::string runDigest(const Simulation& simulation) {
  SubmissionHash hash;
  const History& history = simulation.history();
  const int width = history.sensors().empty() ? 1 : history.sensors().back().column + history.sensors().back().size;
  for (int sample = 0; sample < history.samples(); ++sample)
    for (int column = 0; column < width; ++column) hash.mix(history.row(sample)[column]);
  hash.mix(static_cast<std::uint64_t>(simulation.status()));
  return std::string(engineVersion()) + ":" + hash.text();
}

std::string sealOf(const Json& submission, const std::string& part) {
  SubmissionHash hash;
  const auto found = submission.find(part);
  if (found != submission.end()) hash.mix(*found);
  return hash.text();
}

/// The document with a person's recorded actions: `events`, and the hand's `handFrequency` in the analysis step in which they occur, which
/// a run in slow motion has. `model` is the model of the document.
std::string withHands(Json document, const Json& given, const Model& model) {
  const Json events = partOf(given, "events", Json::array());
  if (events.empty()) return document.dump(-1, ' ', false, Json::error_handler_t::replace);
  document["events"] = events;
  const auto frequency = given.find("handFrequency");
  const int step = eventfulStep(model);
  if (frequency != given.end() && frequency->is_number() && step >= 0 && document.contains("analysis")) {
    Json& analysis = document["analysis"];
    Json& entry = analysis.is_array() ? analysis[static_cast<std::size_t>(step)] : analysis;
    if (entry.is_object() && !entry.contains("handFrequency")) entry["handFrequency"] = *frequency;
  }
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void keepHands(const Json& given, Json& kept) {
  if (const Json events = partOf(given, "events", Json::array()); !events.empty()) kept["events"] = events;
  const auto frequency = given.find("handFrequency");
  if (frequency != given.end() && frequency->is_number()) kept["handFrequency"] = *frequency;
}

/// The score of an answer; empty if the answer cannot be judged, which the remark explains.
struct Score {
  std::optional<double> value;
  Remark remark;
};

class Grader {
 public:
  Grader(const Json& document, std::map<std::string, double> values, Allowance& allowance)
      : document_(document),
        text_(document.dump(-1, ' ', false, Json::error_handler_t::replace)),
        values_(std::move(values)),
        allowance_(allowance) {}

  /// The model with the values of the seed, or its first error.
  std::string load() {
    LoadedModel loaded = allowance_.load(text_, values_);
    model_ = loaded.model;
    return model_ || loaded.issues.empty() ? "" : loaded.issues[0].pointer + ": " + loaded.issues[0].message;
  }
  const Model& model() const { return *model_; }

  /// The run of the document with the values of the seed.
  const Simulation& run() {
    if (!simulation_) {
      simulation_.emplace(model_);
      allowance_.run(*simulation_);
    }
    return *simulation_;
  }

  /// The run that a person handed in, with events and changed parameter values. The digest is "" if there is no such run.
  std::string digest(const Json& given) {
    std::map<std::string, double> values = values_;
    const Json parameters = partOf(given, "parameters", Json::object());
    for (auto entry = parameters.begin(); entry != parameters.end(); ++entry)
      if (entry.value().is_number()) values[entry.key()] = entry.value();
    if (values == values_ && partOf(given, "events", Json::array()).empty()) return runDigest(run());
    LoadedModel loaded = allowance_.load(withHands(document_, given, *model_), values);
    if (!loaded.model) return "";
    Simulation simulation(loaded.model);
    allowance_.run(simulation);
    return runDigest(simulation);
  }

  /// `entry`: the answer, with a person's recorded actions if the task judges these.
  Score score(const Task& task, const Json& entry) {
    const Json& answer = entry["answer"];
    switch (task.kind) {
      case Task::Kind::choice:
        return ofChoice(task, answer);
      case Task::Kind::number:
        return ofNumber(task, answer);
      case Task::Kind::run:
        return ofRun(task, answer, entry);
      default:
        return ofCurve(task, answer);
    }
  }

 private:
  static Score ofChoice(const Task& task, const Json& answer) {
    const Json& choices = (*task.shown)["answer"]["choices"];
    std::vector<bool> chosen(choices.size());
    if (!answer.is_array()) return {std::nullopt, RemarkCode::nothingChosen};
    for (const Json& each : answer) {
      const double number = each.is_number() ? each.get<double>() : -1;
      if (!(number >= 0 && number < static_cast<double>(choices.size())) || number != std::floor(number))
        return {std::nullopt, RemarkCode::noSuchChoice};
      chosen[static_cast<std::size_t>(number)] = true;
    }
    int right = 0, wrong = 0, correct = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const bool isCorrect = choices[i]["correct"] == true;
      correct += isCorrect;
      right += isCorrect && chosen[i], wrong += !isCorrect && chosen[i];
    }
    if (right + wrong == 0) return {std::nullopt, RemarkCode::nothingChosen};
    const double value = std::max(0, right - wrong) / static_cast<double>(correct);
    return {value, value == 1 ? RemarkCode::right : value > 0 ? RemarkCode::partlyRight : RemarkCode::wrong};
  }

  struct Evaluated {
    double value = 0;
    std::optional<Remark> problem = std::nullopt;
  };
  /// The remarks used if a formula has no value.
  struct Problems {
    RemarkCode withoutMeasure, notFinite;
  };
  /// Evaluates the formula of a task, with the measures of a run if it names any.
  Evaluated evaluate(const Formula& formula, const Json& needed, const Simulation* simulation, const Problems& problems) {
    std::vector<double> values(static_cast<std::size_t>(formula.argumentSize()));
    if (!needed.empty()) {
      const std::vector<MeasureValue> measures = allowance_.measures(*simulation);
      for (std::size_t i = 0; i < measures.size(); ++i) {
        const std::string& name = simulation->model().measures[i].name;
        if (!measures[i].value && std::find(needed.begin(), needed.end(), name) != needed.end())
          return {0, Remark(problems.withoutMeasure, {{"measure", name}, {"reason", measures[i].reason}})};
      }
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = measures[i].value.value_or(0);
    }
    double result = 0;
    constexpr double noSensor = 0;
    formula.evaluate(values.data(), &noSensor, &result);
    if (!std::isfinite(result)) return {0, Remark(problems.notFinite)};
    return {result};
  }

  Score ofNumber(const Task& task, const Json& answer) {
    if (!answer.is_string() && !answer.is_number()) return {std::nullopt, RemarkCode::notANumber};
    const Json& asked = (*task.shown)["answer"];
    const Quantity given = readQuantity(answer.is_string() ? answer.get<std::string>() : answer.dump(), asked["unit"].get<std::string>());
    if (given.problem) return {std::nullopt, *given.problem};
    const Json& needed = asked["measures"];
    const auto [right, problem] =
        evaluate(*task.formula, needed, needed.empty() ? nullptr : &run(), {RemarkCode::answerWithoutMeasure, RemarkCode::answerNotFinite});
    if (problem) return {std::nullopt, *problem};
    const bool isRight = std::abs(given.value - right) <= asked["tolerance"].get<double>();
    return {isRight ? 1 : 0, isRight ? RemarkCode::right : given.value < right ? RemarkCode::tooSmall : RemarkCode::tooLarge};
  }

  Score ofRun(const Task& task, const Json& answer, const Json& entry) {
    if (!answer.is_object()) return {std::nullopt, RemarkCode::noRun};
    const Json& free = (*task.shown)["answer"]["free"];
    std::map<std::string, double> values = values_;
    for (auto entry = answer.begin(); entry != answer.end(); ++entry) {
      const std::string& name = entry.key();
      const auto has = [&](const auto& list) { return std::find(list.begin(), list.end(), name) != list.end(); };
      if (!entry.value().is_number()) return {std::nullopt, Remark(RemarkCode::valueNotANumber, {{"name", name}})};
      const double value = entry.value();
      const bool isFree = free.empty() ? !has(model_->locked) && !has(model_->hidden) && !values_.count(name) : has(free);
      const auto parameter =
          std::find_if(model_->parameters.begin(), model_->parameters.end(), [&](const ModelParameter& each) { return each.name == name; });
      const bool isKnown = parameter != model_->parameters.end();
      if (!isFree && !(isKnown && parameter->value == value)) return {0, Remark(RemarkCode::valueFixed, {{"name", name}})};
      if (isKnown && parameter->min && value < *parameter->min)
        return {std::nullopt, Remark(RemarkCode::valueBelow, {{"name", name}, {"min", *parameter->min}, {"value", value}})};
      if (isKnown && parameter->max && value > *parameter->max)
        return {std::nullopt, Remark(RemarkCode::valueAbove, {{"name", name}, {"max", *parameter->max}, {"value", value}})};
      values[name] = value;
    }
    LoadedModel loaded = allowance_.load(withHands(document_, entry, *model_), values);
    if (!loaded.model) {
      const std::string reason = loaded.issues.empty() ? "" : loaded.issues[0].message;
      return {std::nullopt, Remark(RemarkCode::runImpossible, {{"reason", reason}})};
    }
    Simulation simulation(loaded.model);
    if (allowance_.run(simulation) != Simulation::Status::finished)
      return {0, Remark(RemarkCode::runFailed, {{"reason", simulation.stop().message}})};
    const Task* same = nullptr;
    for (const Task& each : loaded.model->tasks)
      if (each.id == task.id) same = &each;
    const auto [met, problem] = evaluate(*same->formula, (*task.shown)["answer"]["measures"], &simulation,
                                         {RemarkCode::conditionWithoutMeasure, RemarkCode::conditionNotFinite});
    if (problem) return {0, *problem};
    return {met != 0 ? 1 : 0, met != 0 ? RemarkCode::conditionMet : RemarkCode::conditionNotMet};
  }

  Score ofCurve(const Task& task, const Json& answer) {
    struct Point {
      double time, value;
    };
    std::vector<Point> given, drawn;
    if (!answer.is_array() || answer.size() < 2 || answer.size() > mostCurvePoints) return {std::nullopt, RemarkCode::noCurve};
    for (const Json& each : answer) {
      if (!each.is_array() || each.size() != 2 || !each[0].is_number() || !each[1].is_number()) return {std::nullopt, RemarkCode::noCurve};
      given.push_back({each[0], each[1]});
    }
    for (const int i : inOrder(static_cast<int>(given.size()), [&](int a, int b) { return given[a].time < given[b].time; }))
      drawn.push_back(given[i]);
    const Json& asked = (*task.shown)["answer"];
    const History& history = run().history();
    const Channel* sensor = nullptr;
    for (const Channel& each : history.sensors())
      if (each.name == asked["sensor"].get<std::string>()) sensor = &each;
    if (!sensor || history.samples() < 2) return {std::nullopt, RemarkCode::noSuchCurve};
    const int column = sensor->column + asked["component"].get<int>();
    const double start = history.row(0)[0], end = history.row(history.samples() - 1)[0];
    if (std::min(drawn.back().time, end) - std::max(drawn.front().time, start) < leastSpan * (end - start))
      return {std::nullopt, RemarkCode::curveTooShort};
    if (!allowance_.spend(history.samples())) return {std::nullopt, RemarkCode::noSuchCurve};
    double low = history.row(0)[column], high = low, sum = 0;
    for (int sample = 0; sample < history.samples(); ++sample)
      low = std::min(low, history.row(sample)[column]), high = std::max(high, history.row(sample)[column]);
    const double range = high > low ? high - low : std::max(std::abs(high), 1e-300);
    int sample = 1;
    std::size_t next = 1;
    for (int i = 0; i < curvePlaces; ++i) {
      const double time = start + (end - start) * i / (curvePlaces - 1);
      while (sample < history.samples() - 1 && history.row(sample)[0] < time) ++sample;
      while (next < drawn.size() - 1 && drawn[next].time < time) ++next;
      const auto between = [time](const Point& a, const Point& b) {
        if (!(b.time > a.time) || time >= b.time) return b.value;
        return time <= a.time ? a.value : a.value + (time - a.time) / (b.time - a.time) * (b.value - a.value);
      };
      const double* before = history.row(sample - 1);
      const double* after = history.row(sample);
      const double difference = between(drawn[next - 1], drawn[next]) - between({before[0], before[column]}, {after[0], after[column]});
      sum += difference * difference;
    }
    const double away = std::sqrt(sum / curvePlaces) / range, tolerance = asked["tolerance"];
    if (!std::isfinite(away)) return {std::nullopt, RemarkCode::noSuchCurve};
    return {std::clamp(2 - away / tolerance, 0.0, 1.0), Remark(RemarkCode::curveAway, {{"percent", std::nearbyint(100 * away)}})};
  }

  Json document_;
  std::string text_;
  std::map<std::string, double> values_;
  Allowance& allowance_;
  std::shared_ptr<const Model> model_;
  std::optional<Simulation> simulation_;
};

}  // namespace

Json parsedSubmission(std::string_view text) {
  bool isDeep = false;
  const auto look = [&isDeep](int depth, Json::parse_event_t, Json&) { return !(isDeep |= depth > deepest); };
  Json parsed = Json::parse(text.begin(), text.end(), look, false);
  return isDeep || parsed.is_discarded() ? Json() : parsed;
}

bool isSubmission(const Json& json) { return json.is_object() && json.contains("submission") && json.contains("answers"); }

namespace {

/// The parts of a submission that need no computation.
Json headOf(const Json& given) {
  Json head = Json::object();
  head["submission"] = 1;
  for (const char* key : {"name", "seed"}) head[key] = textOf(given, key);
  if (const std::string saved = textOf(given, "saved"); !saved.empty()) head["saved"] = saved;
  head["engine"] = engineVersion();
  head["document"] = partOf(given, "document", Json::object());
  return head;
}

/// Like graded(), within the allowance.
Json gradedWithin(Allowance& allowance, const Json& given, bool whole) {
  Json result = headOf(given);
  const Json document = result["document"];
  const Json parameters = partOf(given, "parameters", Json::object()), answers = partOf(given, "answers", Json::object());
  Grader plain(document, {}, allowance);
  std::string error = plain.load();
  std::map<std::string, double> values;
  if (allowance.isOver()) return result;
  if (error.empty()) values = variantOf(plain.model(), textOf(given, "seed"));
  Grader grader(document, values, allowance);
  if (error.empty()) error = grader.load();
  if (allowance.isOver()) return result;
  if (!error.empty()) {
    result["error"] = error;
    return result;
  }
  result["values"] = Json::object();
  for (const auto& [name, value] : values) result["values"][name] = value;
  result["answers"] = Json::object();
  result["points"] = Json::object();
  double reached = 0, all = 0;
  for (const Task& task : grader.model().tasks) {
    const double points = (*task.shown)["points"];
    result["points"][task.id] = points;
    all += points;
    const auto found = answers.find(task.id);
    if (found == answers.end() || !found->is_object() || !found->contains("answer")) continue;
    const Score score = grader.score(task, *found);
    if (allowance.isOver()) return result;
    Json& entry = result["answers"][task.id] = Json::object();
    entry["answer"] = (*found)["answer"];
    for (const char* count : {"tries", "hints"})
      if (found->contains(count) && (*found)[count].is_number()) entry[count] = (*found)[count];
    keepHands(*found, entry);
    entry["score"] = score.value ? Json(*score.value) : Json();
    entry["code"] = score.remark.name(), entry["values"] = score.remark.values;
    entry["message"] = score.remark.english();
    reached += points * score.value.value_or(0);
  }
  result["events"] = Json::array();
  keepHands(given, result);
  if (!parameters.empty()) result["parameters"] = parameters;
  result["score"] = all > 0 ? reached / all : 0;
  if (!whole) return result;
  result["digest"] = grader.digest(given);
  for (const std::string& part : sealedParts(result)) result["seals"][part] = sealOf(result, part);
  return result;
}

}  // namespace

Json graded(const Json& given, bool whole, const GradingBudget& budget) {
  Allowance allowance(budget);
  Json result = gradedWithin(allowance, given, whole);
  if (!allowance.isOver()) return result;
  result = headOf(given);
  result["notGraded"] = allowance.problem();
  return result;
}

namespace {

/// The version of the engine that a submission names, if it differs from this version. "" if the submission contradicts itself.
std::string otherEngineOf(const Json& submission) {
  const std::string engine = textOf(submission, "engine"), digest = textOf(submission, "digest");
  const bool agrees = digest.empty() || digest.substr(0, digest.find(':')) == engine;
  return engine != engineVersion() && isEngineVersion(engine) && agrees ? engine : "";
}

/// The numbers behind a digest, without the version of the engine.
std::string hashOf(const std::string& digest) { return digest.substr(digest.find(':') + 1); }

}  // namespace

Regraded regraded(const Json& submission, const Json& document, const GradingBudget& budget) {
  Regraded again;
  Json known = submission;  // if a document was handed out, only that document is run
  if (!document.is_null()) known["document"] = document;
  again.submission = graded(known, true, budget);
  again.engine = otherEngineOf(submission);
  const bool isOther = !again.engine.empty();
  if (again.submission.contains("notGraded")) return again;
  auto& different = again.different;
  auto& computed = isOther ? again.otherwise : different;  // the fields that the engine adds to the answers
  if (again.submission.contains("error")) {
    computed.push_back("document: " + again.submission["error"].get<std::string>());
    return again;
  }
  if (const std::string engine = textOf(submission, "engine"); engine != engineVersion() && !isOther)
    different.push_back("engine (" + engine.substr(0, 20) + ", this is " + engineVersion() + ")");
  const Json seals = partOf(submission, "seals", Json::object());
  const std::string digest = textOf(submission, "digest"), mine = again.submission["digest"];
  for (const std::string& part : sealedParts(again.submission)) {
    // The seal of another engine covers its own remarks and scores.
    const std::string seal = isOther ? sealOf(submission, part) : again.submission["seals"][part].get<std::string>();
    if (part == "document" && !document.is_null() && document != partOf(submission, "document", Json::object()))
      different.emplace_back("document (not the one handed out)");
    else if (part != "digest" && textOf(seals, part.c_str()) != seal)
      different.push_back(part);
    else if (part == "digest" && !(isOther ? hashOf(digest) == hashOf(mine) : digest == mine && !mine.empty()))
      computed.push_back(part);
  }
  if (partOf(submission, "values", Json::object()) != again.submission["values"]) computed.emplace_back("values of the seed");
  const Json answers = partOf(submission, "answers", Json::object());
  for (auto entry = answers.begin(); entry != answers.end(); ++entry) {
    const Json score = entry.value().is_object() && entry.value().contains("score") ? entry.value()["score"] : Json();
    const Json now = again.submission["answers"].contains(entry.key()) ? again.submission["answers"][entry.key()]["score"] : Json();
    if (score != now) computed.push_back("score of task " + entry.key());
  }
  return again;
}

std::string verdictOf(const Regraded& again) {
  if (again.submission.contains("notGraded")) return "not graded: " + again.submission["notGraded"].get<std::string>();
  const std::string engine = again.engine.empty() ? "" : "computed by engine " + again.engine;
  if (!again.different.empty()) return "no: " + joined(again.different) + (engine.empty() ? "" : "; " + engine);
  if (engine.empty()) return "yes";
  return again.otherwise.empty() ? "yes, " + engine : engine + ", differs in this version: " + joined(again.otherwise);
}

}  // namespace slipstick
