#include <fmt/format.h>

#include "lts/algebra/operators.h"
#include "lts/temporal/ltl_recheck.h"
#include "synth/property/promises.h"
#include "synth/property/property_system.h"

namespace arges::synth {

namespace {

using lts::StateId;

/// Checks all that a system promises.
class PromiseCheck {
 public:
  PromiseCheck(const SystemRequest& request, const PropertySystem& made)
      : request_(request),
        made_(made),
        vocabulary_(*request.vocabulary),
        allowed_(lts::may_lts(made.system)),
        required_(lts::must_lts(made.system)) {}

  std::string error() {
    std::string wrong = shape_error();
    for (const Property& property : made_.structural)
      if (wrong.empty() && !is_satisfied(allowed_, vocabulary_, property.formula, request_.limits))
        wrong = fmt::format("'{}' should hold", vocabulary_.text(property.formula));
    for (std::size_t i = 0; wrong.empty() && i < made_.properties.size(); ++i)
      wrong = property_error(i);
    return wrong;
  }

 private:
  std::string shape_error() const {
    if (!request_.alphabet.includes(made_.system.alphabet())) return "an action is unknown";
    std::vector<int> turn(made_.system.num_states(), -1);
    std::vector<StateId> queue{made_.system.initial()};
    turn[made_.system.initial()] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const StateId s = queue[next];
      if (made_.system.transitions(s).empty()) return fmt::format("state {} is a dead end", s);
      for (const lts::Transition& t : made_.system.transitions(s)) {
        const int after = request_.inputs.empty() ? 0 : 1 - turn[s];
        if (!request_.inputs.empty() && request_.inputs.contains(t.action()) != (turn[s] == 0))
          return fmt::format("inputs and outputs do not alternate in state {}", s);
        if (turn[t.target()] >= 0 && turn[t.target()] != after)
          return fmt::format("state {} has both inputs and outputs", t.target());
        if (turn[t.target()] < 0) queue.push_back(t.target());
        turn[t.target()] = after;
      }
    }
    return "";
  }

  std::string property_error(std::size_t number) {
    const WantedProperty& wanted = made_.properties[number];
    const std::string text = vocabulary_.text(wanted.property.formula);
    if (wanted.verdict == Verdict::satisfied)
      return is_satisfied(allowed_, vocabulary_, wanted.property.formula, request_.limits)
                 ? ""
                 : fmt::format("'{}' should hold", text);
    if (is_satisfied(required_, vocabulary_, wanted.property.formula, request_.limits))
      return fmt::format("'{}' should be violated by what is required", text);
    for (const KeptCounterexample& kept : made_.counterexamples) {
      if (kept.property != number) continue;
      const std::string wrong = counterexample_error(wanted, kept);
      if (!wrong.empty()) return fmt::format("'{}': {}", text, wrong);
      return "";
    }
    return fmt::format("'{}' should have a counterexample", text);
  }

  std::string counterexample_error(const WantedProperty& wanted, const KeptCounterexample& kept) {
    const std::string wrong =
        lts::counterexample_error({&required_}, vocabulary_.property(wanted.property.formula),
                                  lts::FiniteRuns::ignore, kept.run);
    if (!wrong.empty()) return wrong;
    if (wanted.rarity == Rarity::handle) {
      if (!kept.handle) return "there should be a handle";
      if (!is_satisfied(without_transition(allowed_, *kept.handle), vocabulary_,
                        wanted.property.formula, request_.limits))
        return "without its handle the property should hold";
    }
    return wanted.depth ? depth_error(wanted, *wanted.depth, kept) : "";
  }

  /// No refinement may be shallower than what is allowed, none deeper than what is required.
  std::string depth_error(const WantedProperty& wanted, const DepthInterval& depth,
                          const KeptCounterexample& kept) {
    std::optional<std::size_t> lowest;
    bool reached = false;
    if (depth.kind == DepthKind::prefix) {
      const automata::Formula formula = wanted.property.formula;
      lowest = shortest_violating_prefix(allowed_, request_.alphabet, vocabulary_, formula,
                                         depth.at_most);
      reached = shortest_violating_prefix(required_, request_.alphabet, vocabulary_, formula,
                                          depth.at_most)
                    .has_value();
    } else {
      if (!kept.handle) return "depth in states is known of violations with a handle only";
      lowest = distinct_states_by_handle(allowed_, *kept.handle);
      reached = distinct_states(kept.run) <= depth.at_most;
    }
    if (!lowest || !reached)
      return fmt::format("its violations should be at most {} deep", depth.at_most);
    if (*lowest <= depth.more_than)
      return fmt::format("its violations should be more than {} deep, and one is {}",
                         depth.more_than, *lowest);
    return "";
  }

  const SystemRequest& request_;
  const PropertySystem& made_;
  Vocabulary& vocabulary_;
  lts::Mts allowed_;
  lts::Mts required_;
};

}  // namespace

std::string promise_error(const SystemRequest& request, const PropertySystem& made) {
  return PromiseCheck(request, made).error();
}

}  // namespace arges::synth
