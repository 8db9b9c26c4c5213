#include "core/recorder/measures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numbers>

#include "core/expression/formula.h"
#include "core/math/cholesky.h"
#include "core/math/elementary.h"
#include "core/model/issues.h"

namespace slipstick {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double fewestInPeriod = 8;  // samples, for `amplitude`

/// The reason why a functional has no value.
struct NoValue {
  std::string reason;
};

struct Point {
  double time, value;
};

/// Formats a time without the last digits, which are rounding.
std::string seconds(double time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g s", time);
  return text;
}

/// Returns the zero of the parabola through three points, between the first two, whose values have different signs.
double crossing(const Point& a, const Point& b, double curvature) {
  const double width = b.time - a.time, slope = (b.value - a.value) / width;
  const double straight = std::clamp(-a.value / slope, 0.0, width);
  // value = a + u (slope − width curvature) + u² curvature
  const double linear = slope - width * curvature, discriminant = linear * linear - 4 * curvature * a.value;
  if (!(discriminant >= 0)) return a.time + straight;
  const double q = -0.5 * (linear + std::copysign(std::sqrt(discriminant), linear));
  for (const double root : {a.value / q, q / curvature})
    if (root >= 0 && root <= width) return a.time + root;
  return a.time + straight;
}

/// Returns the second divided difference.
double curvatureOf(const Point& a, const Point& b, const Point& c) {
  return ((c.value - b.value) / (c.time - b.time) - (b.value - a.value) / (b.time - a.time)) / (c.time - a.time);
}

/// Evaluates one measure over all samples.
class Evaluation {
 public:
  Evaluation(const MeasureFormula& formula, const std::vector<int>& sources, const std::vector<double>& rows, int width)
      : formula_(formula),
        sources_(sources),
        rows_(rows),
        width_(width),
        samples_(static_cast<int>(rows.size()) / width),
        arguments_(1 + formula.functionals.size()),
        sensorValues_(sources.size()) {}

  MeasureValue value() {
    for (std::size_t i = 0; i < formula_.functionals.size(); ++i) {
      try {
        arguments_[1 + i] = valueOf(formula_.functionals[i]);
      } catch (const NoValue& none) {
        return {std::nullopt, std::string(formula_.functionals[i].name) + ": " + none.reason};
      }
    }
    double result = 0;
    formula_.result.evaluate(arguments_.data(), sensorValues_.data(), &result);
    if (!std::isfinite(result)) return {std::nullopt, "the result is not a finite number"};
    return {result, ""};
  }

 private:
  using Kind = MeasureFormula::Kind;
  using Functional = MeasureFormula::Functional;

  double time(int sample) const { return rows_[static_cast<std::size_t>(sample) * width_]; }

  double valueOf(const Functional& functional) {
    const bool ofFrequency = functional.kind == Kind::amplitude;
    double all[3] = {0, -infinity, infinity};
    double* const settings = all + 1;  // time limits
    functional.settings.evaluate(arguments_.data(), sensorValues_.data(), ofFrequency ? all : settings);
    if (samples_ == 0) throw NoValue{"nothing was recorded"};
    if (functional.kind == Kind::at) settings[1] = settings[0];
    from_ = settings[0], to_ = settings[1];
    evaluate(functional.of);
    if (functional.kind >= Kind::first) return ofCondition(functional.kind);
    return ofFrequency ? amplitude(all[0]) : ofNumber(functional.kind);
  }

  /// Evaluates the argument at all samples.
  void evaluate(const Formula& formula) {
    const int size = formula.shape().size();
    values_.resize(static_cast<std::size_t>(samples_) * size);
    for (int sample = 0; sample < samples_; ++sample) {
      const double* row = rows_.data() + static_cast<std::size_t>(sample) * width_;
      arguments_[0] = row[0];
      for (std::size_t i = 0; i < sources_.size(); ++i) sensorValues_[i] = row[sources_[i]];
      formula.evaluate(arguments_.data(), sensorValues_.data(), values_.data() + static_cast<std::size_t>(sample) * size);
    }
  }

