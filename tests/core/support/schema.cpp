#include "tests/core/support/schema.h"

#include <regex>
#include <stdexcept>

namespace slipstick::testing {
namespace {

bool hasType(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  if (type == "integer")
    return value.is_number_integer() || (value.is_number() && value.get<double>() == static_cast<double>(value.get<long>()));
  throw std::runtime_error("unknown type in a schema: " + type);
}

bool knowsKeyword(const std::string& keyword) {
  for (const char* known :
       {"$schema",  "$defs",   "title",      "description",          "default",       "$ref",          "const",    "enum",  "type",
        "anyOf",    "oneOf",   "properties", "additionalProperties", "propertyNames", "minProperties", "required", "items", "minItems",
        "maxItems", "minimum", "maximum",    "exclusiveMinimum",     "refersTo",      "format"})
    if (keyword == known) return true;
  return false;
}

}  // namespace

std::string schemaMismatch(const Json& value, const Json& schema, const Json& root, const std::string& pointer) {
  const auto here = [&](const std::string& message) { return (pointer.empty() ? "/" : pointer) + ": " + message; };
  if (schema.is_boolean()) return schema.get<bool>() ? "" : here("nothing is allowed here");
  for (const auto& [keyword, ignored] : schema.items())
    if (!knowsKeyword(keyword))
      throw std::runtime_error("the schema uses '" + keyword + "', which tests/core/support/schema.cpp does not know");
  if (schema.contains("$ref")) {
    const std::string name = schema["$ref"].get<std::string>().substr(1);
    if (const std::string text = schemaMismatch(value, root.at(Json::json_pointer(name)), root, pointer); !text.empty()) return text;
  }
  if (schema.contains("pattern") && value.is_string() &&
      !std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>())))
    return here("does not match " + schema["pattern"].dump());
  if (schema.contains("const") && value != schema["const"]) return here("must be " + schema["const"].dump());
  if (schema.contains("enum")) {
    bool found = false;
    for (const Json& choice : schema["enum"]) found |= value == choice;
    if (!found) return here("is none of " + schema["enum"].dump());
  }
  if (schema.contains("type")) {
    bool found = false;
    if (schema["type"].is_string())
      found = hasType(value, schema["type"]);
    else
      for (const Json& type : schema["type"]) found |= hasType(value, type);
    if (!found) return here("must be of type " + schema["type"].dump() + ", got " + value.dump());
  }
  for (const char* keyword : {"anyOf", "oneOf"}) {
    if (!schema.contains(keyword)) continue;
    int fits = 0;
    std::string reasons;
    for (const Json& choice : schema[keyword]) {
      const std::string text = schemaMismatch(value, choice, root, pointer);
      if (text.empty())
        ++fits;
      else if (text.find("/type: must be") == std::string::npos)
        reasons += "\n    " + text;
    }
    if (fits == 0) return here(std::string("fits none of ") + keyword + reasons);
    if (keyword == std::string("oneOf") && fits > 1) return here("fits more than one of oneOf");
  }
  if (value.is_number()) {
    const double number = value.get<double>();
    if (schema.contains("minimum") && number < schema["minimum"].get<double>()) return here("is below minimum");
    if (schema.contains("maximum") && number > schema["maximum"].get<double>()) return here("is above maximum");
    if (schema.contains("exclusiveMinimum") && number <= schema["exclusiveMinimum"].get<double>())
      return here("is at or below exclusiveMinimum");
  }
  if (value.is_array()) {
    if (schema.contains("minItems") && value.size() < schema["minItems"].get<std::size_t>()) return here("has too few entries");
    if (schema.contains("maxItems") && value.size() > schema["maxItems"].get<std::size_t>()) return here("has too many entries");
    if (schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        if (std::string text = schemaMismatch(value[i], schema["items"], root, pointer + "/" + std::to_string(i)); !text.empty())
          return text;
  }
  if (value.is_object()) {
    if (schema.contains("required"))
      for (const Json& name : schema["required"])
        if (!value.contains(name.get<std::string>())) return here("lacks " + name.dump());
    if (schema.contains("minProperties") && value.size() < schema["minProperties"].get<std::size_t>())
      return here("has too few properties");
    for (const auto& [key, entry] : value.items()) {
      if (schema.contains("propertyNames"))
        if (std::string text = schemaMismatch(key, schema["propertyNames"], root, pointer + "/" + key); !text.empty()) return text;
      const bool known = schema.contains("properties") && schema["properties"].contains(key);
      const Json inner = known                                     ? schema["properties"][key]
                         : schema.contains("additionalProperties") ? schema["additionalProperties"]
                                                                   : Json(true);
      if (std::string text = schemaMismatch(entry, inner, root, pointer + "/" + key); !text.empty()) return text;
    }
  }
  return "";
}

}  // namespace slipstick::testing
