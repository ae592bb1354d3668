#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "automata/ltl/lasso.h"
#include "support/exhaustive_search.h"

namespace arges::test {

/// The oracle for temporal formulas over finite models: the graph of all concrete states, and on it
/// the formula by its definition, without any automaton. A state of the search is a concrete state
/// with a guess of which subformulas hold from there on (the "atoms" of Lichtenstein and Pnueli
/// 1985); a formula is violated iff a guess against it can be kept up for ever.
class ExhaustiveLtl {
 public:
  struct Node {
    std::vector<bool> letter;             ///< truth of the propositions
    std::vector<std::size_t> successors;  ///< positions
  };
  /// Every node is a letter; those of `starts` come first in a word.
  ExhaustiveLtl(std::vector<Node> nodes, std::vector<std::size_t> starts)
      : nodes_(std::move(nodes)), starts_(std::move(starts)) {}

  /// Whether every infinite path from a start satisfies the formula.
  bool holds(automata::Formulas& formulas, automata::Formula formula) {
    // In normal form and without W and M, so that consistency is easy to state.
    root_ = core(formulas, automata::negated_normal_form(formulas, formula));
    collect(root_);
    std::map<State, std::size_t> number;
    std::vector<State> states;
    std::vector<std::vector<std::size_t>> edges;
    const auto add = [&](const State& state) {
      const auto [found, is_new] = number.try_emplace(state, states.size());
      if (is_new) {
        states.push_back(state);
        edges.emplace_back();
      }
      return found->second;
    };
    for (const std::size_t start : starts_)
      for (const auto& guess : guesses(start))
        if (guess[position_.at(root_)]) add({start, guess});
    for (std::size_t i = 0; i < states.size(); ++i)
      for (const std::size_t next : nodes_[states[i].first].successors)
        for (const auto& guess : guesses(next)) {
          const State from = states[i];
          if (fits(from.second, guess)) {
            const std::size_t to = add({next, guess});
            edges[i].push_back(to);
          }
        }
    return !has_fair_cycle(states, edges);
  }

 private:
  using Guess = std::vector<bool>;
  using State = std::pair<std::size_t, Guess>;

