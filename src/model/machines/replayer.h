#pragma once

#include "model/machines/concrete_evaluator.h"
#include "model/machines/lowering.h"
#include "model/replay.h"

namespace arges::model::machines {

/// Replays runs of a lowered model by executing its events.
class MachineReplayer : public Replayer {
 public:
  /// Without a question nothing is violated.
  MachineReplayer(const Lowering& lowering, const Question* question);
  /// A run violates several questions if it does one of what they forbid.
  MachineReplayer(const Lowering& lowering, std::vector<const Question*> questions);
  std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const override;
  std::optional<ReplayError> follow(const analysis::ConcreteTrace& trace) const override;
  /// The same of what is left of a run whose beginning was followed already.
  std::optional<ReplayError> follow_on(const analysis::ConcreteTrace& rest) const;

 private:
  /// Where a run ends, if it is right.
  struct End {
    Configuration configuration;
    Fault fault = Fault::nothing;
    std::optional<Event> last = {};  ///< if it fired
    std::optional<ReplayError> error = {};
  };
  End walk(const analysis::ConcreteTrace& trace, Configuration from) const;
  std::optional<ReplayError> step(End& at, const ModelStep& step) const;
  std::optional<ReplayError> compare(const End& at, const ir::Valuation& state,
                                     std::size_t number) const;

  const Lowering& lowering_;
  std::vector<const Question*> questions_;
  ConcreteEvaluator evaluator_;
  Execution execution_;
};

}  // namespace arges::model::machines
