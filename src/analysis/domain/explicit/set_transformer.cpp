#include "analysis/domain/explicit/set_transformer.h"

#include <algorithm>
#include <unordered_map>

#include "base/arena.h"
#include "base/invariant.h"

namespace arges::analysis {

using ir::StmtKind;
using ir::Value;

Fork SetTransformer::start(std::span<const Value> accessed) {
  Fork fork;
  fork.slots.assign(accessed.begin(), accessed.end());
  fork.slots.resize(action_.num_slots());
  for (std::size_t i = 0; i < fork.slots.size(); ++i) {
    Value& v = fork.slots[i];
    if (!v.is_unknown()) continue;
    v = Value::unknown(fresh_tag());
    if (i < restricted_.size() && restricted_[i]) restricted_tags_.insert(v.unknown_tag());
  }
  return fork;
}

std::optional<std::vector<Fork>> SetTransformer::run(std::span<const Value> accessed) {
  std::vector<Fork> forks{start(accessed)};
  if (execute(action_.body(), forks) == Amount::too_many) return std::nullopt;
  return forks;
}

std::vector<ir::Stmt> SetTransformer::path(const Fork& fork) const {
  std::vector<ir::Stmt> result;
  for (std::uint32_t at = fork.path; at != 0; at = path_[at].previous)
    result.push_back(path_[at].statement);
  std::reverse(result.begin(), result.end());
  return result;
}

void SetTransformer::record(const CompiledStmt& statement, Fork& fork) {
  path_.push_back({statement.source, fork.path});
  fork.path = static_cast<std::uint32_t>(path_.size() - 1);
}

SetTransformer::Amount SetTransformer::execute(const CompiledStmt& statement, Forks& forks) {
  limits_.check();
  switch (statement.source.kind()) {
    case StmtKind::skip:
      return Amount::fine;
    case StmtKind::assign:
      for (Fork& fork : forks) execute_assign(statement, fork);
      return Amount::fine;
    case StmtKind::havoc:
      for (Fork& fork : forks) {
        record(statement, fork);
        fork.slots[statement.slot] = Value::unknown(fresh_tag());
      }
      return Amount::fine;
    case StmtKind::assume:
      std::erase_if(forks,
                    [&](Fork& fork) { return execute_assume(statement, fork) == Feasible::no; });
      return Amount::fine;
    case StmtKind::sequence:
      return execute_sequence(statement, forks);
    case StmtKind::choice:
      return execute_choice(statement, forks);
    default:
      UNREACHABLE("statement should be desugared");
  }
}

SetTransformer::Amount SetTransformer::execute_sequence(const CompiledStmt& statement,
                                                        Forks& forks) {
  for (const CompiledStmt& child : statement.children) {
    if (execute(child, forks) == Amount::too_many) return Amount::too_many;
    if (forks.empty()) return Amount::fine;
    // A choice has merged its own; else only what is forgotten makes forks the same, but for
    // assignments of one value to all, which wait for the next time.
    if (forks.size() > 1 && !child.dead_after.empty() && child.source.kind() != StmtKind::choice)
      merge(child, forks);
  }
  return Amount::fine;
}

bool SetTransformer::is_closed(const CompiledStmt& branch, const Forks& forks) {
  const CompiledStmt* guard = branch.guard();
  if (guard == nullptr) return false;
  const auto refuses = [&](const Fork& fork) {
    return std::any_of(guard->conjuncts.begin(), guard->conjuncts.end(),
                       [&](const CompiledConjunct& conjunct) {
                         const Value truth = conjunct.condition(fork.slots);
                         return !truth.is_unknown() && truth.is_false();
                       });
  };
  return std::all_of(forks.begin(), forks.end(), refuses);
}

SetTransformer::Amount SetTransformer::execute_choice(const CompiledStmt& statement, Forks& forks) {
  // Most choices are conditions that are known: then nothing need be copied for the other branch.
  const std::vector<CompiledStmt>& branches = statement.children;
  const auto is_open = [&](const CompiledStmt& branch) { return !is_closed(branch, forks); };
  const auto first = std::find_if(branches.begin(), branches.end(), is_open);
  auto next = first == branches.end() ? first : std::find_if(first + 1, branches.end(), is_open);
  if (first != branches.end() && next == branches.end()) {
    if (execute(*first, forks) == Amount::too_many) return Amount::too_many;
    // What is dead is forgotten once, after the outermost of conditions that end together.
    const bool is_later = statement.is_last && forks.size() < 2;
    if (!statement.dead_after.empty() && !is_later) merge(statement, forks);
    return Amount::fine;
  }
  std::vector<const CompiledStmt*> open;
  if (first != branches.end()) open.push_back(&*first);
  for (; next != branches.end(); next = std::find_if(next + 1, branches.end(), is_open))
    open.push_back(&*next);
  Forks result;
  std::size_t ways = 0;  // branches that can be taken
  for (const CompiledStmt* branch : open) {
    Forks taken = branch == open.back() ? std::move(forks) : forks;
    if (execute(*branch, taken) == Amount::too_many) return Amount::too_many;
    if (!taken.empty()) ++ways;
    if (result.empty())
      result = std::move(taken);
    else
      std::move(taken.begin(), taken.end(), std::back_inserter(result));
    if (result.size() <= max_forks) continue;
    merge(statement, result);
    if (result.size() > max_forks) return Amount::too_many;
  }
  forks = std::move(result);
  if (ways > 1 || !statement.dead_after.empty()) merge(statement, forks);
  return Amount::fine;
}

void SetTransformer::execute_assign(const CompiledStmt& statement, Fork& fork) {
  record(statement, fork);
  if (statement.constant) {
    fork.slots[statement.slot] = *statement.constant;
    return;
  }
  Value value = statement.value(fork.slots);
  if (value.is_unknown() && value.unknown_tag() == 0) {
    value = Value::unknown(fresh_tag());
    bool tied = false;
    for (const std::uint32_t slot : statement.reads) {
      if (!fork.slots[slot].is_unknown()) continue;
      fork.relations.emplace_back(value.unknown_tag(), fork.slots[slot].unknown_tag());
      tied = true;
    }
    // Unknown though all it reads is known (a quantifier): only the solver can tell.
    if (!tied) fork.constrained.push_back(value.unknown_tag());
  }
  fork.slots[statement.slot] = value;
}

SetTransformer::Feasible SetTransformer::execute_assume(const CompiledStmt& statement, Fork& fork) {
  record(statement, fork);
  for (const CompiledConjunct& conjunct : statement.conjuncts)
    if (restrict_to(conjunct, fork) == Feasible::no) return Feasible::no;
  return Feasible::yes;
}

SetTransformer::Feasible SetTransformer::restrict_to(const CompiledConjunct& conjunct, Fork& fork) {
  const Value truth = conjunct.condition(fork.slots);
  if (!truth.is_unknown()) return truth.is_true() ? Feasible::yes : Feasible::no;
  for (const CompiledConjunct::Solution& solution : conjunct.solutions) {
    const Value current = fork.slots[solution.slot];
    const Value value = solution.value(fork.slots);
    if (!current.is_unknown()) continue;
    if (value.is_unknown() && value.unknown_tag() == 0) continue;
    replace_unknown(fork, current, value);
    return Feasible::yes;
  }
  bool tied = false;
  for (const std::uint32_t slot : conjunct.reads) {
    if (!fork.slots[slot].is_unknown()) continue;
    const std::uint64_t tag = fork.slots[slot].unknown_tag();
    if (!fork.constrained.empty()) fork.relations.emplace_back(tag, fork.constrained.back());
    fork.constrained.push_back(tag);
    tied = true;
  }
  if (!tied) fork.constrained.push_back(fresh_tag());
  return Feasible::yes;
}

void SetTransformer::replace_unknown(Fork& fork, Value unknown, Value by) {
  std::replace(fork.slots.begin(), fork.slots.end(), unknown, by);
  const std::uint64_t tag = unknown.unknown_tag();
  // Whether this can be is for the solver to tell, with what is known of such values.
  for (const Value& v : {unknown, by})
    if (v.is_unknown() && restricted_tags_.contains(v.unknown_tag()))
      fork.constrained.push_back(v.unknown_tag());
  if (by.is_unknown()) {
    for (auto& [a, b] : fork.relations) {
      if (a == tag) a = by.unknown_tag();
      if (b == tag) b = by.unknown_tag();
    }
    std::replace(fork.constrained.begin(), fork.constrained.end(), tag, by.unknown_tag());
    return;
  }
  // What depends on a value that became known is restricted by it.
  for (const auto& [a, b] : fork.relations) {
    if (a == tag) fork.constrained.push_back(b);
    if (b == tag) fork.constrained.push_back(a);
  }
}

void SetTransformer::merge(const CompiledStmt& after, std::vector<Fork>& forks) {
  for (Fork& fork : forks)
    for (const std::uint32_t slot : after.dead_after)
      if (!keeps_[slot]) fork.slots[slot] = Value::unknown();
  if (forks.size() < 2) return;
  // Unknown values of different forks have different tags; one that nothing is known of is as good
  // as another, so compare with those tags numbered by first occurrence.
  std::unordered_map<std::size_t, std::vector<std::size_t>> by_hash;
  std::vector<std::vector<Value>> shapes;
  std::vector<Fork> kept;
  for (Fork& fork : forks) {
    std::vector<Value> shape = fork.slots;
    if (fork.is_exact()) {
      std::unordered_map<std::uint64_t, std::uint64_t> number;
      for (Value& v : shape)
        if (v.is_unknown() && v.unknown_tag() != 0 && !restricted_tags_.contains(v.unknown_tag()))
          v = Value::unknown(next_tag_ +
                             number.emplace(v.unknown_tag(), number.size()).first->second);
      std::size_t hash = 0;
      for (const Value v : shape) hash = hash_combine(hash, v.word());
      std::vector<std::size_t>& same = by_hash[hash];
      const bool known =
          std::any_of(same.begin(), same.end(), [&](std::size_t i) { return shapes[i] == shape; });
      if (known) continue;
      same.push_back(kept.size());
    }
    shapes.push_back(std::move(shape));
    kept.push_back(std::move(fork));
  }
  forks = std::move(kept);
}

std::optional<std::vector<Value>> SetTransformer::run_joined(std::span<const Value> accessed) {
  // Depth-first over the statement with one fork; choices join their branches' results.
  const auto walk = [this](const auto& self, const CompiledStmt& statement,
                           Fork& fork) -> Feasible {
    switch (statement.source.kind()) {
      case StmtKind::skip:
        return Feasible::yes;
      case StmtKind::assign:
        execute_assign(statement, fork);
        return Feasible::yes;
      case StmtKind::havoc:
        fork.slots[statement.slot] = Value::unknown(fresh_tag());
        return Feasible::yes;
      case StmtKind::assume:
        return execute_assume(statement, fork);
      case StmtKind::sequence:
        for (const CompiledStmt& child : statement.children)
          if (self(self, child, fork) == Feasible::no) return Feasible::no;
        return Feasible::yes;
      case StmtKind::choice: {
        std::optional<Fork> joined;
        for (const CompiledStmt& branch : statement.children) {
          Fork copy = fork;
          if (self(self, branch, copy) == Feasible::no) continue;
          if (!joined) {
            joined = std::move(copy);
            continue;
          }
          for (std::size_t i = 0; i < copy.slots.size(); ++i)
            if (joined->slots[i] != copy.slots[i]) joined->slots[i] = Value::unknown(fresh_tag());
        }
        if (!joined) return Feasible::no;
        fork = std::move(*joined);
        return Feasible::yes;
      }
      default:
        UNREACHABLE("statement should be desugared");
    }
  };
  Fork fork = start(accessed);
  if (walk(walk, action_.body(), fork) == Feasible::no) return std::nullopt;
  return fork.slots;
}

}  // namespace arges::analysis
