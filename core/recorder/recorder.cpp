#include "core/recorder/recorder.h"

#include <algorithm>
#include <cmath>

namespace slipstick {
namespace {

constexpr double timeTolerance = 1e-10;  // s, as in the solvers

}  // namespace

Recorder::Recorder(System& system) : system_(system) {
  const Model& model = system.model();
  for (std::size_t i = 0; i < model.sensors().size(); ++i) {
    SensorLayout layout = sensorLayout(model, static_cast<int>(i));
    Channel channel;
    channel.name = model.sensors()[i].name;
    channel.size = system.sensorSize(static_cast<int>(i));
    channel.components = std::move(layout.components);
    channel.unit = std::move(layout.unit);
    history_.addSensor(std::move(channel));
  }
  for (const System::Pose& pose : system.poses()) history_.addPose(pose.source.kind, pose.object, pose.source.size);
}

void Recorder::begin(double period, const State& state) {
  period_ = period;
  write(state);
  next_ = std::max(state.time + period, state.time);
}

void Recorder::afterStep(const State& state, double endTime, double stepSize) {
  if (std::abs(state.time - endTime) <= timeTolerance) next_ = endTime - stepSize;
  if (state.time - next_ < -timeTolerance) return;
  write(state);
  next_ = std::max(next_ + period_, state.time);
}

void Recorder::write(const State& state) {
  system_.update(state);
  double* row = history_.append();
  row[0] = state.time;
  for (std::size_t i = 0; i < history_.sensors().size(); ++i) system_.sensor(static_cast<int>(i), row + history_.sensors()[i].column);
  for (std::size_t i = 0; i < history_.poses().size(); ++i) system_.pose(static_cast<int>(i), row + history_.poses()[i].column);
}

}  // namespace slipstick
