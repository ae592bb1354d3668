#include "synth/parallel/ctl_properties.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/temporal/ctl_check.h"
#include "lts/temporal/ctl_parser.h"
#include "lts/temporal/ctl_recheck.h"

namespace arges::synth {

using lts::ActionId;
using lts::Mts;
using lts::StateId;

namespace {

/// Makes formulas about a system's states.
class Invariants {
 public:
  Invariants(const Mts& system, Random& random) : system_(system), random_(random) {
    for (const ActionId a : system.alphabet().actions())
      others_ += fmt::format("{}!{}", others_.empty() ? "" : " & ", name(a));
  }

  std::string next() {
    const auto state = static_cast<StateId>(random_.below(system_.num_states()));
    const std::string here = weak_description(state);
    const auto transitions = system_.transitions(state);
    if (transitions.empty() || random_.percent(20))
      return fmt::format("AG({} -> {})", here, weak_description(state));
    if (random_.percent(15)) {
      const ActionId action = random_.pick(system_.alphabet().actions());
      return fmt::format("AG({} -> <true>EF <{}>true)", here, name(action));
    }
    const lts::Transition t = transitions[random_.below(transitions.size())];
    return fmt::format("AG({} -> {})", here, after(t.action(), weak_description(t.target())));
  }

 private:
  const std::string& name(ActionId a) const { return system_.table()->name(a); }

  /// The formula, about states, holds now or after other actions. E alone would be about runs that
  /// begin with a certain step, <f> asks about the state.
  std::string soon(const std::string& formula) const {
    return fmt::format("({0} | <{1}>E(({1}) U {0}))", formula, others_);
  }
  std::string possible(ActionId a) const { return soon(fmt::format("<{}>true", name(a))); }
  /// After the action, whatever comes before it, the formula holds. Nothing needs to come behind
  /// it: the system has no internal actions, so others never change what is possible.
  std::string after(ActionId a, const std::string& formula) const {
    return "!" + soon(fmt::format("<{}>!{}", name(a), formula));
  }

  /// Some of what tells a state from others: one or two actions that are possible or not.
  std::string weak_description(StateId state) {
    std::vector<std::string> parts;
    for (const ActionId a : random_.sample(system_.alphabet().actions(), 1 + random_.below(2))) {
      const bool is_possible = !system_.transitions(state, a).empty();
      parts.push_back((is_possible ? "" : "!") + possible(a));
    }
    return fmt::format("({})", fmt::join(parts, " & "));
  }

  const Mts& system_;
  Random& random_;
  std::string others_;  ///< none of the system's actions
};

}  // namespace

std::vector<CtlProperty> ctl_properties(const Mts& system, std::size_t number, Random& random) {
  Invariants invariants(system, random);
  std::vector<CtlProperty> result;
  std::vector<CtlProperty> spare;
  std::set<std::string> seen;
  const std::size_t half = (number + 1) / 2;
  for (std::size_t attempt = 0; attempt < 40 * number && result.size() < number; ++attempt) {
    const std::string text = invariants.next();
    if (!seen.insert(text).second) continue;
    const bool holds = ctl_holds({&system}, text);
    const auto same = static_cast<std::size_t>(std::count_if(
        result.begin(), result.end(), [holds](const CtlProperty& p) { return p.holds == holds; }));
    (same < half ? result : spare).push_back({text, holds});
  }
  for (std::size_t i = 0; i < spare.size() && result.size() < number; ++i)
    result.push_back(spare[i]);
  return result;
}

bool ctl_holds(const std::vector<const Mts*>& parts, const std::string& formula,
               const Limits* limits) {
  constexpr auto finite_runs = lts::FiniteRuns::stutter;
  const SourceText source("formula", formula);
  lts::CtlFormulas formulas(finite_runs);
  const lts::ParsedCtl parsed = lts::parse_ctl(formulas, source);
  const lts::CtlId asked = formulas.of_state(parsed.formula);
  lts::ActionPropositions actions;
  for (const std::string& name : formulas.propositions())
    actions.push_back(parts.front()->table()->find(name));
  lts::ParallelView view(parts);
  const lts::StateSpace space(view, finite_runs, limits);
  lts::CtlCheck check(space, formulas, actions, limits);
  const bool holds = check.holds(asked);
  std::string wrong = lts::space_error(parts, space, finite_runs, limits);
  if (wrong.empty()) wrong = lts::sets_error(space, formulas, actions, check.sets(), asked, limits);
  INVARIANT(wrong.empty(), wrong);
  return holds;
}

}  // namespace arges::synth
