// A model as a functional mock-up unit for co-simulation, whatever the version of the interface.
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

/// What the caller did wrong, or the solver could not do, in a sentence.
struct FmuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class FmuUnit {
 public:
  explicit FmuUnit(std::string document);

  const std::vector<FmuVariable>& variables() const { return variables_; }
  double get(unsigned reference);
  /// Parameters until the start, inputs at any time: those take effect at the start of the next step.
  void set(unsigned reference, double value);
  void setStart(double time) { start_ = time; }

  /// From here on parameters stay as they are.
  void begin();
  /// Goes on from the present time by `size`, in whole steps of the model. False if a limit of the model ended the run before.
  bool step(double time, double size);
  double time() const { return simulation_ ? shift_ + simulation_->progress().time : start_; }
  /// As it was made.
  void reset();

  /// Everything that it depends on from here on.
  struct State;
  std::shared_ptr<const State> state();
  void restore(const State& state);
  /// A state as bytes for another process: what was set, and when. Reading them computes the run again, to the bit. Bytes that were changed
  /// or belong to another unit are refused, and the unit stays as it is.
  std::string serialized(const State& state);
  /// The same into room for so many bytes.
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
  Json events_;                                        // of a run that is computed again; null: those of the document
  std::map<std::string, double> pending_;              // inputs for the next step
  std::map<std::string, double> present_;              // inputs as they are
  std::shared_ptr<Simulation> simulation_;             // null: to be built
  std::vector<double> outputs_;                        // empty: to be read
  double start_ = 0, shift_ = 0;                       // s; time of the unit less that of the model
  bool begun_ = false, isOpen_ = false;
};

}  // namespace slipstick
