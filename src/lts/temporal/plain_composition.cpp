#include "lts/temporal/plain_composition.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace arges::lts {

std::vector<StateId> PlainComposition::initial() const {
  std::vector<StateId> result;
  for (const Mts* part : parts_) result.push_back(part->initial());
  return result;
}

bool PlainComposition::part_can(std::size_t part, StateId from, ActionId action,
                                StateId target) const {
  const auto transitions = parts_[part]->transitions(from);
  return std::any_of(transitions.begin(), transitions.end(), [&](const Transition& t) {
    return t.action() == action && t.target() == target;
  });
}

/// The parts before `part` have moved.
void PlainComposition::add_moves(ActionId action, std::size_t part, const std::vector<StateId>& at,
                                 Move& move, std::vector<Move>& result) const {
  if (part == parts_.size()) {
    result.push_back(move);
    return;
  }
  if (!parts_[part]->alphabet().contains(action)) {
    add_moves(action, part + 1, at, move, result);
    return;
  }
  for (const Transition& t : parts_[part]->transitions(at[part])) {
    if (t.action() != action) continue;
    move.target[part] = t.target();
    add_moves(action, part + 1, at, move, result);
    move.target[part] = at[part];
  }
}

std::vector<PlainComposition::Move> PlainComposition::moves(const std::vector<StateId>& at) const {
  std::vector<Move> result;
  std::set<ActionId> possible;
  for (std::size_t part = 0; part < parts_.size(); ++part)
    for (const Transition& t : parts_[part]->transitions(at[part])) {
      if (t.action() != tau) {
        possible.insert(t.action());
        continue;
      }
      result.push_back({tau, at});
      result.back().target[part] = t.target();
    }
  for (const ActionId action : possible) {
    Move move{action, at};
    add_moves(action, 0, at, move, result);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool PlainComposition::allows(const std::vector<StateId>& from, const RunStep& step) const {
  if (step.after.size() != parts_.size()) return false;
  if (step.action == no_action) return step.after == from && moves(from).empty();
  std::size_t movers = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const bool has_action = parts_[part]->alphabet().contains(step.action);
    if (step.action == tau ? step.after[part] == from[part] : !has_action) {
      if (step.after[part] != from[part]) return false;
      continue;
    }
    if (!part_can(part, from[part], step.action, step.after[part])) return false;
    ++movers;
  }
  if (step.action != tau) return movers > 0;
  if (movers > 0) return movers == 1;
  // Someone stayed by an internal step.
  for (std::size_t part = 0; part < parts_.size(); ++part)
    if (part_can(part, from[part], tau, from[part])) return true;
  return false;
}

std::string run_error(const PlainComposition& system, const Run& run) {
  if (run.start != system.initial()) return "the run does not begin in the initial state";
  const std::vector<StateId>* at = &run.start;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (!system.allows(*at, run.steps[i]))
      return fmt::format("step {} is none of the system's", i + 1);
    at = &run.steps[i].after;
  }
  if (!run.loop_start) return "";
  if (*run.loop_start >= run.steps.size()) return "the loop has no step";
  const std::vector<StateId>& first =
      *run.loop_start == 0 ? run.start : run.steps[*run.loop_start - 1].after;
  return *at == first ? "" : "the loop does not come back to its first state";
}

}  // namespace arges::lts
