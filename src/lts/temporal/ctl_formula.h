#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lts/temporal/run.h"

namespace arges::lts {

/// The few operators that formulas of computation tree logic are made of. What they hold of is a
/// position: a step that a run is about to take, from its source on. `now` and `possible` ask about
/// the source alone, and so hold of states as well.
enum class CtlOp : std::uint8_t {
  truth,
  action,  ///< the step does this action
  negation,
  conjunction,  ///< of two
  next,         ///< EX f: some step behind this one has f
  until,        ///< E(f U g): some run that begins with this step has f until it has g
  always,       ///< EG f: some infinite run that begins with this step has f at every position
  now,          ///< some step from the source has f
  possible,     ///< <f>g: some step from the source has f and leads to a state with g
};

using CtlId = std::uint32_t;

/// Formulas of computation tree logic over actions, as a graph with shared parts; operands have
/// smaller numbers. The usual operators are made of the few above, for either meaning of runs
/// that end: where those are ignored, each quantifier asks for a run that goes on for ever. An
/// operand of a path operator that only says something about states holds of a position if it does
/// of its source: in AG(<a>true -> EF b) runs of EF b may begin with any step of the state, in
/// AG(a -> EF b) they begin with that step a.
class CtlFormulas {
 public:
  struct Node {
    CtlOp op;
    std::uint32_t proposition = 0;  ///< of an action
    CtlId first = 0;
    CtlId second = 0;

    friend auto operator<=>(const Node& a, const Node& b) = default;
  };

  explicit CtlFormulas(FiniteRuns finite_runs);

  FiniteRuns finite_runs() const { return finite_runs_; }
  const Node& operator[](CtlId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  const std::vector<std::string>& propositions() const { return names_; }

  CtlId constant(bool value) { return value ? truth_ : negation(truth_); }
  CtlId action(std::string_view name);
  CtlId negation(CtlId f);
  CtlId conjunction(CtlId f, CtlId g);
  CtlId disjunction(CtlId f, CtlId g) { return negation(conjunction(negation(f), negation(g))); }

  // With E; what has A is a negation of one of these.
  CtlId next(CtlId f);
  CtlId until(CtlId f, CtlId g);
  CtlId always(CtlId f);
  CtlId weak_until(CtlId f, CtlId g) { return disjunction(until(f, g), always(f)); }
  CtlId release(CtlId f, CtlId g) { return weak_until(g, conjunction(operand(f), operand(g))); }
  /// As an operand of a path operator: what is of states is asked of a position's source. To be
  /// used on each operand before they are joined, as what is joined with an action is of steps.
  CtlId operand(CtlId f) { return is_of_states(f) ? quantified(f) : f; }

  /// <f>g, where g is a formula of states.
  CtlId possible(CtlId f, CtlId g);

  /// Whether it says something about states; if not, it has an action outside of all quantifiers.
  bool is_of_states(CtlId f) const { return of_states_[f]; }
  /// Whether it is about one step only: actions, not, and.
  bool is_of_actions(CtlId f) const { return of_actions_[f]; }
  /// A formula about all runs of a state. One that is about steps must hold of each first step.
  CtlId of_state(CtlId f);

  /// How a formula was written; parts that no one wrote have no text.
  void set_text(CtlId f, std::string_view text) { texts_.try_emplace(f, text); }
  /// A formula and whether it holds, in terms of what was written: of it, or of its negation.
  struct Written {
    std::string text;
    bool value;
  };
  std::optional<Written> written(CtlId f, bool value) const;

 private:
  CtlId add(const Node& node);
  /// Quantifiers outside of others, which held of steps, are about all steps of a state.
  CtlId quantified(CtlId f);
  CtlId quantified_parts(CtlId f);
  /// The step is the first of an infinite run; truth if that need not be.
  CtlId goes_on();

  FiniteRuns finite_runs_;
  std::vector<Node> nodes_;
  std::map<Node, CtlId> numbers_;
  std::vector<bool> of_states_;
  std::vector<bool> of_actions_;
  std::vector<std::string> names_;
  std::map<CtlId, std::string> texts_;
  CtlId truth_ = 0;
};

}  // namespace arges::lts
