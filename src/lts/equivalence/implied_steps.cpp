#include "lts/equivalence/implied_steps.h"

#include <algorithm>

#include "base/invariant.h"
#include "lts/equivalence/tau_components.h"

namespace arges::lts {

namespace {

/// States that internal steps lead to, a search at a time.
class InternalSearch {
 public:
  explicit InternalSearch(const Mts& lts) : lts_(lts), seen_(lts.num_states(), 0) {}

  void restart() {
    ++now_;
    states_.clear();
  }
  void add(StateId state) {
    if (seen_[state] == now_) return;
    seen_[state] = now_;
    states_.push_back(state);
  }
  /// Where one internal step leads.
  void add_behind(StateId state) {
    for (const Transition& t : lts_.transitions(state, tau)) add(t.target());
  }
  void run() {
    for (std::size_t i = 0; i < states_.size(); ++i) add_behind(states_[i]);
  }
  bool has(StateId state) const { return seen_[state] == now_; }
  const std::vector<StateId>& states() const { return states_; }

 private:
  const Mts& lts_;
  std::vector<std::uint64_t> seen_;  ///< by which search
  std::uint64_t now_ = 0;
  std::vector<StateId> states_;
};

}  // namespace

Mts without_implied_steps(const Mts& lts, const Limits* limits) {
  INVARIANT(lts.is_lts(), "implied steps should be those of an LTS");
  const std::vector<bool> diverges = tau_components(lts).diverges;
  INVARIANT(std::find(diverges.begin(), diverges.end(), true) == diverges.end(),
            "an LTS with implied steps should have no internal cycle");
  MtsBuilder builder(lts.table());
  builder.ensure_states(static_cast<StateId>(lts.num_states()));
  builder.set_initial(lts.initial());
  builder.add_to_alphabet(lts.alphabet());
  InternalSearch before(lts);
  InternalSearch behind(lts);
  for (StateId s = 0; s < lts.num_states(); ++s) {
    before.restart();
    before.add_behind(s);
    before.run();
    const std::span<const Transition> steps = lts.transitions(s);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const ActionId action = steps[i].action();
      if (i == 0 || action != steps[i - 1].action()) {
        if (limits != nullptr) limits->check();
        // Where else than to its own targets the state gets with this action.
        behind.restart();
        if (action != tau)
          for (const StateId u : before.states())
            for (const Transition& t : lts.transitions(u, action)) behind.add(t.target());
        for (const Transition& t : lts.transitions(s, action)) behind.add_behind(t.target());
        behind.run();
      }
      if (!behind.has(steps[i].target()))
        builder.add(s, action, steps[i].target(), steps[i].modality());
    }
  }
  return builder.build();
}

}  // namespace arges::lts
