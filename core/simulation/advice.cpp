#include "core/simulation/advice.h"

#include <algorithm>
#include <cmath>

#include "core/solver/solver.h"

namespace slipstick {
namespace {

/// Returns a number that a type may have as parameter; 0 if it has none.
double numberOf(const ModelItem& item, std::string_view name) {
  const Parameter* parameter = item.type->parameter(name);
  if (!parameter || parameter->type != typeNumber<double>) return 0;
  const void* place = static_cast<const char*>(item.value.get()) + parameter->offset;
  return *static_cast<const double*>(place);
}

/// Lists cables that stretch without damping: "'rope.0' and 31 more", or "".
std::string undampedCables(const Model& model) {
  const auto isUndamped = [](const ModelItem& item) {
    return numberOf(item, "physicsAxialStiffness") > 0 && numberOf(item, "physicsAxialDamping") == 0;
  };
  const auto& objects = model.objects();
  const auto first = std::find_if(objects.begin(), objects.end(), isUndamped);
  if (first == objects.end()) return "";
  const auto count = std::count_if(first, objects.end(), isUndamped);
  return "'" + first->name + "'" + (count > 1 ? " and " + std::to_string(count - 1) + " more" : "");
}

}  // namespace

std::string adviceOnShortSteps(const Model& model, const AnalysisStep& step, double average) {
  const std::string what = "The run needs more than twice the " + number(step.numberOfSteps) +
                           " requested steps, because Newton's method or the contact states do not converge with longer steps. ";
  if (const std::string cables = undampedCables(model); !cables.empty())
    return what + "Without 'physicsAxialDamping', axial vibrations of " + cables + " do not decay: try 0.002 s times the stiffness.";
  double parts = 1;  // per second, such that the size has one digit
  while (parts * average < 1) parts *= 10;
  return what + "A 'stepSize' of about " + number(std::round(parts * average) / parts) +
         " s would avoid the failed attempts; damping in parallel to stiff springs and contacts allows longer steps.";
}

}  // namespace slipstick
