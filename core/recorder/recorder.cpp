#include "core/recorder/recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/registry/user_function.h"
#include "core/system/loop.h"

namespace slipstick {
namespace {

/// Returns the tolerance of the time at which a row is due: times of steps are rounded.
double tolerance(double time, double period) {
  return std::max(1e-8 * period, 4 * std::numeric_limits<double>::epsilon() * std::abs(time));
}
constexpr int frameNumbers = 7;

/// Returns the number of parts: the links of a tree are consecutive frames.
int parts(const PoseSource& source) { return source.kind == PoseKind::frame ? source.size / frameNumbers : 1; }

}  // namespace

Recorder::Recorder(const System& system, Workspace& workspace) : system_(system), workspace_(workspace) {
  const Model& model = system.model();
  for (std::size_t i = 0; i < model.sensors().size(); ++i) {
    SensorLayout layout = sensorLayout(model, static_cast<int>(i));
    Channel channel;
    channel.name = model.sensors()[i].name;
    channel.size = system.sensorSize(static_cast<int>(i));
    channel.components = std::move(layout.components);
    channel.unit = std::move(layout.unit);
    history_.addSensor(std::move(channel));
    integrates_ = integrates_ || model.sensors()[i].type->loop()->roles().integrating;
  }
  for (const System::Pose& pose : system.poses())
    for (int part = 0; part < parts(pose.source); ++part)
      history_.addPose(pose.source.kind, pose.object, pose.source.size / parts(pose.source));
  std::size_t numbers = 3, sensorNumbers = 0;
  for (const Profile& profile : model.profiles) {
    history_.addProfile(static_cast<int>(profile.positions.size()));
    for (const Profile::Source& source : profile.sources) numbers = std::max<std::size_t>(numbers, source.points * source.stride);
    std::size_t read = 0;
    for (const Formula& formula : profile.function.components())
      for (const SensorInput& sensor : formula.sensors()) read += sensor.size;
    sensorNumbers = std::max(sensorNumbers, read);
  }
  measures_.emplace(model, history_);
  output_.resize(numbers), sensorValues_.resize(sensorNumbers);
}

void Recorder::begin(double period, const State& state) {
  place_.period = period;
  system_.advance(state, workspace_);
  write(state);
  place_.origin = state.time, place_.periods = 1;
}

bool Recorder::afterStep(const State& state, double endTime) {
  if (integrates_) system_.advance(state, workspace_);
  const auto next = [this] { return place_.origin + static_cast<double>(place_.periods) * place_.period; };
  const bool due = state.time >= next() - tolerance(state.time, place_.period);
  if (!due && state.time != endTime) return false;
  write(state);
  if (!due) return true;
  ++place_.periods;
  if (next() < state.time) place_.origin = state.time, place_.periods = 0;
  return true;
}

void Recorder::atEnd(const State& state) {
  if (place_.written > 0 && place_.last != state.time) write(state);
}

void Recorder::goBack(const Place& place) {
  history_.dropLast(place_.written - place.written);
  measures_->keep(place.written);
  place_ = place;
}

void Recorder::sensorsIn(const State& state, std::vector<double>& values) {
  const Evaluation at = system_.motion(state, workspace_);
  std::size_t numbers = 0;
  for (const Channel& sensor : history_.sensors()) numbers += sensor.size;
  values.resize(numbers);
  for (std::size_t i = 0; i < history_.sensors().size(); ++i)  // their columns follow the time column
    system_.sensor(at, static_cast<int>(i), values.data() + history_.sensors()[i].column - 1);
}

void Recorder::posesIn(const State& state, std::vector<double>& numbers) {
  std::size_t size = 0;
  for (const PoseChannel& pose : history_.poses()) size += pose.size;
  numbers.resize(size);
  writePoses(system_.motion(state, workspace_), numbers.data());
}

/// Writes the poses consecutively.
void Recorder::writePoses(const Evaluation& at, double* first) {
  for (std::size_t i = 0; i < system_.poses().size(); ++i) {
    system_.pose(at, static_cast<int>(i), first);
    first += system_.poses()[i].source.size;
  }
}

void Recorder::write(const State& state) {
  const Evaluation at = system_.motion(state, workspace_);
  double* row = history_.append();
  row[0] = state.time;
  place_.last = state.time, ++place_.written;
  for (std::size_t i = 0; i < history_.sensors().size(); ++i) system_.sensor(at, static_cast<int>(i), row + history_.sensors()[i].column);
  if (!history_.poses().empty()) writePoses(at, row + history_.poses().front().column);
  for (std::size_t i = 0; i < history_.profiles().size(); ++i)
    writeProfile(system_.model().profiles[i], at, row, row + history_.profiles()[i].column);
  measures_->add(row);
}

void Recorder::writeProfile(const Profile& profile, const Evaluation& at, double* row, double* out) {
  std::fill_n(out, profile.positions.size(), 0.0);
  if (profile.function) {
    double* next = sensorValues_.data();
    for (const Formula& formula : profile.function.components())
      for (const SensorInput& sensor : formula.sensors())
        if (sensor.input() >= 0)
          *next++ = system_.input(sensor.input());
        else
          next = std::copy_n(row + history_.sensors()[sensor.index].column, sensor.size, next);
    for (const Profile::Source& source : profile.sources) {
      system_.output(at, source.object, OutputVariable::Position, source.localPosition, output_.data());
      const double arguments[] = {row[0], profile.positions[source.firstPoint], output_[0], output_[1], output_[2]};
      profile.function.evaluate(arguments, sensorValues_.data(), out + source.firstPoint);
    }
    return;
  }
  for (const Profile::Source& source : profile.sources) {
    system_.output(at, source.object, profile.variable, source.localPosition, output_.data());
    for (int i = 0; i < source.points; ++i) out[source.firstPoint + i] += output_[i * source.stride + profile.component];
  }
}

}  // namespace slipstick
