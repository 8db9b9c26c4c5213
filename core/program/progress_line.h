// Progress and remaining time, on one line of a terminal that is overwritten repeatedly.
#pragma once

#include <chrono>
#include <string>

#include "core/program/command_line.h"
#include "core/program/program.h"

namespace slipstick {

class ProgressLine {
 public:
  /// Shown from the start if the command line requests it; otherwise after a second if a person watches.
  ProgressLine(const CommandLine& line, const Streams& streams);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `fraction` of all work, 0 … 1.
  void show(double fraction, const std::string& text);
  void clear();
  /// The time since the start.
  double seconds() const;

 private:
  std::ostream& err_;
  const bool shown_;
  const double after_;  // s
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t width_ = 0;
};

/// "12 s", "3 min 20 s", "2 h 5 min".
std::string durationText(double seconds);

}  // namespace slipstick
