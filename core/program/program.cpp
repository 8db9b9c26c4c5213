#include "core/program/program.h"

#include <chrono>
#include <cstdio>
#include <istream>
#include <ostream>

#include "core/document/load.h"
#include "core/document/reference.h"
#include "core/document/schema.h"
#include "core/grading/grading.h"
#include "core/program/catalogue.h"
#include "core/program/command_line.h"
#include "core/program/files.h"
#include "core/program/link.h"
#include "core/program/model_file.h"
#include "core/program/study.h"
#include "core/program/tables.h"
#include "core/simulation/digest.h"
#include "core/simulation/result.h"

namespace slipstick {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string pretty(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

/// The model of a file.
std::shared_ptr<const Model> load(const CommandLine& line, const Streams& streams, Json* expanded = nullptr) {
  std::string text, message;
  if (readText(line.subject, streams.in, text, message)) return modelOf(text, line.parameters, nameOf(line.subject), streams, expanded);
  complain(streams, message);
  return nullptr;
}

/// A line on standard error that is written over and over.
class ProgressLine {
 public:
  ProgressLine(std::ostream& err, bool shown) : err_(err), shown_(shown) {}

  void show(const Progress& progress) {
    if (!shown_) return;
    char text[120];
    int length =
        std::snprintf(text, sizeof text, "%5.1f %%  t = %.6g s of %.6g s", 100 * progress.fraction, progress.time, progress.endTime);
    if (progress.analysisSteps > 1)
      length +=
          std::snprintf(text + length, sizeof text - length, "  (analysis %d of %d)", progress.analysisStep + 1, progress.analysisSteps);
    err_ << '\r' << text << std::string(width_ > length ? width_ - length : 0, ' ') << std::flush;
    width_ = length;
  }
  void clear() {
    if (width_ > 0) err_ << '\r' << std::string(width_, ' ') << '\r' << std::flush;
  }

 private:
  std::ostream& err_;
  const bool shown_;
  int width_ = 0;
};

void solve(Simulation& simulation, const CommandLine& line, const Streams& streams) {
  ProgressLine progress(streams.err, line.progress.value_or(streams.terminal));
  auto lastLook = Clock::now();
  while (simulation.advance([&] { return secondsSince(lastLook) > 0.1; }) == Simulation::Status::running) {
    lastLook = Clock::now();
    progress.show(simulation.progress());
  }
  progress.clear();
}

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

  const bool csv = toFile && line.output.compare(line.output.size() - 4, 4, ".csv") == 0;
  if (toFile) {
    const std::string text =
        csv ? resultCsv(simulation) : resultWithDigest(simulation, wallSeconds).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (!writeText(line.output, text, message)) return complain(streams, message);
  }
  if (line.output == "-")
    streams.out << pretty(resultWithDigest(simulation, wallSeconds));
  else if (line.measures)
    streams.out << measuresText(simulation);
  else if (!toFile)
    streams.out << summaryTable(simulation, wallSeconds);
  streams.out << std::flush;
  if (simulation.status() == Simulation::Status::finished) return solved;
  streams.err << "slipstick: " << simulation.stop().message << '\n';
  return solverFailed;
}

bool isLink(const std::string& text) { return text.find("#m=") != std::string::npos || text.find("#g=") != std::string::npos; }

/// The link, or the model, that the command line names: itself, or in a file.
bool readSubject(const CommandLine& line, const Streams& streams, Link& link, std::string& document, std::string& message) {
  std::string text = line.subject;
  document = "the model in the link";
  if (!isLink(text)) {
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
  message += ": the link names a model of the gallery, --models tells where these are";
  return false;
}

ExitStatus verifyResult(const CommandLine& line, const Streams& streams) {
  Link link;
  std::string document, message;
  if (!readSubject(line, streams, link, document, message)) return complain(streams, message);
  const std::string digest = line.digest.empty() ? link.digest : line.digest;
  if (digest.empty()) return complain(streams, "there is no digest: the link carries none (…&~r=…), and --digest is not given");
  if (!isDigest(digest)) return complain(streams, "this is no digest: '" + digest.substr(0, 60) + "'");
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
  streams.out << verdict.text << '\n';
  return verdict.isSame ? solved : solverFailed;
}

/// A submission that cannot be read, or what its tasks gave.
struct GradedFile {
  std::string name, verdict;
  std::vector<std::pair<std::string, std::string>> scores;  // of tasks, the last one of all
};

/// What somebody else wrote, for a terminal: on one line, without control characters.
std::string harmless(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first);
}

GradedFile gradeFile(const std::string& path, const Json& document, const Streams& streams) {
  std::string text, message;
  const bool isLink = isSubmissionLink(path);
  GradedFile file{isLink ? "link" : nameOf(path), "", {}};
  bool isRead = isLink ? readSubmissionLink(path, text, message) : readText(path, streams.in, text, message);
  // A file may have a link in it.
  if (isRead && !isLink && isSubmissionLink(text) && text.find('{') == std::string::npos) isRead = readSubmissionLink(text, text, message);
  if (!isRead) {
    file.verdict = message;
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
  for (const std::string& part : again.different) file.verdict += (file.verdict.empty() ? "no: " : ", ") + harmless(part);
  if (file.verdict.empty()) file.verdict = "yes";
  if (graded.contains("error")) return file;
  const auto scoreText = [](const Json& score) { return score.is_number() ? roundedText(score.get<double>()) : std::string("-"); };
  for (auto entry = graded["answers"].begin(); entry != graded["answers"].end(); ++entry)
    file.scores.emplace_back(harmless(entry.key()), scoreText(entry.value()["score"]));
  file.scores.emplace_back("all", scoreText(graded["score"]));
  return file;
}

ExitStatus gradeSubmissions(const CommandLine& line, const Streams& streams) {
  std::string message, text;
  Json document;
  if (!line.model.empty()) {
    if (!readText(line.model, streams.in, text, message)) return complain(streams, message);
    document = Json::parse(text, nullptr, false);
    if (!document.is_object()) return complain(streams, nameOf(line.model) + " is no model");
  }
  if (!line.output.empty() && !canWrite(line.output, message)) return complain(streams, message);
  std::vector<std::vector<std::string>> rows{{"name", "task", "score", "reproduced"}};
  bool all = true;
  for (const std::string& path : line.files) {
    const GradedFile file = gradeFile(path, document, streams);
    all = all && file.verdict == "yes";
    if (file.scores.empty()) rows.push_back({file.name, "", "", file.verdict});
    for (const auto& [task, score] : file.scores) rows.push_back({file.name, task, score, file.verdict});
  }
  if (line.output.empty())
    streams.out << alignedText(rows) << std::flush;
  else if (!writeText(line.output, csvText(rows), message))
    return complain(streams, message);
  return all ? solved : solverFailed;
}

ExitStatus checkModel(const CommandLine& line, const Streams& streams) {
  const auto model = load(line, streams);
  if (!model) return wrongInput;
  streams.out << "valid: " << model->nodes().size() << " nodes, " << model->objects().size() << " objects, " << model->markers().size()
              << " markers, " << model->loads().size() << " loads, " << model->sensors().size() << " sensors\n";
  return solved;
}

/// Items, what the display takes, and creators: all of this name, or all.
Json reference(const std::string& name) {
  Json types = itemReference(name);
  const Json all = documentReference();
  for (const Json& creator : all["creators"])
    if (name.empty() || creator["name"] == name)
      types.push_back({{"kind", "creator"}, {"type", creator["name"]}, {"summary", creator["text"]}, {"parameters", creator["rows"]}});
  return types;
}

ExitStatus printItems(const CommandLine& line, const Streams& streams) {
  const Json found = reference(line.subject);
  if (found.empty()) {
    std::vector<std::string> names;
    for (const Json& type : reference("")) names.push_back(type["type"].get<std::string>());
    const std::string nearest = nearestName(line.subject, names);
    return complain(streams, "unknown type '" + line.subject + "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
  }
  streams.out << referenceText(found, !line.subject.empty());
  return solved;
}

}  // namespace

ExitStatus runProgram(const std::vector<std::string>& arguments, const Streams& streams) {
  const CommandLine line = parseCommandLine(arguments);
  if (!line.error.empty()) {
    complain(streams, line.error);
    streams.err << "slipstick --help explains the commands\n";
    return wrongInput;
  }
  if (line.command == "help") {
    streams.out << usage;
    return solved;
  }
  if (line.command == "version") {
    streams.out << "slipstick " << engineVersion() << '\n';
    return solved;
  }
  if (line.command == "run") return runModel(line, streams);
  if (line.command == "verify") return verifyResult(line, streams);
  if (line.command == "grade") return gradeSubmissions(line, streams);
  if (line.command == "study") return line.merge ? mergeStudies(line, streams) : runStudy(line, streams);
  if (line.command == "check") return checkModel(line, streams);
  if (line.command == "items") return printItems(line, streams);
  if (line.command == "schema" || line.command == "reference" || line.command == "catalogue") {
    streams.out << pretty(line.command == "schema" ? documentSchema() : line.command == "reference" ? documentReference() : catalogue());
    return solved;
  }
  Json expanded;
  if (!load(line, streams, &expanded)) return wrongInput;
  streams.out << pretty(expanded);
  return solved;
}

}  // namespace slipstick
