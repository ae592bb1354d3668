#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/env.h"
#include "model/machines/abstract_evaluator.h"
#include "model/machines/abstract_search.h"
#include "model/machines/canal/feasibility.h"
#include "model/machines/canal/refinement.h"
#include "model/machines/concrete_evaluator.h"

namespace arges::model::machines {

/// A counterexample that no concrete execution corresponds to, and what was learnt from it.
struct Spurious {
  std::size_t number = 0;  ///< from 1
  const canal::Models& models;
  const Counterexample& counterexample;
  const canal::AnalysisTrace& trace;
  const canal::RelevantLocations& relevant;
  const canal::Refinement& refinement;
  const Abstraction& before;
  const Abstraction& after;
};

/// Model checking with interval abstractions that refine themselves (Ojala 2008, Figure 3.2).
class IntervalRefinement {
 public:
  struct Settings {
    Partition initial = {};
    canal::Options canal = {};
    /// Whether the refined model is tried along the same events until the counterexample is gone
    /// (Section 7.1).
    enum class Resimulation : std::uint8_t { no, yes } resimulation = Resimulation::yes;
    /// What is done about a variable with more cells than `most_cells`, which seems to count in
    /// steps (Section 7.1, loop counters): it is not abstracted any more, or the loop ends there.
    enum class Counters : std::uint8_t { split, exact, end } counters = Counters::split;
    std::size_t most_cells = 16;
    /// Called with every spurious counterexample.
    std::function<void(const Spurious&)> observer = {};
  };
  IntervalRefinement(Env& env, const Model& model, const Question& question, Settings settings);

  struct Answer {
    enum class Kind : std::uint8_t {
      holds,
      violated,
      escaped,
      stuck,
      counting,  ///< a loop counter, where the settings want to end at one
    } kind = Kind::stuck;
    std::vector<Event> run = {};  ///< of violated and escaped: what the concrete model does
    std::string reason = {};      ///< of stuck and counting
  };
  /// Where runs lead into full queues, others may still violate what is asked.
  Answer run();

  const Abstraction& abstraction() const { return abstraction_; }
  const AbstractEvaluator& evaluator() const { return evaluator_; }
  /// After `holds`: the abstract configurations.
  const std::vector<AbstractSearch::Visit>& visits() const { return search_->visits(); }

 private:
  /// Refines because of a spurious counterexample; false: nothing new came of it.
  bool refine(const Counterexample& counterexample);
  bool apply(const canal::Refinement& refinement, Abstraction& to);
  /// Goes back to intervals for all variables; false if they are intervals already.
  bool give_up_exact_values();
  Answer run_to_answer();
  /// Searches, refines, and so on, until there is an answer.
  Answer refine_until_answered();
  /// The first variable with too many cells, if the settings want to end there.
  std::optional<Answer> counting() const;
  /// Where canal has nothing new: all concrete values of relevant locations, or else of all.
  canal::Refinement last_resort(const canal::AnalysisTrace& trace,
                                const canal::RelevantLocations& relevant) const;
  std::optional<Answer> judge(const Counterexample& counterexample) const;

  Env& env_;
  const Model& model_;
  Question question_;
  Settings settings_;
  ConcreteEvaluator concrete_evaluator_;
  Execution concrete_;
  Abstraction abstraction_;
  /// As it was before the first loop counter got exact values.
  std::optional<Abstraction> before_exact_;
  AbstractEvaluator evaluator_;
  Execution abstract_;
  std::unique_ptr<AbstractSearch> search_;
  std::size_t spurious_ = 0;
};

}  // namespace arges::model::machines
