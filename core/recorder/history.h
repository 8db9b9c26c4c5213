// The recorded data of a run: rows of equal width, time first, then sensors, then poses, then profiles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/system/pose.h"

namespace slipstick {

/// The columns of one sensor, or of one drawn object.
struct Channel {
  std::string name;
  int column = 0;                       // first column in a row
  int size = 0;                         // number of columns
  std::vector<std::string> components;  // for a sensor: "x", "y", "z"
  std::string unit;                     // for a sensor
};

struct PoseChannel {
  PoseKind kind;
  int object;  // number of the drawn object
  int column;
  int size;
};

/// The columns of a profile of the model, one for each of its points.
struct ProfileChannel {
  int column;
  int size;
};

class History {
 public:
  int width() const { return width_; }
  int samples() const { return width_ ? static_cast<int>(rows_.size() / width_) : 0; }
  const double* row(int sample) const { return rows_.data() + static_cast<std::size_t>(sample) * width_; }
  const std::vector<Channel>& sensors() const { return sensors_; }
  const std::vector<PoseChannel>& poses() const { return poses_; }
  const std::vector<ProfileChannel>& profiles() const { return profiles_; }

  int addSensor(Channel channel) {
    channel.column = width_;
    width_ += channel.size;
    sensors_.push_back(std::move(channel));
    return sensors_.back().column;
  }
  int addPose(PoseKind kind, int object, int size) {
    poses_.push_back({kind, object, width_, size});
    width_ += size;
    return poses_.back().column;
  }
  int addProfile(int size) {
    profiles_.push_back({width_, size});
    width_ += size;
    return profiles_.back().column;
  }
  /// Appends a row to be filled; capacity doubles, so that a step rarely allocates.
  double* append() {
    rows_.resize(rows_.size() + width_);
    return rows_.data() + rows_.size() - width_;
  }
  void reserve(std::size_t samples) { rows_.reserve(samples * width_); }
  /// Removes the newest samples.
  void dropLast(std::int64_t samples) {
    rows_.resize(rows_.size() - static_cast<std::size_t>(std::clamp<std::int64_t>(samples, 0, this->samples())) * width_);
  }
  /// Removes the samples (the caller has copied them), keeps the columns and the memory.
  void clearSamples() { rows_.clear(); }

 private:
  int width_ = 1;  // column 0 is time
  std::vector<double> rows_;
  std::vector<Channel> sensors_;
  std::vector<PoseChannel> poses_;
  std::vector<ProfileChannel> profiles_;
};

}  // namespace slipstick
