#include "core/simulation/digest.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/simulation/base64url.h"
#include "core/simulation/result.h"

namespace slipstick {
namespace {

constexpr int mostColumns = 16;                     // number of columns whose values a digest contains
constexpr double places[] = {1.0 / 3, 2.0 / 3, 1};  // sampled positions, relative to the time span
constexpr double singlePrecision = 2e-7;            // relative; the stored values cannot resolve finer differences

/// Two parallel multiplicative hashes, which change with any bit. They detect accidental changes, not forgery.
class ResultHash {
 public:
  void mix(std::uint32_t word) {
    a_ = turned((a_ ^ word) * 0xcc9e2d51u, 15);
    b_ = turned((b_ ^ word) * 0x1b873593u, 13) ^ a_;
  }
  void mix(double number) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    mix(static_cast<std::uint32_t>(bits)), mix(static_cast<std::uint32_t>(bits >> 32));
  }
  /// Lowest byte first.
  std::string bytes() const {
    std::string text;
    for (const std::uint32_t word : {a_, b_})
      for (int i = 0; i < 4; ++i) text += static_cast<char>(word >> 8 * i & 255);
    return text;
  }

 private:
  static std::uint32_t turned(std::uint32_t x, int by) { return x << by | x >> (32 - by); }
  std::uint32_t a_ = 0x9e3779b9, b_ = 0x85ebca6b;
};

struct Column {
  std::string name;
  int number;  // index in a row of the history
};

std::vector<Column> columnsOf(const History& history) {
  std::vector<Column> columns{{"t", 0}};
  for (const Channel& sensor : history.sensors())
    for (int i = 0; i < sensor.size; ++i)
      columns.push_back({sensor.size > 1 ? sensor.name + " " + sensor.components[i] : sensor.name, sensor.column + i});
  return columns;
}

std::string hashOf(const History& history) {
  ResultHash hash;
  for (const Column& column : columnsOf(history)) {
    hash.mix(static_cast<std::uint32_t>(2 * history.samples()));
    for (int sample = 0; sample < history.samples(); ++sample) hash.mix(history.row(sample)[column.number]);
  }
  for (std::uint32_t i = 0; i < 4; ++i) hash.mix(i);
  return toBase64Url(hash.bytes());
}

struct Reading {
  const Column& column;
  double time, value;
};

/// Returns the value of a column at a time, by linear interpolation between two samples.
double valueAt(const History& history, int column, double time) {
  const int last = history.samples() - 1;
  const auto at = [&](int sample) { return history.row(sample)[0]; };
  if (time >= at(last)) return history.row(last)[column];
  if (time <= at(0)) return history.row(0)[column];
  int low = 0, high = last;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (at(middle) <= time ? low : high) = middle;
  }
  const double span = at(high) - at(low), fraction = span > 0 ? (time - at(low)) / span : 0, value = history.row(low)[column];
  return fraction > 0 ? value + fraction * (history.row(high)[column] - value) : value;
}

std::vector<Reading> readingsOf(const History& history, const std::vector<Column>& columns) {
  std::vector<Reading> readings;
  const double first = history.row(0)[0], last = history.row(history.samples() - 1)[0];
  for (std::size_t i = 1; i < columns.size() && i <= mostColumns; ++i)
    for (const double place : places) {
      const double time = first + place * (last - first);
      readings.push_back({columns[i], time, valueAt(history, columns[i].number, time)});
    }
  return readings;
}

