// Reference of item types, from the registry.
#include "core/model/tables.h"

namespace slipstick {
namespace {

Json parameterJson(const Parameter& parameter, void* item) {
  const Target target = parameter.target(item);
  Json json = rowReference(parameter, target);
  if (parameter.needs) json["needs"] = capability::describe(parameter.needs);
  if (parameter.needsOfLast) json["needsOfLast"] = capability::describe(parameter.needsOfLast);
  if (std::holds_alternative<UserFunction*>(target)) {
    Json arguments = Json::array();
    const Signature signature = parameter.signature();
    for (const UserFunctionArgument& argument : signature.arguments) arguments.push_back(argument.name);
    json["arguments"] = std::move(arguments);
    json["resultSize"] = signature.resultSize > 0 ? Json(signature.resultSize) : Json();
  }
  return json;
}

Json typeJson(const ItemType& type) {
  const auto item = type.create();
  Json parameters = Json::array(), outputs = Json::array();
  for (const Parameter& parameter : type.parameters) parameters.push_back(parameterJson(parameter, item.get()));
  for (const Output& output : type.outputs)
    outputs.push_back({{"name", outputVariableName(output.variable)},
                       {"unit", output.unit.text()},
                       {"size", output.size > 0 ? Json(output.size) : Json()},
                       {"text", output.text}});
  return {{"kind", kindName(type.kind)},
          {"type", type.name},
          {"summary", type.summary},
          {"equation", type.equation},
          {"parameters", parameters},
          {"outputs", outputs},
          {"provides", capability::describe(type.provides)},
          {"visualization", type.visualization}};
}

}  // namespace

Json itemReference(std::string_view name) {
  Json types = Json::array();
  for (const ItemKind kind : {ItemKind::node, ItemKind::object, ItemKind::marker, ItemKind::load, ItemKind::sensor})
    for (const ItemType* type : Registry::instance().types(kind))
      if (name.empty() || type->name == name) types.push_back(typeJson(*type));
  return types;
}

}  // namespace slipstick
