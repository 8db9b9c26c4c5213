#include "core/simulation/mode_shapes.h"

#include "core/recorder/recorder.h"
#include "core/system/system.h"

namespace slipstick {
namespace {

constexpr double step = 1e-6;  // for modes whose largest entry is 1: the error of central differences is 1e-10

}  // namespace

ModeShapes poseShapes(const System& system, Recorder& recorder, const State& state, const std::vector<std::vector<Complex>>& modes) {
  ModeShapes result;
  recorder.posesIn(state, result.poses);
  State moved = state;
  std::vector<double> increment(state.q.size()), ahead, behind;
  const auto posesAt = [&](const std::vector<Complex>& mode, bool imaginary, double by, std::vector<double>& poses) {
    for (std::size_t i = 0; i < mode.size(); ++i) increment[i] = by * (imaginary ? mode[i].imag() : mode[i].real());
    system.compose(state.q.data(), increment.data(), moved.q.data());
    recorder.posesIn(moved, poses);
  };
  for (const std::vector<Complex>& mode : modes) {
    std::vector<Complex> shape(result.poses.size());
    for (const bool imaginary : {false, true}) {
      posesAt(mode, imaginary, step, ahead);
      posesAt(mode, imaginary, -step, behind);
      for (std::size_t i = 0; i < shape.size(); ++i) {
        const double rate = (ahead[i] - behind[i]) / (2 * step);
        shape[i] += imaginary ? Complex(0, rate) : Complex(rate);
      }
    }
    result.shapes.push_back(std::move(shape));
  }
  return result;
}

}  // namespace slipstick
