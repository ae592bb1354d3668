#include "lts/algebra/contracts.h"

#include <algorithm>
#include <set>

#include "base/invariant.h"
#include "lts/algebra/operators.h"
#include "lts/algebra/subsets.h"
#include "lts/equivalence/bisimulation.h"

namespace arges::lts {

namespace {

Mts all_may(const Mts& system) {
  MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(system.num_states()));
  builder.set_initial(system.initial());
  builder.add_to_alphabet(system.alphabet());
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const Transition& t : system.transitions(s))
      builder.add(s, t.action(), t.target(), Modality::may);
  return builder.build();
}

}  // namespace

Mts contract_system(const Contract& contract) {
  const Mts& specification = *contract.specification;
  MtsBuilder builder(specification.table());
  builder.ensure_states(static_cast<StateId>(specification.num_states()));
  builder.set_initial(specification.initial());
  builder.add_to_alphabet(specification.alphabet());
  for (StateId s = 0; s < specification.num_states(); ++s)
    for (const Transition& t : specification.transitions(s))
      builder.add(s, t.action(), t.target(), t.modality());
  for (const RedTransition& t : contract.red) {
    INVARIANT(contract.communication.contains(t.action),
              "a red transition should have an action that is synchronised on");
    builder.add(t.source, t.action, t.target, Modality::may);
  }
  return builder.build();
}

Mts green_context(const Contract& contract, const Limits* limits) {
  INVARIANT(contract.specification->alphabet().includes(contract.communication),
            "a contract should be about actions of its specification");
  return determinized(view(may_completion(*contract.specification), contract.communication),
                      limits);
}

Mts red_context(const Contract& contract, const Limits* limits) {
  std::set<std::pair<StateId, ActionId>> forbidden;
  for (const RedTransition& t : contract.red) forbidden.insert({t.source, t.action});
  const Mts seen = view(*contract.specification, contract.communication);
  SubsetStates subsets(seen);
  MtsBuilder builder(seen.table());
  builder.add_to_alphabet(contract.communication);
  for (StateId at = 0; at < subsets.size(); ++at) {
    if (limits != nullptr) limits->check();
    const std::vector<StateId> members = subsets.members(at);
    const std::vector<SubsetStates::Step> steps = subsets.steps(members);
    for (const ActionId action : contract.communication.actions()) {
      if (std::any_of(members.begin(), members.end(), [&](StateId s) {
            return forbidden.contains({s, action});
          }))
        continue;
      // The empty set is what follows a word that the specification does not have.
      const auto found = std::find_if(steps.begin(), steps.end(),
                                      [action](const auto& step) { return step.action == action; });
      builder.add(at, action,
                  subsets.intern(found == steps.end() ? std::vector<StateId>{} : found->targets));
    }
  }
  builder.ensure_states(static_cast<StateId>(subsets.size()));
  // Of deterministic systems, bisimilarity is equality of languages: this is the minimal automaton.
  return all_may(minimized(builder.build(), Equivalence::strong, limits));
}

std::optional<Mts> context(const Contract& contract, const Limits* limits) {
  return conjunction(green_context(contract, limits), red_context(contract, limits));
}

}  // namespace arges::lts
