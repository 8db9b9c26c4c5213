// `slipstick linear`: linear input-output models.
#include "core/simulation/linear.h"

#include <ostream>

#include "core/program/commands.h"
#include "core/program/files.h"
#include "core/program/model_file.h"

namespace slipstick {

ExitStatus printLinear(const CommandLine& line, const Streams& streams) {
  std::string text, message;
  if (!readText(line.subject, streams.in, text, message)) return complain(streams, message);
  const auto model = modelOf(text, line.parameters, nameOf(line.subject), streams);
  if (!model) return wrongInput;
  const LinearResult result = linearise(model, {line.inputs, line.outputs, line.time});
  if (!result.model.problem.empty()) {
    complain(streams, result.model.problem);
    return result.isRequestWrong ? wrongInput : solverFailed;
  }
  if (line.linearFormat == "json")
    streams.out << linearJson(result, false).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  else
    streams.out << (line.linearFormat == "csv" ? linearCsv(result) : linearMatlab(result));
  if (line.linearFormat != "json")
    for (const std::string& note : linearNotes(result)) streams.err << "note: " << note << '\n';
  return solved;
}

}  // namespace slipstick