  std::string within() const {
    const std::string from = seconds(from_), to = seconds(to_);
    if (from_ == to_) return " at " + from;
    if (from_ == -infinity) return to_ == infinity ? "" : " until " + to;
    return to_ == infinity ? " from " + from + " on" : " from " + from + " to " + to;
  }
  [[noreturn]] void failWithoutSamples() const {
    throw NoValue{"nothing was recorded" + within() + ": the run is recorded from " + seconds(time(0)) + " to " +
                  seconds(time(samples_ - 1))};
  }

  // ---- numbers

  /// Returns the samples between the limits; values at the limits themselves are interpolated.
  std::vector<Point> points() const {
    std::vector<Point> points;
    const double last = std::max(std::abs(time(0)), std::abs(time(samples_ - 1)));
    const double tolerance = 8 * std::numeric_limits<double>::epsilon() * last;
    const auto within = [this, tolerance](double t) { return t >= from_ - tolerance && t <= to_ + tolerance; };
    for (int i = 0; i < samples_; ++i) {
      const Point here{time(i), values_[i]};
      if (i > 0 && here.time > time(i - 1)) {
        const Point before{time(i - 1), values_[i - 1]};
        for (const double limit : {from_, to_})
          if (limit > before.time + tolerance && limit < here.time - tolerance && !(limit == to_ && from_ == to_ && !points.empty()))
            points.push_back({limit, before.value + (limit - before.time) / (here.time - before.time) * (here.value - before.value)});
      }
      if (within(here.time)) points.push_back(here);
    }
    return points;
  }

  /// Returns the samples between the limits; throws if there are none or if one is not finite.
  std::vector<Point> finitePoints() const {
    std::vector<Point> points = this->points();
    if (points.empty()) failWithoutSamples();
    for (const Point& point : points)
      if (!std::isfinite(point.value)) throw NoValue{"its argument is not a finite number at " + seconds(point.time)};
    return points;
  }

