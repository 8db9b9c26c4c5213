// What a run recorded: rows of one width, time first, then sensors, then poses, then profiles.
#pragma once

#include <string>
#include <vector>

namespace slipstick {

/// Columns of one sensor, or of one thing to draw.
struct Channel {
  std::string name;
  int column = 0;                       // first column in a row
  int size = 0;                         // numbers
  std::vector<std::string> components;  // of a sensor: "x", "y", "z"
  std::string unit;                     // of a sensor
};

/// What the numbers of a pose are. frame: position x y z and quaternion w x y z of a body; point: position; cable: position and slope
/// of both ends, 8 numbers.
enum class PoseKind { frame, point, cable };
struct PoseChannel {
  PoseKind kind;
  int object;  // number of the object drawn
  int column;
  int size;
};

/// A quantity along a line of cable elements; values follow it with the material.
struct Profile {
  std::string over;      // name of the line
  bool contact = false;  // in the contacts with circles, summed over these; else on the elements
  std::string variable;  // output variable, or "" with a formula
  int component = 0;
  std::string formula;  // of t, s and position; "" if there is none
  std::string unit;
  std::vector<double> positions;  // arc length of each point in the reference configuration, m
  std::vector<int> objects;       // the element on which each point lies
  double length = 0;              // of the whole line, m
  bool closed = false;
};
struct ProfileChannel : Profile {
  int column = 0;
  int size() const { return static_cast<int>(positions.size()); }
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
  int addProfile(Profile profile) {
    profiles_.push_back({std::move(profile), width_});
    width_ += profiles_.back().size();
    return profiles_.back().column;
  }
  /// A new row to be filled; growth doubles, so that a step seldom allocates.
  double* append() {
    rows_.resize(rows_.size() + width_);
    return rows_.data() + rows_.size() - width_;
  }
  void reserve(std::size_t samples) { rows_.reserve(samples * width_); }
  /// Forgets the samples (they were taken elsewhere), keeps the columns and the memory.
  void clearSamples() { rows_.clear(); }

 private:
  int width_ = 1;  // column 0 is time
  std::vector<double> rows_;
  std::vector<Channel> sensors_;
  std::vector<PoseChannel> poses_;
  std::vector<ProfileChannel> profiles_;
};

}  // namespace slipstick
