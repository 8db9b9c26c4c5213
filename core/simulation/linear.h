// Linear input-output models of a document: the solver's linear_model.h for programs and pages.
#pragma once

#include <optional>

#include "core/simulation/simulation.h"
#include "core/solver/linear_model.h"

namespace slipstick {

struct LinearRequest {
  std::vector<std::string> inputs, outputs;  // names, as in linear_signals.h
  std::optional<double> time;                // nothing: before the first dynamic step, after static ones
};

/// {"inputs", "outputs", "time"}. Returns what is wrong, or "".
std::string readLinearRequest(const Json& json, LinearRequest& request);

struct LinearResult {
  double time = 0;
  LinearModel model;
  bool isRequestWrong = false;  // the problem is a name of the request
};

/// Runs the model up to the time, and returns the linear model there.
LinearResult linearise(const std::shared_ptr<const Model>& model, const LinearRequest& request);

/// {"time", "problem", "notes", "inputs": [{"name", "unit"}], "outputs": …, "states": [name], "A", "B", "C", "D": lists of rows,
/// "stable", "poles": [[re, im]], "zeros": by output and input null if it does not respond, or [[re, im]]}, and with `responses`
/// "frequencies": in rad/s, "response": by output and input {"re", "im"}, "step": {"time", "values": by output and input}.
Json linearJson(const LinearResult& result, bool responses);
/// Returns the notes of the model, and sentences about its poles and zeros.
std::vector<std::string> linearNotes(const LinearResult& result);
/// {"inputs": [{"name", "unit", "kind"}], "outputs": [{"name", "unit"}]}: the names that a request may have.
Json linearSignalsJson(const std::shared_ptr<const Model>& model);
/// A line for each frequency in rad/s: magnitude and phase in degrees of all pairs.
std::string linearCsv(const LinearResult& result);
/// Statements of MATLAB that define A, B, C, D and the names, and `sys` if the Control System Toolbox is installed.
std::string linearMatlab(const LinearResult& result);

}  // namespace slipstick
