#include "core/program/progress_line.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace slipstick {

ProgressLine::ProgressLine(const CommandLine& line, const Streams& streams)
    : err_(streams.err), shown_(line.progress.value_or(streams.terminal)), after_(line.progress ? 0 : 1) {}

double ProgressLine::seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

void ProgressLine::show(double fraction, const std::string& text) {
  const double passed = seconds();
  if (!shown_ || passed < after_) return;
  char percent[32];
  std::snprintf(percent, sizeof percent, "%5.1f %%  ", 100 * fraction);
  std::string line = percent + text;
  if (fraction > 0 && fraction < 1) line += ", " + durationText(passed / fraction * (1 - fraction)) + " left";
  err_ << '\r' << line << std::string(width_ - std::min(width_, line.size()), ' ') << std::flush;
  width_ = line.size();
}

void ProgressLine::clear() {
  if (width_ > 0) err_ << '\r' << std::string(width_, ' ') << '\r' << std::flush;
  width_ = 0;
}

std::string durationText(double seconds) {
  const double whole = std::min(seconds, 1e9);
  const long s = static_cast<long>(whole + 0.5);
  if (s < 60) return std::to_string(s) + " s";
  if (s < 3600) return std::to_string(s / 60) + " min " + std::to_string(s % 60) + " s";
  return std::to_string(s / 3600) + " h " + std::to_string(s % 3600 / 60) + " min";
}

}  // namespace slipstick