  static automata::Formula core(automata::Formulas& formulas, automata::Formula f) {
    using automata::Op;
    std::vector<automata::Formula> children;
    for (const auto child : f.children()) children.push_back(core(formulas, child));
    switch (f.op()) {
      case Op::weak_until:  // b R (a | b)
        return formulas.binary(Op::release, children[1],
                               formulas.disjunction(children[0], children[1]));
      case Op::strong_release:  // b U (a & b)
        return formulas.binary(Op::until, children[1],
                               formulas.conjunction(children[0], children[1]));
      default:
        return children.empty() ? f : formulas.rebuild(f.op(), children);
    }
  }
  void collect(automata::Formula f) {
    if (position_.contains(f)) return;
    for (const auto child : f.children()) collect(child);
    position_.emplace(f, order_.size());
    order_.push_back(f);
  }
  static bool is_temporal(automata::Formula f) {
    using automata::Op;
    return f.is(Op::next) || f.is(Op::until) || f.is(Op::release) || f.is(Op::eventually) ||
           f.is(Op::always);
  }
  /// Truth values of all subformulas that agree with the letter, one for each choice of the
  /// temporal ones.
  std::vector<Guess> guesses(std::size_t node) const {
    std::vector<Guess> result{Guess(order_.size(), false)};
    for (std::size_t i = 0; i < order_.size(); ++i) {
      std::vector<Guess> more;
      for (Guess guess : result) {
        if (!is_temporal(order_[i])) {
          guess[i] = now(order_[i], guess, nodes_[node].letter);
          more.push_back(std::move(guess));
          continue;
        }
        for (const bool value : {false, true}) {
          guess[i] = value;
          if (is_possible(order_[i], guess)) more.push_back(guess);
        }
      }
      result = std::move(more);
    }
    return result;
  }
  bool value(const Guess& guess, automata::Formula f) const { return guess[position_.at(f)]; }
  bool now(automata::Formula f, const Guess& guess, const std::vector<bool>& letter) const {
    using automata::Op;
    switch (f.op()) {
      case Op::true_:
        return true;
      case Op::false_:
        return false;
      case Op::proposition:
        return letter[f.proposition()];
      case Op::not_:
        return !value(guess, f.child());
      case Op::and_:
        return std::all_of(f.children().begin(), f.children().end(),
                           [&](auto child) { return value(guess, child); });
      default:
        return std::any_of(f.children().begin(), f.children().end(),
                           [&](auto child) { return value(guess, child); });
    }
  }
  /// What one state can tell of a temporal formula.
  bool is_possible(automata::Formula f, const Guess& guess) const {
    using automata::Op;
    const bool holds = value(guess, f);
    if (f.is(Op::until))
      return holds ? value(guess, f.left()) || value(guess, f.right()) : !value(guess, f.right());
    if (f.is(Op::release)) return !holds || value(guess, f.right());
    if (f.is(Op::eventually)) return holds || !value(guess, f.child());
    if (f.is(Op::always)) return !holds || value(guess, f.child());
    return true;
  }
  bool fits(const Guess& here, const Guess& next) const {
    using automata::Op;
    for (const auto f : order_) {
      const bool holds = value(here, f);
      if (f.is(Op::next) && holds != value(next, f.child())) return false;
      if (f.is(Op::eventually) && holds != (value(here, f.child()) || value(next, f))) return false;
      if (f.is(Op::always) && holds != (value(here, f.child()) && value(next, f))) return false;
      if (f.is(Op::until) &&
          holds != (value(here, f.right()) || (value(here, f.left()) && value(next, f))))
        return false;
      if (f.is(Op::release) &&
          holds != (value(here, f.right()) && (value(here, f.left()) || value(next, f))))
        return false;
    }
    return true;
  }
  /// A reachable cycle on which every U that is promised is kept.
  bool has_fair_cycle(const std::vector<State>& states,
                      const std::vector<std::vector<std::size_t>>& edges) const {
    // Components by forward and backward reachability: slow and simple.
    std::vector<std::vector<std::size_t>> back(states.size());
    for (std::size_t i = 0; i < states.size(); ++i)
      for (const std::size_t to : edges[i]) back[to].push_back(i);
    std::vector<bool> done(states.size(), false);
    const auto reach = [&](std::size_t from, const std::vector<std::vector<std::size_t>>& graph) {
      std::vector<bool> seen(states.size(), false);
      std::vector<std::size_t> todo(graph[from].begin(), graph[from].end());
      while (!todo.empty()) {
        const std::size_t at = todo.back();
        todo.pop_back();
        if (done[at] || seen[at]) continue;
        seen[at] = true;
        todo.insert(todo.end(), graph[at].begin(), graph[at].end());
      }
      return seen;
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (done[i]) continue;
      const std::vector<bool> forward = reach(i, edges);
      const std::vector<bool> backward = reach(i, back);
      std::vector<std::size_t> component;
      for (std::size_t k = 0; k < states.size(); ++k)
        if (forward[k] && backward[k]) component.push_back(k);
      const bool fair =
          !component.empty() && std::all_of(order_.begin(), order_.end(), [&](auto f) {
            if (!f.is(automata::Op::until) && !f.is(automata::Op::eventually)) return true;
            return std::any_of(component.begin(), component.end(), [&](std::size_t k) {
              return !value(states[k].second, f) || value(states[k].second, f.children().back());
            });
          });
      if (fair) return true;
      for (const std::size_t k : component) done[k] = true;
      done[i] = true;
    }
    return false;
  }

  std::vector<Node> nodes_;
  std::vector<std::size_t> starts_;
  automata::Formula root_;
  std::map<automata::Formula, std::size_t> position_;
  std::vector<automata::Formula> order_;
};

}  // namespace arges::test
