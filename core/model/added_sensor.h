// Sensors that a model has beyond those of its document.
#pragma once

#include <initializer_list>
#include <string>

#include "core/model/model.h"

namespace slipstick {

/// The object that a parameter of a sensor refers to.
struct MeasuredObject {
  const char* parameter;
  int object;
};

/// Appends a sensor. Its checks are left to the caller. `variable`: its output, if it has several.
void addSensor(Model& model, const char* type, std::initializer_list<MeasuredObject> objects = {},
               OutputVariable variable = OutputVariable::none, std::string name = "");

}  // namespace slipstick
