// Helpers that compile and evaluate a formula in tests.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression/formula.h"

namespace slipstick {

inline Formula compiled(std::string_view text, const Scope& scope = {}) {
  auto result = compileFormula(text, scope);
  if (const auto* error = std::get_if<FormulaError>(&result)) {
    throw std::runtime_error("'" + std::string(text) + "' at " + std::to_string(error->position) + ": " + error->message);
  }
  return std::get<Formula>(result);
}

template <class S = double>
std::vector<S> evaluated(const Formula& formula, const std::vector<S>& arguments = {}, const std::vector<double>& sensors = {}) {
  std::vector<S> result(formula.shape().size());
  formula.evaluate(arguments.data(), sensors.data(), result.data());
  return result;
}

/// The entries of a formula without arguments.
inline std::vector<double> entries(std::string_view text, const Scope& scope = {}) { return evaluated(compiled(text, scope)); }

inline double number(std::string_view text, const Scope& scope = {}) {
  const Formula formula = compiled(text, scope);
  EXPECT_EQ(formula.shape(), (Shape{1, 1})) << text;
  return evaluated(formula)[0];
}

/// A scope with numbers as arguments.
inline Scope scopeWith(const std::vector<std::string>& names) {
  Scope scope;
  for (const std::string& name : names) scope.arguments.push_back({name, {1, 1}});
  return scope;
}

/// The error, such as "4: unknown name 'x'", or "" for a formula that compiles.
inline std::string errorOf(std::string_view text, const Scope& scope = {}) {
  const auto result = compileFormula(text, scope);
  const auto* error = std::get_if<FormulaError>(&result);
  return error ? std::to_string(error->position) + ": " + error->message : "";
}

inline std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace slipstick
