#include "core/program/program.h"

#include <chrono>
#include <cstdio>
#include <istream>
#include <ostream>

#include "core/accuracy/accuracy.h"
#include "core/accuracy/accuracy_json.h"
#include "core/document/load.h"
#include "core/document/reference.h"
#include "core/document/schema.h"
#include "core/grading/grading.h"
#include "core/program/catalogue.h"
#include "core/program/commands.h"
#include "core/program/completion.h"
#include "core/program/files.h"
#include "core/program/glb.h"
#include "core/program/grades.h"
#include "core/program/link.h"
#include "core/program/model_file.h"
#include "core/program/overwrite.h"
#include "core/program/progress_line.h"
#include "core/program/reference_text.h"
#include "core/program/tables.h"
#include "core/simulation/digest.h"
#include "core/simulation/json.h"
#include "core/simulation/result.h"
#include "core/study/energy_balance.h"

namespace slipstick {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string pretty(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

/// The model of a file.
std::shared_ptr<const Model> load(const CommandLine& line, const Streams& streams, Json* expanded = nullptr) {
  std::string text, message;
  if (readText(line.subject, streams.in, text, message))
    return modelOf(text, line.parameters, nameOf(line.subject), streams, expanded, line.language);
  complain(streams, message);
  return nullptr;
}

/// The progress of a run.
std::string placeText(const Progress& progress) {
  char text[120];
  const int length = std::snprintf(text, sizeof text, "t = %.6g s of %.6g s", progress.time, progress.endTime);
  if (progress.analysisSteps > 1)
    std::snprintf(text + length, sizeof text - length, " (analysis %d of %d)", progress.analysisStep + 1, progress.analysisSteps);
  return text;
}

void solve(Simulation& simulation, const CommandLine& line, const Streams& streams) {
  ProgressLine shown(line, streams);
  auto lastLook = Clock::now();
  while (simulation.advance([&] { return secondsSince(lastLook) > 0.1; }) == Simulation::Status::running) {
    lastLook = Clock::now();
    const Progress progress = simulation.progress();
    shown.show(progress.fraction, placeText(progress));
  }
}

/// The three runs that --accuracy compares; null without it.
std::unique_ptr<Accuracy> accuracyOf(const std::shared_ptr<const Model>& model, const CommandLine& line, const Streams& streams) {
  if (!line.accuracy) return nullptr;
  auto accuracy = std::make_unique<Accuracy>(model);
  ProgressLine shown(line, streams);
  auto lastLook = Clock::now();
  while (!accuracy->advance([&] { return secondsSince(lastLook) > 0.1; })) {
    lastLook = Clock::now();
    shown.show(accuracy->fraction(), "accuracy, run " + std::to_string(accuracy->level() + 1) + " of 3");
  }
  return accuracy;
}

Json resultOf(const Simulation& simulation, double wallSeconds, const Accuracy* accuracy, bool withBands) {
  Json result = resultWithDigest(simulation, wallSeconds);
  if (accuracy) result["accuracy"] = accuracyJson(*accuracy, withBands);
  return result;
}

/// The content of a result file of this name, from a run.
std::string resultFile(const std::string& name, const Simulation& simulation, double wallSeconds, const Accuracy* accuracy) {
  const std::string ending = name.substr(name.find_last_of('.'));
  if (ending == ".csv") return resultCsv(simulation);
  if (ending == ".glb") return glbOf(simulation);
  return resultOf(simulation, wallSeconds, accuracy, true).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void remarkTo(const Streams& streams, const std::string& remark) { streams.err << "slipstick: " << remark << '\n'; }

/// A result without the samples of its sensors.
Json withoutSamples(Json result) {
  for (const char* key : {"sensors", "profiles"}) result.erase(key);
  return result;
}

}  // namespace

ExitStatus runModel(const CommandLine& line, const Streams& streams) {
  std::string message;
  const bool toFile = !line.output.empty() && line.output != "-";
  if (toFile && !canWrite(line.output, message)) return complain(streams, message);
  const auto model = load(line, streams);
  if (!model) return wrongInput;

  const auto start = Clock::now();
  Simulation simulation(model);
  solve(simulation, line, streams);
  const double wallSeconds = secondsSince(start);
  const auto accuracy = accuracyOf(model, line, streams);

  const EnergyBalance balance = line.balance ? energyBalance(*model) : EnergyBalance{};
  if (toFile && !writeText(line.output, resultFile(line.output, simulation, wallSeconds, accuracy.get()), message))
    return complain(streams, message);
  if (line.output == "-")
    streams.out << pretty(resultOf(simulation, wallSeconds, accuracy.get(), true));
  else if (line.json) {
    Json result = withoutSamples(resultOf(simulation, wallSeconds, accuracy.get(), false));
    if (line.balance) result["balance"] = toJson(balance);
    streams.out << pretty(result);
  } else if (line.measures)
    streams.out << measuresText(simulation);
  else if (!toFile)
    streams.out << summaryTable(simulation, wallSeconds);
  if (accuracy && line.output != "-" && !line.json) streams.out << "accuracy\n" << accuracyText(*accuracy);
  if (line.balance && !line.json && line.output != "-")
    streams.out << "energy\n  " << (balance.problem.empty() ? balance.text : balance.problem) << '\n';
  if (line.balance && balance.isLarge && (line.json || line.output == "-")) remarkTo(streams, balance.text);
  streams.out << std::flush;
  const bool isSummary = !toFile && line.output != "-" && !line.json && !line.measures;
  for (const std::string& remark : isSummary ? std::vector<std::string>() : remarksOn(simulation)) remarkTo(streams, remark);
  if (line.measures && model->measures.empty()) remarkTo(streams, "the model has no measures");
  if (toFile && simulation.history().samples() == 0 && line.output.substr(line.output.find_last_of('.')) != ".json")
    remarkTo(streams, "'" + line.output + "' has no samples: no step of the analysis records any" +
                          (simulation.eigenvalues().empty() ? "" : "; eigenvalues are written to a .json file"));
  if (simulation.status() == Simulation::Status::finished) return solved;
  streams.err << "slipstick: " << simulation.stop().message << '\n';
  return solverFailed;
}

namespace {

/// Reads the link or the model given on the command line, directly or in a file.
bool readSubject(const CommandLine& line, const Streams& streams, Link& link, std::string& document, std::string& message) {
  std::string text = line.subject;
  document = "the model in the link";
  if (!isModelLink(text)) {
    if (!readText(line.subject, streams.in, text, message)) return false;
    const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
    text = first == std::string::npos ? "" : text.substr(first, last + 1 - first);
    if (text.rfind("{", 0) == 0) {
      link.document = text, document = nameOf(line.subject);
      return true;
    }
  }
  if (!readLink(text, link, message)) return false;
  if (link.gallery.empty()) return true;
  document = line.models + "/" + link.gallery + ".json";
  if (readText(document, streams.in, link.document, message)) return true;
  message += ": the link names a model of the gallery; give the folder of these with --models";
  return false;
}

}  // namespace

ExitStatus verifyResult(const CommandLine& line, const Streams& streams) {
  Link link;
  std::string document, message;
  if (!readSubject(line, streams, link, document, message)) return complain(streams, message);
  const std::string digest = line.digest.empty() ? link.digest : line.digest;
  if (digest.empty()) return complain(streams, "there is no digest: the link has none (…&~r=…), and --digest is not given");
  if (!isDigest(digest)) return complain(streams, "this is not a digest: '" + digest.substr(0, 60) + "'");
  for (const auto& [name, value] : line.parameters) link.parameters[name] = value;
  const auto model = modelOf(link.document, link.parameters, document, streams);
  if (!model) return wrongInput;
  Simulation simulation(model);
  solve(simulation, line, streams);
  if (simulation.status() != Simulation::Status::finished) {
    streams.err << "slipstick: not reproduced, the run failed: " << simulation.stop().message << '\n';
    return solverFailed;
  }
  const Verdict verdict = compareDigest(simulation, digest);
  const bool isSame = verdict.outcome == Verdict::Outcome::same;
  if (line.json)
    streams.out << pretty(object({{"reproduced", isSame},
                                  {"engine", digest.substr(0, digest.find(':'))},
                                  {"message", verdict.text},
                                  {"digest", digestOf(simulation)},
                                  {"expected", digest}}));
  else
    streams.out << verdict.text << '\n';
  return isSame ? solved : verdict.outcome == Verdict::Outcome::otherEngine ? otherEngine : solverFailed;
}

namespace {

/// Makes foreign text safe for a terminal: on one line, without control characters.
std::string harmless(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first);
}

std::string textOf(const Json& json, const char* key) {
  return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

constexpr std::size_t largestSubmission = 2 << 20;  // bytes, as in the page

GradedFile gradeFile(const std::string& path, const Json& document, const Streams& streams) {
  std::string text, message;
  const bool isLink = isSubmissionLink(path);
  GradedFile file;
  file.name = file.file = isLink ? "link" : nameOf(path);
  bool isRead = isLink ? readSubmissionLink(path, text, message) : readText(path, streams.in, text, message);
  // A file may contain a link.
  if (isRead && !isLink && isSubmissionLink(text) && text.find('{') == std::string::npos) isRead = readSubmissionLink(text, text, message);
  if (!isRead) {
    file.verdict = message;
    return file;
  }
  if (text.size() > largestSubmission) {
    file.verdict = "it is larger than 2 MiB";
    return file;
  }
  const Json submission = parsedSubmission(text);
  if (!isSubmission(submission)) {
    file.verdict = "this is not a submission";
    return file;
  }
  const Regraded again = regraded(submission, document);
  const Json& graded = again.submission;
  if (const std::string name = harmless(graded["name"]); !name.empty()) file.name = name;
  file.verdict = harmless(verdictOf(again));
  file.model = harmless(textOf(graded["document"], "title")), file.saved = harmless(textOf(graded, "saved"));
  const bool isOver = graded.contains("notGraded");
  file.status = isOver || !again.different.empty() ? solverFailed : !again.otherwise.empty() ? otherEngine : solved;
  file.isGraded = !isOver && !graded.contains("error");
  if (!file.isGraded) return file;
  for (const auto& [task, points] : graded["points"].items()) {
    const bool isAnswered = graded["answers"].contains(task);
    const Json score = isAnswered ? graded["answers"][task]["score"] : Json();
    const auto value = score.is_number() ? std::optional(score.get<double>()) : std::nullopt;
    file.tasks.push_back({harmless(task), points.get<double>(), isAnswered, value});
  }
  file.score = graded["score"].get<double>();
  return file;
}

/// The rows of a table as objects, with the column heads as keys.
Json objectsOf(const std::vector<std::vector<std::string>>& rows) {
  Json objects = Json::array();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    Json object;
    for (std::size_t k = 0; k < rows[i].size(); ++k) object[rows[0][k]] = rows[i][k];
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace

ExitStatus gradeSubmissions(const CommandLine& line, const Streams& streams) {
  std::string message, text;
  Json document;
  if (!line.model.empty()) {
    if (!readText(line.model, streams.in, text, message)) return complain(streams, message);
    document = Json::parse(text, nullptr, false);
    if (!document.is_object()) return complain(streams, nameOf(line.model) + " is not a model");
  }
  if (!line.output.empty() && !canWrite(line.output, message)) return complain(streams, message);
  std::vector<GradedFile> files;
  bool altered = false, other = false;
  ProgressLine progress(line, streams);
  for (std::size_t i = 0; i < line.files.size(); ++i) {
    const std::string& path = line.files[i];
    progress.show(static_cast<double>(i) / static_cast<double>(line.files.size()),
                  std::to_string(i) + " of " + std::to_string(line.files.size()) + " submissions");
    files.push_back(gradeFile(path, document, streams));
    altered = altered || files.back().status == solverFailed;
    other = other || files.back().status == otherEngine;
  }
  progress.clear();
  if (!line.output.empty() && !writeText(line.output, csvText(gradesTable(files)), message)) return complain(streams, message);
  if (line.json)
    streams.out << pretty(objectsOf(tasksTable(files)));
  else if (line.output.empty())
    streams.out << alignedText(tasksTable(files));
  streams.out << std::flush;
  return altered ? solverFailed : other ? otherEngine : solved;
}

ExitStatus checkModel(const CommandLine& line, const Streams& streams) {
  std::string text, message;
  if (!readText(line.subject, streams.in, text, message)) return complain(streams, message);
  const LoadedModel loaded = loadModel(text, line.parameters);
  if (line.json)
    streams.out << pretty(object({{"valid", loaded.model != nullptr}, {"issues", toJson(loaded.issues)}}));
  else
    printIssues(loaded.issues, nameOf(line.subject), streams);
  if (!loaded.model) return wrongInput;
  const Model& model = *loaded.model;
  if (!line.json)
    streams.out << "valid: " << model.nodes().size() << " nodes, " << model.objects().size() << " objects, " << model.markers().size()
                << " markers, " << model.loads().size() << " loads, " << model.sensors().size() << " sensors\n";
  return solved;
}

ExitStatus printItems(const CommandLine& line, const Streams& streams) {
  const Json found = typesCalled(line.subject);
  if (found.empty()) {
    std::vector<std::string> names;
    for (const Json& type : typesCalled("")) names.push_back(type["type"].get<std::string>());
    const std::string nearest = nearestName(line.subject, names);
    return complain(streams, "unknown type '" + line.subject + "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
  }
  streams.out << (line.json ? pretty(found) : line.subject.empty() ? typeList(found) : typeDetails(found));
  return solved;
}

ExitStatus expandModel(const CommandLine& line, const Streams& streams) {
  Json expanded;
  if (!load(line, streams, &expanded)) return wrongInput;
  streams.out << pretty(expanded);
  return solved;
}

ExitStatus printSchema(const CommandLine&, const Streams& streams) {
  streams.out << pretty(documentSchema());
  return solved;
}

ExitStatus printReference(const CommandLine&, const Streams& streams) {
  streams.out << pretty(documentReference());
  return solved;
}

ExitStatus printCatalogue(const CommandLine&, const Streams& streams) {
  streams.out << pretty(catalogue());
  return solved;
}

ExitStatus printCompletion(const CommandLine& line, const Streams& streams) {
  const std::string script = completionOf(line.subject);
  if (script.empty()) return complain(streams, "the shell must be bash, zsh or fish, got '" + line.subject + "'");
  streams.out << script;
  return solved;
}

ExitStatus runProgram(const std::vector<std::string>& arguments, const Streams& streams) {
  const CommandLine line = parseCommandLine(arguments);
  if (!line.error.empty()) {
    complain(streams, line.error);
    const Command* command = arguments.empty() ? nullptr : findCommand(arguments[0]);
    streams.err << "slipstick " << (command ? command->name + " --help explains the command\n" : "--help explains the commands\n");
    return wrongInput;
  }
  if (line.command == "help") {
    streams.out << (line.subject.empty() ? helpOfAll() : helpOf(*findCommand(line.subject)));
    return solved;
  }
  if (line.command == "version") {
    streams.out << "slipstick " << engineVersion() << '\n';
    return solved;
  }
  if (const std::string refused = refusedOutput(line); !refused.empty()) return complain(streams, refused);
  return findCommand(line.command)->run(line, streams);
}

}  // namespace slipstick
