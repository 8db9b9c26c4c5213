// `slipstick import`: descriptions of robots as models.
#include "core/exchange/import.h"

#include <ostream>

#include "core/program/commands.h"
#include "core/program/files.h"
#include "core/program/model_file.h"
#include "core/program/overwrite.h"
#include "core/simulation/json.h"

namespace slipstick {

ExitStatus importModel(const CommandLine& line, const Streams& streams) {
  std::string text, message;
  if (!readText(line.subject, streams.in, text, message)) return complain(streams, message);
  const bool toFile = !line.output.empty() && line.output != "-";
  if (toFile && !canWrite(line.output, message)) return complain(streams, message);
  Imported imported;
  try {
    imported = importRobot(text, nameOf(line.subject), [&](const std::string& name) { return readNear(line.subject, name); });
  } catch (const ImportError& error) {
    return complain(streams, error.what());
  }
  const std::string document = imported.document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (!modelOf(document, {}, "the imported model", streams)) return wrongInput;
  if (const std::string refused = toFile ? refusedModel(line, document) : ""; !refused.empty()) return complain(streams, refused);
  if (toFile && !writeText(line.output, document, message)) return complain(streams, message);
  if (line.json) {
    Json answer = object({{"left", imported.left}});
    if (!toFile) answer["document"] = imported.document;
    streams.out << answer.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    return solved;
  }
  if (!toFile) streams.out << document;
  for (const std::string& what : imported.left) streams.err << "not carried over: " << what << '\n';
  return solved;
}

}  // namespace slipstick
