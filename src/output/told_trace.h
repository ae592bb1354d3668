#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "ir/text/scope.h"
#include "model/cfa/cfa.h"
#include "model/machines/lowering.h"
#include "model/statechart/lowering.h"

namespace arges::output {

/// What a run is of: its System, and the model behind it where that has words of its own.
struct RunSubject {
  const analysis::System* system = nullptr;
  const model::statechart::Lowering* chart = nullptr;   ///< of a statechart
  const model::Cfa* program = nullptr;                  ///< of a C program
  const model::machines::Lowering* machines = nullptr;  ///< of communicating machines
  /// Where steps end; null: at every step of the System.
  std::function<bool(analysis::Control)> rests = {};
  /// Variables that the environment sets within a step.
  std::vector<ir::Var> inputs = {};
  ir::TypeNames types = {};  ///< as the model calls them
};

/// One step of a run in words that every format can use.
struct ToldStep {
  std::string cause;                       ///< "start", "set(3)", "after 500 ms", "L1 -> L2"
  std::vector<std::string> inputs;         ///< events of the environment, with their arguments
  std::uint64_t milliseconds = 0;          ///< that passed
  std::vector<std::string> configuration;  ///< active states, or the location; sorted
  std::vector<std::string> outputs;        ///< events that were raised, with their arguments
  std::vector<std::string> fired;          ///< names of transitions
  std::vector<ir::Var> variables;          ///< the model's data that have values
  std::vector<ir::Var> changed;            ///< of these, since the step before
  std::vector<std::string> notes;          ///< what went wrong
  SourceLocation position = {};
  ir::Valuation state;      ///< at its end
  std::size_t actions = 0;  ///< so many of the run were taken then
};

/// A run in such steps; those that it has in common with other runs are shared.
class ToldTrace {
 public:
  ToldTrace() = default;
  explicit ToldTrace(std::vector<ToldStep> steps) { append(std::move(steps)); }
  void append(std::vector<ToldStep> steps) {
    for (ToldStep& step : steps)
      steps_.push_back(std::make_shared<const ToldStep>(std::move(step)));
  }
  void shorten(std::size_t size) { steps_.resize(size); }

  std::size_t size() const { return steps_.size(); }
  const ToldStep& operator[](std::size_t i) const { return *steps_[i]; }
  const ToldStep& back() const { return *steps_.back(); }

  class Iterator {
   public:
    using Inner = std::vector<std::shared_ptr<const ToldStep>>::const_iterator;
    explicit Iterator(Inner at) : at_(at) {}
    const ToldStep& operator*() const { return **at_; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    Inner at_;
  };
  Iterator begin() const { return Iterator(steps_.begin()); }
  Iterator end() const { return Iterator(steps_.end()); }

 private:
  std::vector<std::shared_ptr<const ToldStep>> steps_;
};

/// The model's data, of which a step tells those that have values.
std::vector<ir::Var> told_variables(const RunSubject& subject);

/// A run in such steps, the start being the first.
std::vector<ToldStep> tell(const RunSubject& subject, const analysis::ConcreteTrace& trace);
/// The steps of what is left of a run after a step has ended.
std::vector<ToldStep> tell_rest(const RunSubject& subject, const analysis::ConcreteTrace& rest);

}  // namespace arges::output
