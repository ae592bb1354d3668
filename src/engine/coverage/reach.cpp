#include "engine/coverage/reach.h"

#include <algorithm>
#include <map>
#include <set>

#include "output/state_text.h"

namespace arges::engine {

namespace {

using Key = std::vector<std::uint64_t>;

Key key_of(analysis::Control control, const std::vector<ir::Var>& variables,
           const ir::Valuation& values) {
  Key key{control};
  for (const ir::Var var : variables) key.push_back(values.get(var).word());
  return key;
}

}  // namespace

std::vector<ir::Var> ReachedStates::known_in(const ir::Valuation& values) const {
  std::vector<ir::Var> known = tracked_;
  std::erase_if(known, [&](ir::Var var) { return values.get(var).is_unknown(); });
  return known;
}

Reach ReachedStates::with(const std::vector<analysis::Unreached>& unreached,
                          std::span<const analysis::ConcreteTrace> others) const {
  if (unreached.empty() || others.empty()) return {unreached, {}};
  // States that know the same variables are compared at once.
  std::map<std::vector<ir::Var>, std::set<Key>> reached;
  for (const analysis::Unreached& one : unreached)
    reached.try_emplace(known_in(values_of_(graph_.node(one.node).rest)));
  for (auto& [variables, keys] : reached)
    for (const analysis::ConcreteTrace& trace : others) {
      const analysis::Control start = graph_.system().initial_control();
      if (rests_(start)) keys.insert(key_of(start, variables, trace.initial));
      for (const analysis::ConcreteStep& step : trace.steps)
        if (rests_(step.action->target))
          keys.insert(key_of(step.action->target, variables, step.state));
    }
  Reach result;
  for (const analysis::Unreached& one : unreached) {
    const analysis::TraceNode& node = graph_.node(one.node);
    const ir::Valuation values = values_of_(node.rest);
    const std::vector<ir::Var> known = known_in(values);
    const bool is_reached = reached.at(known).contains(key_of(node.control, known, values));
    (is_reached ? result.by_others : result.unreached).push_back(one);
  }
  return result;
}

std::vector<output::UnreachedState> ReachedStates::tell(
    const output::RunSubject& subject, const std::vector<analysis::Unreached>& states) const {
  std::vector<output::UnreachedState> result;
  std::map<std::string, std::size_t> known;
  for (const analysis::Unreached& one : states) {
    const analysis::TraceNode& node = graph_.node(one.node);
    std::string text = output::state_text(subject, node.control, values_of_(node.rest));
    const auto [found, fresh] = known.try_emplace(text, result.size());
    if (fresh) result.push_back({std::move(text), {}});
    // Of several that are one, the way for which the fewest variables are to blame is explained.
    std::vector<std::string>& blame = result[found->second].blame;
    if (one.blame.empty() || (!blame.empty() && blame.size() <= one.blame.size())) continue;
    blame.clear();
    for (const ir::Var var : one.blame) blame.push_back(var->name);
  }
  return result;
}

}  // namespace arges::engine