/// Returns the range of a column; if it hardly varies, its magnitude.
double rangeOf(const History& history, int column) {
  double low = INFINITY, high = -INFINITY;
  for (int sample = 0; sample < history.samples(); ++sample)
    if (const double value = history.row(sample)[column]; std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  return low <= high ? std::max(high - low, 1e-3 * std::max(std::abs(low), std::abs(high))) : 0;
}

struct Parts {
  std::string version, hash, values;
};
Parts partsOf(const std::string& digest) {
  const std::size_t first = digest.find(':'), second = digest.find(':', first + 1);
  return {digest.substr(0, first), digest.substr(first + 1, second - first - 1), digest.substr(second + 1)};
}

std::string shortNumber(const char* format, double number) {
  char text[40];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

}  // namespace

std::string resultHash(const Simulation& simulation) { return simulation.history().samples() == 0 ? "" : hashOf(simulation.history()); }

std::string digestOf(const Simulation& simulation) {
  const History& history = simulation.history();
  if (history.samples() == 0) return "";
  std::string values;
  for (const Reading& reading : readingsOf(history, columnsOf(history))) {
    const float single = static_cast<float>(reading.value);
    std::uint32_t bits;
    std::memcpy(&bits, &single, sizeof bits);
    for (int i = 0; i < 4; ++i) values += static_cast<char>(bits >> 8 * i & 255);
  }
  return std::string(engineVersion()) + ":" + hashOf(history) + ":" + toBase64Url(values);
}

Json resultWithDigest(const Simulation& simulation, double wallSeconds) {
  Json result = resultJson(simulation, wallSeconds);
  if (simulation.status() != Simulation::Status::finished) return result;
  if (std::string digest = digestOf(simulation); !digest.empty()) result["digest"] = std::move(digest);
  return result;
}

namespace {
bool consistsOf(const std::string& text, const char* more) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) || (c && std::strchr(more, c)); });
}
}  // namespace

bool isEngineVersion(const std::string& text) { return !text.empty() && text.size() <= 40 && consistsOf(text, "_.+-"); }

bool isDigest(const std::string& text) {
  if (std::count(text.begin(), text.end(), ':') != 2) return false;
  const auto [version, hash, values] = partsOf(text);
  return isEngineVersion(version) && hash.size() == 11 && values.size() <= 512 && consistsOf(hash, "_-") && consistsOf(values, "_-");
}

Verdict compareDigest(const Simulation& simulation, const std::string& digest) {
  using Outcome = Verdict::Outcome;
  const History& history = simulation.history();
  if (history.samples() == 0)
    return {Outcome::different, "Not reproduced: the run has no time steps, so it recorded no values to compare."};
  const Parts theirs = partsOf(digest);
  const bool sameEngine = theirs.version == engineVersion();
  const std::string engines = "computed by engine " + theirs.version + ", this is " + engineVersion();
  const std::vector<Column> columns = columnsOf(history);
  if (hashOf(history) == theirs.hash)
    return {Outcome::same, "Reproduced to the last bit: " + std::to_string(history.samples()) + " samples of " +
                               std::to_string(columns.size() - 1) + " sensor components have the digest " + theirs.hash +
                               (sameEngine ? "." : "; " + engines + ".")};
  const auto differs = [&](const std::string& notReproduced, const std::string& how) {
    return sameEngine ? Verdict{Outcome::different, notReproduced + how + "."}
                      : Verdict{Outcome::otherEngine, "The digest was " + engines + ": " + how + "."};
  };
  if (theirs.values.empty()) return differs("Not reproduced: ", "at least one recorded number differs");
  const std::vector<Reading> readings = readingsOf(history, columns);
  std::string bytes;
  if (!fromBase64Url(theirs.values, bytes) || bytes.size() != 4 * readings.size())
    return differs("Not reproduced: ", "the digest belongs to a run with other sensors");
  double worst = 0;
  const Reading* place = nullptr;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    std::uint32_t bits = 0;
    for (int k = 0; k < 4; ++k) bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[4 * i + k])) << 8 * k;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    const double range = rangeOf(history, readings[i].column.number);
    const double difference = std::abs(static_cast<float>(readings[i].value) - value) / (range > 0 ? range : 1);
    if (!(difference <= worst)) worst = difference, place = &readings[i];
  }
  if (worst <= singlePrecision)
    return differs("Not reproduced to the last bit: ", "the values in the digest agree within 2e-7 of their range");
  const std::string amount = std::isfinite(worst) ? "by " + shortNumber("%.2g", worst) + " of its range" : "without bound";
  return differs("Not reproduced: ", place->column.name + " differs " + amount + " at " + shortNumber("%.4g", place->time) + " s");
}

}  // namespace slipstick
