#pragma once

#include <map>
#include <vector>

#include "base/limits.h"
#include "model/machines/concrete_evaluator.h"
#include "model/machines/question.h"

namespace arges::model::machines {

/// Executes a model, breadth first, for a while, to find runs that do what questions forbid: where
/// most can be done, most are found at once. Counts configurations, not time: the same on every
/// run.
class Explorer {
 public:
  Explorer(const Model& model, const Limits& limits)
      : model_(model), limits_(limits), evaluator_(model), execution_(model, evaluator_) {}

  using Run = std::vector<Event>;
  /// By the positions of the questions that were found violated; the shortest run of each.
  std::map<std::size_t, Run> find(const std::vector<const Question*>& questions);
  /// Whether there was nothing left to execute.
  bool saw_all() const { return saw_all_; }

 private:
  struct Visit {
    Configuration configuration;
    std::size_t parent;
    Event event;
  };
  void follow(std::size_t from, const Event& event, const std::vector<const Question*>& questions);
  /// `event`: that fired; null: none did.
  void judge(std::size_t visit, Fault fault, const Event* event,
             const std::vector<const Question*>& questions);
  Run run_to(std::size_t visit) const;

  const Model& model_;
  const Limits& limits_;
  ConcreteEvaluator evaluator_;
  Execution execution_;
  std::vector<Visit> visits_;
  std::map<std::vector<std::uint64_t>, std::size_t> known_;
  std::map<std::size_t, Run> found_;
  bool saw_all_ = false;
};

}  // namespace arges::model::machines
