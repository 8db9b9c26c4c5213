// Assembles a mechanism and writes the assembled document.
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/document/initial_values.h"
#include "core/program/commands.h"
#include "core/program/files.h"
#include "core/program/model_file.h"
#include "core/program/overwrite.h"
#include "core/program/tables.h"
#include "core/simulation/assembled.h"

namespace slipstick {
namespace {

std::string pretty(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

/// Writes the document with the assembled state as its initial values.
ExitStatus writeAssembled(const CommandLine& line, const std::string& text, const Model& model, const AssembledModel& assembled,
                          const Streams& streams) {
  std::vector<Issue> issues;
  const Json document = withInitialValues(model, text, assembled.nodes, issues);
  printIssues(issues, nameOf(line.subject), streams);
  if (!issues.empty()) return wrongInput;
  std::string message;
  if (const std::string refused = refusedModel(line, pretty(document)); !refused.empty()) return complain(streams, refused);
  return writeText(line.output, pretty(document), message) ? solved : complain(streams, message);
}

}  // namespace

ExitStatus printAssembled(const CommandLine& line, const Streams& streams) {
  std::string text, message;
  if (!readText(line.subject, streams.in, text, message)) return complain(streams, message);
  if (!line.output.empty() && !canWrite(line.output, message)) return complain(streams, message);
  const auto model = modelOf(text, line.parameters, nameOf(line.subject), streams);
  if (!model) return wrongInput;
  const AssembledModel assembled = assembleModel(model, line.held);
  if (!assembled.problem.empty()) return complain(streams, assembled.problem);
  const AssembleResult& result = assembled.result;
  const bool closes = result.closed && result.moves;
  if (line.json) {
    streams.out << pretty(assembledJson(assembled, *model));
  } else {
    if (closes)
      streams.out << "The mechanism closes: " << result.iterations << (result.iterations == 1 ? " step" : " steps") << ", largest gap "
                  << roundedText(result.gap) << ".\n";
    streams.out << assembled.mobility.text << '\n';
  }
  if (closes) return line.output.empty() ? solved : writeAssembled(line, text, *model, assembled, streams);
  if (!line.json) streams.err << "slipstick: " << result.message << '\n';
  return solverFailed;
}

}  // namespace slipstick
