#include "lts/temporal/ctl_formula.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::lts {

CtlFormulas::CtlFormulas(FiniteRuns finite_runs)
    : finite_runs_(finite_runs), truth_(add({CtlOp::truth})) {}

CtlId CtlFormulas::add(const Node& node) {
  const auto [found, is_new] = numbers_.try_emplace(node, static_cast<CtlId>(nodes_.size()));
  if (!is_new) return found->second;
  nodes_.push_back(node);
  bool of_states = true;
  bool of_actions = true;
  switch (node.op) {
    case CtlOp::truth:
      break;
    case CtlOp::action:
      of_states = false;
      break;
    case CtlOp::negation:
      of_states = of_states_[node.first];
      of_actions = of_actions_[node.first];
      break;
    case CtlOp::conjunction:
      of_states = of_states_[node.first] && of_states_[node.second];
      of_actions = of_actions_[node.first] && of_actions_[node.second];
      break;
    default:
      of_actions = false;
  }
  of_states_.push_back(of_states);
  of_actions_.push_back(of_actions);
  return found->second;
}

CtlId CtlFormulas::action(std::string_view name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  const auto number = static_cast<std::uint32_t>(found - names_.begin());
  if (found == names_.end()) names_.emplace_back(name);
  return add({CtlOp::action, number});
}

CtlId CtlFormulas::negation(CtlId f) {
  if (nodes_[f].op == CtlOp::negation) return nodes_[f].first;
  return add({CtlOp::negation, 0, f});
}

CtlId CtlFormulas::conjunction(CtlId f, CtlId g) {
  if (f == g || g == truth_) return f;
  if (f == truth_) return g;
  return add({CtlOp::conjunction, 0, std::min(f, g), std::max(f, g)});
}

CtlId CtlFormulas::goes_on() {
  return finite_runs_ == FiniteRuns::ignore ? always(truth_) : truth_;
}

CtlId CtlFormulas::next(CtlId f) {
  return add({CtlOp::next, 0, conjunction(operand(f), goes_on())});
}

CtlId CtlFormulas::until(CtlId f, CtlId g) {
  const CtlId before = operand(f);
  return add({CtlOp::until, 0, before, conjunction(operand(g), goes_on())});
}

CtlId CtlFormulas::always(CtlId f) { return add({CtlOp::always, 0, operand(f)}); }

CtlId CtlFormulas::possible(CtlId f, CtlId g) {
  INVARIANT(is_of_actions(f) && is_of_states(g), "a modality should be of an action and a state");
  return add({CtlOp::possible, 0, f, quantified(g)});
}

CtlId CtlFormulas::quantified(CtlId f) {
  const CtlId result = quantified_parts(f);
  if (const auto written = texts_.find(f); written != texts_.end())
    set_text(result, written->second);
  // What was written may be its negation: the operand of AF f is that of EG !f.
  if (const auto other = numbers_.find({CtlOp::negation, 0, f}); other != numbers_.end())
    if (const auto written = texts_.find(other->second); written != texts_.end())
      set_text(negation(result), written->second);
  return result;
}

CtlId CtlFormulas::quantified_parts(CtlId f) {
  const Node node = nodes_[f];
  switch (node.op) {
    case CtlOp::negation:
      return negation(quantified(node.first));
    case CtlOp::conjunction: {
      const CtlId first = quantified(node.first);
      return conjunction(first, quantified(node.second));
    }
    case CtlOp::next:
    case CtlOp::until:
    case CtlOp::always:
      return add({CtlOp::now, 0, f});
    case CtlOp::action:
      UNREACHABLE("an action should not hold of a state");
    default:
      return f;
  }
}

CtlId CtlFormulas::of_state(CtlId f) {
  if (is_of_states(f)) return quantified(f);
  return negation(add({CtlOp::now, 0, conjunction(negation(f), goes_on())}));
}

std::optional<CtlFormulas::Written> CtlFormulas::written(CtlId f, bool value) const {
  if (const auto found = texts_.find(f); found != texts_.end())
    return Written{found->second, value};
  const bool is_negation = nodes_[f].op == CtlOp::negation;
  const auto other = numbers_.find({CtlOp::negation, 0, f});
  if (!is_negation && other == numbers_.end()) return {};
  const auto found = texts_.find(is_negation ? nodes_[f].first : other->second);
  if (found == texts_.end()) return {};
  return Written{found->second, !value};
}

}  // namespace arges::lts
