// Compiled for size: this runs once in a run.

#include "core/system/assembly.h"

#include "core/system/failures.h"
#include "core/system/loop.h"

namespace slipstick {

int Assembly::addCoordinates(std::span<const double> referenceValues, std::span<const double> initialValues,
                             std::span<const double> velocities) {
  const int first = static_cast<int>(initial.q.size());
  reference.insert(reference.end(), referenceValues.begin(), referenceValues.end());
  initial.q.insert(initial.q.end(), initialValues.begin(), initialValues.end());
  initial.q_t.insert(initial.q_t.end(), velocities.begin(), velocities.end());
  return first;
}
int Assembly::addData(std::span<const double> initialValues) {
  const int first = static_cast<int>(initial.data.size());
  initial.data.insert(initial.data.end(), initialValues.begin(), initialValues.end());
  return first;
}
int Assembly::addMultipliers(int count) {
  const int first = static_cast<int>(multiplierOwners.size());
  multiplierOwners.insert(multiplierOwners.end(), count, item);
  return first;
}
int Assembly::addFrame(std::vector<int> coordinates) {
  frames.push_back(std::move(coordinates));
  frameJacobians.push_back(0);
  return static_cast<int>(frames.size()) - 1;
}
int Assembly::addScalar(std::vector<int> coordinates) {
  scalars.push_back(std::move(coordinates));
  return static_cast<int>(scalars.size()) - 1;
}
std::vector<int> Assembly::range(int first, int count) {
  std::vector<int> numbers(count);
  for (int i = 0; i < count; ++i) numbers[i] = first + i;
  return numbers;
}

int Place::firstCoordinate() const { return loop->roles().node->firstCoordinate(index); }
int Place::coordinateCount() const { return loop->roles().node->coordinateCount(index); }
std::vector<int> Place::coordinates() const {
  const Roles& roles = loop->roles();
  return roles.ofCoordinates ? roles.ofCoordinates->coordinates(index) : Assembly::range(firstCoordinate(), coordinateCount());
}
int Place::addFrame(const Vector3& localPosition, Assembly& assembly) const {
  role::Carrier* carrier = loop->roles().carrier;
  if (!carrier) failAssembly("this item cannot carry markers");
  return carrier->addFrame(index, localPosition, assembly);
}
void Place::output(OutputVariable variable, const Vector3& localPosition, const Sweep<double>& sweep, double* out) const {
  loop->roles().measured->output(index, variable, localPosition, sweep, out);
}

}  // namespace slipstick
