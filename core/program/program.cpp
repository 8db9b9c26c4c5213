#include "core/program/program.h"

#include <chrono>
#include <cstdio>
#include <istream>
#include <ostream>

#include "core/program/command_line.h"
#include "core/program/files.h"
#include "core/program/tables.h"
#include "core/simulation/result.h"

namespace slipstick {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string pretty(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

ExitStatus complain(const Streams& streams, const std::string& message) {
  streams.err << "slipstick: " << message << '\n';
  return wrongInput;
}

/// The model of a file; its issues go to standard error, one a line.
std::shared_ptr<const Model> load(const CommandLine& line, const Streams& streams) {
  std::string text, message;
  if (!readText(line.subject, streams.in, text, message)) {
    complain(streams, message);
    return nullptr;
  }
  LoadedModel loaded = loadModel(text, line.parameters);
  const std::string document = line.subject == "-" ? "standard input" : line.subject;
  for (const Issue& issue : loaded.issues) {
    streams.err << (issue.pointer.empty() ? document : issue.pointer) << ": ";
    if (issue.severity == Issue::Severity::warning) streams.err << "warning: ";
    streams.err << issue.message << '\n';
  }
  return loaded.model;
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

ExitStatus runModel(const CommandLine& line, const Streams& streams) {
  std::string message;
  const bool toFile = !line.output.empty() && line.output != "-";
  if (toFile && !canWrite(line.output, message)) return complain(streams, message);
  const auto model = load(line, streams);
  if (!model) return wrongInput;

  ProgressLine progress(streams.err, line.progress.value_or(streams.terminal));
  const auto start = Clock::now();
  Simulation simulation(model);
  auto lastLook = start;
  while (simulation.advance([&] { return secondsSince(lastLook) > 0.1; }) == Simulation::Status::running) {
    lastLook = Clock::now();
    progress.show(simulation.progress());
  }
  const double wallSeconds = secondsSince(start);
  progress.clear();

  const bool csv = toFile && line.output.compare(line.output.size() - 4, 4, ".csv") == 0;
  if (toFile) {
    const std::string text =
        csv ? resultCsv(simulation) : resultJson(simulation, wallSeconds).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (!writeText(line.output, text, message)) return complain(streams, message);
  } else {
    streams.out << (line.output == "-" ? pretty(resultJson(simulation, wallSeconds)) : summaryTable(simulation, wallSeconds)) << std::flush;
  }
  if (simulation.status() == Simulation::Status::finished) return solved;
  streams.err << "slipstick: " << simulation.stop().message << '\n';
  return solverFailed;
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
  if (line.command == "check") return checkModel(line, streams);
  if (line.command == "items") return printItems(line, streams);
  if (line.command == "schema" || line.command == "reference") {
    streams.out << pretty(line.command == "schema" ? documentSchema() : documentReference());
    return solved;
  }
  const auto model = load(line, streams);
  if (!model) return wrongInput;
  streams.out << pretty(model->expanded);
  return solved;
}

}  // namespace slipstick
