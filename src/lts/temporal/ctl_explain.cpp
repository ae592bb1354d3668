#include "lts/temporal/ctl_explain.h"

#include <algorithm>
#include <unordered_map>

#include "base/invariant.h"

namespace arges::lts {

namespace {

using Position = StateSpace::Position;
using Node = CtlFormulas::Node;

/// Follows one formula; `want` is whether what is looked at holds.
class Explainer {
 public:
  Explainer(const StateSpace& space, const CtlFormulas& formulas, const CtlSets& sets)
      : space_(space), formulas_(formulas), sets_(sets) {
    result_.run.start = space.tuple(space.initial());
  }

  CtlExplanation run(CtlId formula) {
    in_state(formula, space_.initial(), sets_.states[formula][space_.initial()]);
    return std::move(result_);
  }

 private:
  void in_state(CtlId id, StateId state, bool want) {
    const Node& node = formulas_[id];
    switch (node.op) {
      case CtlOp::negation:
        return in_state(node.first, state, !want);
      case CtlOp::conjunction: {
        const CtlId part = chosen(node, want, [&](CtlId f) { return sets_.states[f][state]; });
        return in_state(part, state, want);
      }
      case CtlOp::now: {
        if (!want) return note(id, want, CtlExplanation::Where::from_there);
        const auto p = step_from(state, [&](Position q) { return sets_.positions[node.first][q]; });
        return at_position(node.first, p, true);
      }
      case CtlOp::possible: {
        if (!want) return note(id, want, CtlExplanation::Where::from_there);
        const auto p = step_from(state, [&](Position q) {
          return sets_.positions[node.first][q] && space_.action(q) != no_action &&
                 sets_.states[node.second][space_.target(q)];
        });
        append(p);
        return in_state(node.second, space_.target(p), true);
      }
      default:
        return;
    }
  }

  /// The step of the position itself is not yet in the run.
  void at_position(CtlId id, Position p, bool want) {
    const Node& node = formulas_[id];
    switch (node.op) {
      case CtlOp::truth:
      case CtlOp::action:
        return append(p);
      case CtlOp::negation:
        return at_position(node.first, p, !want);
      case CtlOp::conjunction: {
        const CtlId part = chosen(node, want, [&](CtlId f) { return sets_.positions[f][p]; });
        return at_position(part, p, want);
      }
      case CtlOp::next: {
        if (!want) break;
        append(p);
        const auto q =
            step_from(space_.target(p), [&](Position r) { return sets_.positions[node.first][r]; });
        return at_position(node.first, q, true);
      }
      case CtlOp::until:
        if (!want) break;
        while (!sets_.positions[node.second][p]) {
          append(p);
          p = closest(id, space_.target(p));
        }
        return at_position(node.second, p, true);
      case CtlOp::always:
        if (!want) break;
        return follow_loop(id, p);
      case CtlOp::now:
      case CtlOp::possible:
        return in_state(id, space_.source(p), want);
    }
    note(id, want, CtlExplanation::Where::from_step);
    append(p);
  }

  /// The member of an until's set that is nearest to its end.
  Position closest(CtlId id, StateId state) const {
    const StateSpace::Range range = space_.from(state);
    std::optional<Position> best;
    for (Position q = range.first; q < range.behind; ++q)
      if (sets_.positions[id][q] && (!best || sets_.ranks[id][q] < sets_.ranks[id][*best]))
        best = q;
    INVARIANT(best.has_value(), "an until that holds should have a way to its end");
    return *best;
  }

  void follow_loop(CtlId id, Position p) {
    const CtlId operand = formulas_[id].first;
    if (!formulas_.is_of_actions(operand)) note(operand, true, CtlExplanation::Where::all_along);
    std::unordered_map<Position, std::size_t> seen;
    while (seen.try_emplace(p, result_.run.steps.size()).second) {
      append(p);
      p = step_from(space_.target(p), [&](Position q) { return sets_.positions[id][q]; });
    }
    result_.run.loop_start = seen.at(p);
  }

  /// The part of a conjunction that shows its value; of the other one, where both matter, a note.
  template <typename Holds>
  CtlId chosen(const Node& node, bool want, const Holds& holds) {
    const bool first_shows = shows(node.first, want) >= shows(node.second, want);
    if (!want) {
      const bool first_is_false = !holds(node.first);
      const bool both_are = first_is_false && !holds(node.second);
      return (both_are ? first_shows : first_is_false) ? node.first : node.second;
    }
    const CtlId other = first_shows ? node.second : node.first;
    if (!formulas_.is_of_actions(other)) note(other, true, CtlExplanation::Where::from_there);
    return first_shows ? node.first : node.second;
  }

  /// How well a run shows that a formula has this value.
  enum class Shown : std::uint8_t { not_at_all, by_loop, by_path };
  Shown shows(CtlId id, bool want) const {
    const Node& node = formulas_[id];
    switch (node.op) {
      case CtlOp::truth:
      case CtlOp::action:
        return Shown::not_at_all;
      case CtlOp::negation:
        return shows(node.first, !want);
      case CtlOp::conjunction:
        return std::max(shows(node.first, want), shows(node.second, want));
      case CtlOp::always:
        return want ? Shown::by_loop : Shown::not_at_all;
      case CtlOp::now:
        return want ? shows(node.first, want) : Shown::not_at_all;
      default:
        return want ? Shown::by_path : Shown::not_at_all;
    }
  }

  template <typename Fits>
  Position step_from(StateId state, const Fits& fits) const {
    const StateSpace::Range range = space_.from(state);
    for (Position p = range.first; p < range.behind; ++p)
      if (fits(p)) return p;
    UNREACHABLE("what holds of some step should have such a step");
  }

  void append(Position p) {
    result_.run.steps.push_back({space_.action(p), space_.tuple(space_.target(p))});
  }

  void note(CtlId id, bool value, CtlExplanation::Where where) {
    if (const auto written = formulas_.written(id, value))
      result_.notes.push_back({result_.run.steps.size(), where, written->text, written->value});
  }

  const StateSpace& space_;
  const CtlFormulas& formulas_;
  const CtlSets& sets_;
  CtlExplanation result_;
};

}  // namespace

std::optional<CtlExplanation> explain(const StateSpace& space, const CtlFormulas& formulas,
                                      const CtlSets& sets, CtlId formula) {
  CtlExplanation result = Explainer(space, formulas, sets).run(formula);
  if (result.run.steps.empty()) return {};
  return result;
}

}  // namespace arges::lts
