// `slipstick texts`: tables of a model's texts for translators.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/exchange/translations.h"
#include "core/program/commands.h"
#include "core/program/files.h"
#include "core/program/model_file.h"

namespace slipstick {
namespace {

ExitStatus write(const std::string& text, const CommandLine& line, const Streams& streams) {
  std::string message;
  if (line.output.empty() || line.output == "-")
    streams.out << text << std::flush;
  else if (!writeText(line.output, text, message))
    return complain(streams, message);
  return solved;
}

ExitStatus putBack(const std::string& document, const CommandLine& line, const Streams& streams) {
  std::string text, message;
  if (!readText(line.table, streams.in, text, message)) return complain(streams, message);
  const TranslationTable table = readTranslations(text, nameOf(line.table));
  if (table.language != line.language)
    return complain(streams, "the table translates to '" + table.language + "', but --language is '" + line.language + "'");
  const TranslatedDocument translated = withTranslations(document, table);
  for (const std::string& skipped : translated.skipped) streams.err << "skipped: " << skipped << '\n';
  streams.err << translated.translated << " of " << table.rows.size() << " texts are translated\n";
  const ExitStatus status = write(translated.text, line, streams);
  return status == solved && !translated.skipped.empty() ? solverFailed : status;
}

}  // namespace

ExitStatus translateTexts(const CommandLine& line, const Streams& streams) {
  std::string document, message;
  if (!readText(line.subject, streams.in, document, message)) return complain(streams, message);
  if (!modelOf(document, {}, nameOf(line.subject), streams)) return wrongInput;
  try {
    if (!line.table.empty()) return putBack(document, line, streams);
    const TranslationTable table = translationsOf(document, line.sourceLanguage, line.language);
    const std::string name = std::filesystem::path(line.subject).filename().string();
    return write(line.format == "csv" ? translationsAsCsv(table) : translationsAsXliff(table, name), line, streams);
  } catch (const ImportError& error) {
    return complain(streams, error.what());
  }
}

}  // namespace slipstick
