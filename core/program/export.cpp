// `slipstick export`: models as scripts for Exudyn.
#include <ostream>

#include "core/exchange/exudyn_script.h"
#include "core/program/commands.h"
#include "core/program/files.h"
#include "core/program/model_file.h"

namespace slipstick {

ExitStatus exportModel(const CommandLine& line, const Streams& streams) {
  std::string text, message;
  if (!readText(line.subject, streams.in, text, message)) return complain(streams, message);
  const bool toFile = !line.output.empty() && line.output != "-";
  if (toFile && !canWrite(line.output, message)) return complain(streams, message);
  const auto model = modelOf(text, line.parameters, nameOf(line.subject), streams);
  if (!model) return wrongInput;
  ExudynScript script;
  try {
    script = exudynScript(model, text);
  } catch (const ExportError& error) {
    return complain(streams, error.what());
  }
  if (toFile && !writeText(line.output, script.text, message)) return complain(streams, message);
  if (!toFile) streams.out << script.text;
  for (const std::string& what : script.leftOut) streams.err << "left out: " << what << '\n';
  return solved;
}

}  // namespace slipstick
