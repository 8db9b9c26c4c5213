// The study of a document, and the runs it defines.
#pragma once

#include <cstdint>

#include "core/model/values.h"

namespace slipstick {

/// Reads `study`. `model` must already contain the parameters and measures.
std::optional<Study> readStudy(const Json& document, const Model& model, const ValueReader& reader);

/// The table of a study, for schema and reference. A parameter may have a list of values instead of a range.
const Table& studyTable();

/// The runs of a study, numbered from 0. The same study gives the same values on every computer.
class StudyPlan {
 public:
  explicit StudyPlan(const Study& study);
  std::int64_t runs() const { return study_.runs; }
  /// Returns a value for each axis. A grid varies the last axis first.
  std::vector<double> values(std::int64_t run) const;

 private:
  double sample(std::size_t axis, std::int64_t run) const;

  Study study_;
  std::vector<std::vector<std::int32_t>> strata_;  // for a Latin hypercube: the part of each axis used by each run
};

}  // namespace slipstick
