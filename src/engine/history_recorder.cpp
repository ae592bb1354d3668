#include "engine/history_recorder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/invariant.h"
#include "output/drawing_text.h"

namespace arges::engine {

namespace {

/// Longer texts make a page useless; the witness has them in full.
constexpr std::size_t longest_text = 500;
/// What a browser can hold, and what writing it down may cost: looks at nodes in all iterations.
constexpr std::size_t most_rows = 400'000;
constexpr std::size_t most_looks = 20'000'000;

}  // namespace

void HistoryRecorder::iteration_started(const Iteration& iteration) {
  const bool is_first = history_.iterations.empty();
  // An iteration that ended without a counterexample began anew, with other facts: what it learnt
  // belongs to the next one.
  if (!is_first && !has_graph_)
    now().number = iteration.number;
  else
    history_.iterations.push_back({.number = iteration.number});
  has_graph_ = false;
  note_precision(iteration.precision);
  if (is_first) history_.given = std::exchange(now().learnt, {});
}

analysis::Advice HistoryRecorder::counterexample_found(const Iteration& iteration,
                                                       analysis::NodeId target) {
  // Of several in one iteration the first is shown: the graph changes with what is learnt of it.
  if (has_graph_) return analysis::Advice::proceed;
  take_graph(iteration.arg);
  if (!history_.left_out.empty()) return analysis::Advice::proceed;
  for (const analysis::NodeId node : iteration.arg.path_to(target))
    now().path.push_back(row_of(iteration.arg, node));
  return analysis::Advice::proceed;
}

void HistoryRecorder::refined(const Iteration& iteration, const analysis::Refutation& refutation) {
  now().outcome = History::Outcome::spurious;
  if (now().refutation.empty()) {
    for (std::size_t k = 0; k < refutation.interpolants.size(); ++k)
      if (const ir::Expr fact = refutation.interpolants[k]; !fact.is_true())
        now().refutation.emplace_back(k, output::shortened(fact.to_string(), longest_text));
    if (refutation.interpolants.empty())
      for (std::size_t k = 0; k < refutation.variables.size(); ++k) {
        std::string names;
        for (const ir::Var var : refutation.variables[k])
          names += (names.empty() ? "" : ", ") + var->name;
        if (!names.empty()) now().refutation.emplace_back(k, "values of " + names);
      }
  }
  note_precision(iteration.precision);
}

analysis::Advice HistoryRecorder::taught_nothing(const Iteration&, analysis::NodeId) {
  now().outcome = History::Outcome::spurious;
  return analysis::Advice::proceed;
}

output::RefinementHistory HistoryRecorder::finish(const analysis::Arg& arg,
                                                  const analysis::Precision& precision,
                                                  History::Outcome outcome) {
  if (history_.iterations.empty()) return {};
  note_precision(precision);
  if (!has_graph_) take_graph(arg);
  now().outcome = outcome;
  return std::move(history_);
}

/// Notes which nodes there are now: those that are new, and those that are gone.
void HistoryRecorder::take_graph(const analysis::Arg& arg) {
  has_graph_ = true;
  looked_at_ += arg.end();
  if (history_.left_out.empty() &&
      (history_.rows.size() + arg.size() > most_rows || looked_at_ > most_looks))
    history_.left_out = fmt::format(
        "The graphs are too large to be shown in full: those of iteration {} and after it are "
        "left out.",
        now().number);
  if (!history_.left_out.empty()) return;
  std::vector<std::uint32_t> seen;
  // Numbers are given out again, so that a child may have a smaller one than its parent.
  std::vector<analysis::NodeId> stack(arg.roots().rbegin(), arg.roots().rend());
  while (!stack.empty()) {
    const analysis::NodeId node = stack.back();
    stack.pop_back();
    seen.push_back(row_of(arg, node));
    const auto& children = arg.node(node).children;
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
  bury_missing(seen);
  take_covers(arg);
}

void HistoryRecorder::bury_missing(const std::vector<std::uint32_t>& seen) {
  last_seen_.resize(history_.rows.size(), 0);
  for (const std::uint32_t row : seen) last_seen_[row] = now().number;
  for (const std::uint32_t row : alive_)
    if (last_seen_[row] != now().number) history_.rows[row].died = now().number;
  alive_ = seen;
}

std::uint32_t HistoryRecorder::row_of(const analysis::Arg& arg, analysis::NodeId node) {
  const analysis::ArgNode& at = arg.node(node);
  const auto [found, is_new] =
      rows_.try_emplace(at.serial, static_cast<std::uint32_t>(history_.rows.size()));
  if (!is_new) return found->second;
  History::Row row;
  if (at.parent != analysis::no_node) row.parent = rows_.at(arg.node(at.parent).serial);
  row.control = control_text(at.control);
  row.state = state_text(at.state);
  row.action = text(at.action == nullptr ? "" : output::shortened(at.action->label, longest_text));
  row.born = now().number;
  row.is_target = system_.is_target(at.control);
  history_.rows.push_back(row);
  return rows_.at(at.serial);
}

void HistoryRecorder::take_covers(const analysis::Arg& arg) {
  std::map<std::uint32_t, std::size_t> open;
  for (analysis::NodeId node = 0; node < arg.end(); ++node) {
    const analysis::ArgNode& at = arg.node(node);
    if (!at.alive() || at.covered_by == analysis::no_node) continue;
    const std::uint32_t row = row_of(arg, node);
    const std::uint32_t by = row_of(arg, at.covered_by);
    const auto before = open_covers_.find(row);
    if (before != open_covers_.end() && history_.covers[before->second].by == by) {
      open.emplace(row, before->second);
      open_covers_.erase(before);
    } else {
      open.emplace(row, history_.covers.size());
      history_.covers.push_back({row, by, now().number, 0});
    }
  }
  for (const auto& [row, number] : open_covers_) history_.covers[number].died = now().number;
  open_covers_ = std::move(open);
}

/// What is tracked since it was looked at the last time belongs to this iteration.
void HistoryRecorder::note_precision(const analysis::Precision& precision) {
  const bool is_global = precision.granularity() == analysis::Granularity::global;
  for (const auto& [control, facts] : precision.scopes()) {
    const std::string where = is_global ? "" : "at " + system_.control_name(control);
    for (const ir::Var var : facts.variables())
      if (variables_.emplace(control, var).second)
        now().learnt.push_back({History::Fact::Kind::variable, var->name, where});
    for (const ir::Expr predicate : facts.predicates()) {
      std::string condition = output::shortened(predicate.to_string(), longest_text);
      if (predicates_.emplace(control, condition).second)
        now().learnt.push_back({History::Fact::Kind::predicate, std::move(condition), where});
    }
  }
  std::set<std::string> dropped;
  std::erase_if(variables_, [&](const auto& entry) {
    if (!precision.is_dropped(entry.second)) return false;
    dropped.insert(entry.second->name);
    return true;
  });
  now().dropped.insert(now().dropped.end(), dropped.begin(), dropped.end());
}

std::uint32_t HistoryRecorder::text(std::string text) {
  const auto [found, is_new] =
      texts_.try_emplace(std::move(text), static_cast<std::uint32_t>(history_.texts.size()));
  if (is_new) history_.texts.push_back(found->first);
  return found->second;
}

std::uint32_t HistoryRecorder::control_text(analysis::Control control) {
  const auto found = control_texts_.find(control);
  if (found != control_texts_.end()) return found->second;
  return control_texts_.emplace(control, text(system_.control_name(control))).first->second;
}

std::uint32_t HistoryRecorder::state_text(analysis::StateId state) {
  const auto found = state_texts_.find(state);
  if (found != state_texts_.end()) return found->second;
  return state_texts_
      .emplace(state, text(output::shortened(domain_.to_string(state), longest_text)))
      .first->second;
}

}  // namespace arges::engine
