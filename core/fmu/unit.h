// A model as a functional mock-up unit for co-simulation, for every version of the interface.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/fmu/variables.h"
#include "core/simulation/simulation.h"

namespace slipstick {

/// A sentence on an error of the caller or a failure of the solver.
struct FmuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class FmuUnit {
 public:
  explicit FmuUnit(std::string document);

  const std::vector<FmuVariable>& variables() const { return variables_; }
  double get(unsigned reference);
  /// Sets parameters until the start, inputs at any time; inputs take effect at the start of the next step.
  void set(unsigned reference, double value);
  void setStart(double time) { start_ = time; }

  /// From now on parameters are constant.
  void begin();
  /// Advances from the present time by `size`, in whole steps of the model. Returns false if a limit of the model ended the run earlier.
  bool step(double time, double size);
  double time() const { return simulation_ ? shift_ + simulation_->progress().time : start_; }
  /// Restores the initial state of the unit.
  void reset();

  /// Everything on which the further run depends.
  struct State;
  std::shared_ptr<const State> state();
  void restore(const State& state);
  /// A state as bytes for another process: the values that were set, and when. Deserialising computes the run again and gives bit-identical
  /// results. Bytes that were changed or belong to another unit are rejected, and the unit remains unchanged.
  std::string serialized(const State& state);
  /// The same, written into a buffer of so many bytes.
  void serialized(const State& state, char* bytes, std::size_t size);
  std::shared_ptr<const State> deserialized(const std::string& bytes);

 private:
  void build();
  void advance();
  std::string bytes();
  void read(const std::string& bytes);

  std::string document_;
  std::vector<FmuVariable> variables_;
  FmuTiming timing_{};
  std::map<std::string, double> parameters_, inputs_;  // before the start
  Json events_;                                        // of a run that is computed again; null: the events of the document
  std::map<std::string, double> pending_;              // inputs for the next step
  std::map<std::string, double> present_;              // current inputs
  std::shared_ptr<Simulation> simulation_;             // null: to be built
  std::vector<double> outputs_;                        // empty: to be read
  double start_ = 0, shift_ = 0;                       // s; time of the unit minus time of the model
  bool begun_ = false, isOpen_ = false;
};

}  // namespace slipstick
