// Tables of a document's texts for translators, as XLIFF 2.0 or CSV, and the way back into the document.
#pragma once

#include <string>
#include <vector>

#include "core/exchange/xml.h"

namespace slipstick {

struct Translation {
  std::string place;  // pointer of the text in its document
  std::string source, target;
};

struct TranslationTable {
  std::string sourceLanguage, language;
  std::vector<Translation> rows;
};

/// Returns the texts of a document, a valid JSON text. `sourceLanguage`: the language of texts without one, and of those to translate.
TranslationTable translationsOf(const std::string& document, const std::string& sourceLanguage, const std::string& language);
std::string translationsAsCsv(const TranslationTable& table);
std::string translationsAsXliff(const TranslationTable& table, const std::string& model);
/// Reads either format. Throws an ImportError with file and line.
TranslationTable readTranslations(const std::string& text, const std::string& file);

struct TranslatedDocument {
  std::string text;
  int translated = 0;
  std::vector<std::string> skipped;  // texts that were not translated, each with the reason
};
/// Writes the translations of a table into a document, whose other bytes remain. Throws an ImportError if the table belongs to another
/// document.
TranslatedDocument withTranslations(const std::string& document, const TranslationTable& table);

}  // namespace slipstick
