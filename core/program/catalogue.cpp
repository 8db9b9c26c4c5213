#include "core/program/catalogue.h"

#include "core/display/display_tables.h"
#include "core/document/reference.h"
#include "core/document/texts.h"
#include "core/grading/remark.h"
#include "core/model/items.h"
#include "core/program/type_facts.h"

namespace slipstick {

Json catalogue() {
  Json all = Json::object();
  for (int i = 0; i < itemKinds; ++i) {
    const auto kind = static_cast<ItemKind>(i);
    all["lists"].push_back({{"name", listName(kind)}, {"kind", kindName(kind)}});
  }
  for (const Table& plot : drawing::plots) all["plots"].push_back(plot.name);
  const Json display = itemReference("display");
  for (const Json& row : display[0]["parameters"])
    if (row.contains("tables")) {
      const Json& form = row["form"];
      const bool isList = form.contains("count") && !form.contains("orOne");
      all["display"].push_back({{"name", row["name"]}, {"isList", isList}, {"pages", row["tables"]}});
    }
  all["types"] = typeFacts();
  for (const RemarkText& text : remarkTexts) all["remarks"][text.name] = text.english;
  for (const char* place : textPlaces()) all["texts"].push_back(place);
  return all;
}

}  // namespace slipstick