  /// Returns the amplitude of c + a cos ωt + b sin ωt, fitted to the last whole periods by least squares. Each sample has the weight of the
  /// trapezoidal rule. Unlike Fourier's integrals, the fit is exact for a sine between any samples.
  double amplitude(double frequency) const {
    if (!(frequency > 0) || !std::isfinite(frequency)) throw NoValue{"its frequency must be more than 0, got " + numberText(frequency)};
    const std::vector<Point> points = finitePoints();
    const double end = points.back().time, periods = std::floor((end - points[0].time) * frequency * (1 + 1e-9));
    if (!(periods >= 1)) throw NoValue{"less than one period of " + seconds(1 / frequency) + " was recorded" + within()};
    const double begin = end - (periods + 1e-6) / frequency, w = 2 * std::numbers::pi * frequency;
    double normal[9] = {}, right[3] = {};  // the equations of the coefficients c, a and b
    double samples = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].time < begin) continue;
      const double before = i == 0 || points[i - 1].time < begin ? points[i].time : points[i - 1].time;
      const double after = i + 1 < points.size() ? points[i + 1].time : points[i].time;
      const double phase = w * (points[i].time - end);
      const double terms[] = {1, cos(phase), sin(phase)};
      for (int j = 0; j < 3; ++j) {
        const double weighted = (after - before) * terms[j];
        right[j] += weighted * points[i].value;
        for (int k = 0; k < 3; ++k) normal[3 * j + k] += weighted * terms[k];
      }
      ++samples;
    }
    if (samples < fewestInPeriod * periods || !factorizeSymmetric(normal, 3))
      throw NoValue{"a period of " + seconds(1 / frequency) + " has too few samples"};
    solveLower(normal, 3, right);
    solveUpper(normal, 3, right);
    return std::sqrt(right[1] * right[1] + right[2] * right[2]);
  }

  double ofNumber(Kind kind) const {
    const std::vector<Point> points = finitePoints();
    double largest = points[0].value, smallest = largest, integral = 0, duration = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Point &a = points[i - 1], &b = points[i];
      largest = std::max(largest, b.value), smallest = std::min(smallest, b.value);
      const double step = b.time - a.time;
      if (!(step > 0)) continue;  // one step of the analysis ends and another starts
      duration += step;
      integral += kind == Kind::rms ? step * 0.5 * (a.value * a.value + b.value * b.value) : step * 0.5 * (a.value + b.value);
    }
    switch (kind) {
      case Kind::maximum:
        return largest;
      case Kind::minimum:
        return smallest;
      case Kind::mean:
        return duration > 0 ? integral / duration : points[0].value;
      case Kind::rms:
        return duration > 0 ? std::sqrt(integral / duration) : std::abs(points[0].value);
      case Kind::integral:
        return integral;
      case Kind::final:
        return points.back().value;
      default:
        return points[0].value;
    }
  }

  // ---- conditions

  bool holds(int sample) const { return values_[2 * static_cast<std::size_t>(sample)] != 0; }
  Point margin(int sample) const { return {time(sample), values_[2 * static_cast<std::size_t>(sample) + 1]}; }
  bool follows(int sample) const { return sample > 0 && sample < samples_ && time(sample) > time(sample - 1); }

  /// Returns the time at which the condition changes before a sample.
  double changeBefore(int sample) const {
    if (!follows(sample)) return time(sample);
    const Point a = margin(sample - 1), b = margin(sample);
    if (!std::isfinite(a.value) || !std::isfinite(b.value) || a.value == b.value) return b.time;
    // Takes the smaller of the two curvatures because a kink may be on the other side.
    double curvature = infinity;
    const auto look = [&](const Point& c) {
      const double found = curvatureOf(a, b, c);
      if (std::abs(found) < std::abs(curvature)) curvature = found;
    };
    if (follows(sample - 1)) look(margin(sample - 2));
    if (follows(sample + 1)) look(margin(sample + 1));
    return crossing(a, b, std::isfinite(curvature) ? curvature : 0);
  }

  double ofCondition(Kind kind) const {
    const double start = std::max(from_, time(0)), end = std::min(to_, time(samples_ - 1));
    if (!(start <= end)) failWithoutSamples();
    bool now = holds(0), atStart = now;
    std::vector<double> rises, falls;
    for (int sample = 1; sample < samples_; ++sample) {
      if (holds(sample) == now) continue;
      const double when = changeBefore(sample);
      if (when > end) break;
      now = !now;
      if (when < start)
        atStart = now;
      else
        (now ? rises : falls).push_back(when);
    }
    switch (kind) {
      case Kind::first:
        if (atStart) return start;
        if (rises.empty()) throw NoValue{"its condition never holds" + within()};
        return rises.front();
      case Kind::last:
        if (now) return end;
        if (falls.empty()) throw NoValue{"its condition never holds" + within()};
        return falls.back();
      case Kind::count:
        return static_cast<double>(rises.size() + (atStart ? 1 : 0));
      case Kind::period:
        if (rises.size() < 2)
          throw NoValue{"its argument rises through 0 " + std::string(rises.empty() ? "never" : "only once") + within()};
        return (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1);
      default:
        if (!now) throw NoValue{"its argument is still outside of the band at " + seconds(end)};
        return rises.empty() ? start : rises.back();
    }
  }

  const MeasureFormula& formula_;
  const std::vector<int>& sources_;
  const std::vector<double>& rows_;
  const int width_, samples_;
  std::vector<double> arguments_, sensorValues_, values_;
  double from_ = 0, to_ = 0;
};

}  // namespace

MeasureRecorder::MeasureRecorder(const Model& model, const History& history) : model_(model) {
  if (model.measures.empty()) return;
  columns_.push_back(0);
  for (const Measure& measure : model.measures) {
    std::vector<int>& places = sources_.emplace_back();
    for (const SensorInput& sensor : measure.formula.result.sensors()) {
      for (int i = 0; i < sensor.size; ++i) {
        const int column = history.sensors()[sensor.index].column + i;
        const auto known = std::find(columns_.begin(), columns_.end(), column);
        places.push_back(static_cast<int>(known - columns_.begin()));
        if (known == columns_.end()) columns_.push_back(column);
      }
    }
  }
}

void MeasureRecorder::add(const double* row) {
  for (const int column : columns_) rows_.push_back(row[column]);
}

void MeasureRecorder::keep(std::int64_t samples) {
  rows_.resize(std::min(rows_.size(), static_cast<std::size_t>(samples) * columns_.size()));
}

std::vector<MeasureValue> MeasureRecorder::values() const {
  std::vector<MeasureValue> values;
  for (std::size_t i = 0; i < model_.measures.size(); ++i)
    values.push_back(Evaluation(model_.measures[i].formula, sources_[i], rows_, static_cast<int>(columns_.size())).value());
  return values;
}

}  // namespace slipstick
