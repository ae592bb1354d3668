#pragma once

#include <vector>

#include "lts/mts.h"

namespace arges::test {

/// Relations between states by their definitions, as greatest fixpoints over all pairs; for small
/// systems, to compare with.
class NaiveBisimulation {
 public:
  using Relation = std::vector<std::vector<bool>>;

  explicit NaiveBisimulation(const lts::Mts& system)
      : system_(system), reach_(system.num_states(), std::vector<bool>(system.num_states())) {
    for (lts::StateId s = 0; s < system.num_states(); ++s) reach_[s][s] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (lts::StateId s = 0; s < system.num_states(); ++s)
        for (lts::StateId t = 0; t < system.num_states(); ++t)
          for (const lts::Transition& step : system.transitions(t, lts::tau))
            if (reach_[s][t] && !reach_[s][step.target()])
              changed = reach_[s][step.target()] = true;
    }
  }

  Relation strong() const {
    return greatest([this](const Relation& r, lts::StateId p, lts::StateId q) {
      for (const lts::Transition& t : system_.transitions(p)) {
        bool matched = false;
        for (const lts::Transition& u : system_.transitions(q, t.action()))
          matched = matched || r[t.target()][u.target()];
        if (!matched) return false;
      }
      return true;
    });
  }
  Relation weak() const {
    return greatest([this](const Relation& r, lts::StateId p, lts::StateId q) {
      for (const lts::Transition& t : system_.transitions(p))
        if (!weakly_matched(r, t, q)) return false;
      return true;
    });
  }
  Relation branching() const {
    return greatest([this](const Relation& r, lts::StateId p, lts::StateId q) {
      for (const lts::Transition& t : system_.transitions(p))
        if (!matched_behind_stutter(r, p, t, q)) return false;
      return true;
    });
  }

 private:
  template <typename Simulates>
  Relation greatest(const Simulates& simulates) const {
    const std::size_t n = system_.num_states();
    Relation r(n, std::vector<bool>(n, true));
    for (bool changed = true; changed;) {
      changed = false;
      for (lts::StateId p = 0; p < n; ++p)
        for (lts::StateId q = 0; q < n; ++q)
          if (r[p][q] && (!simulates(r, p, q) || !r[q][p])) {
            r[p][q] = false;
            changed = true;
          }
    }
    return r;
  }
  bool weakly_matched(const Relation& r, const lts::Transition& t, lts::StateId q) const {
    for (lts::StateId u = 0; u < system_.num_states(); ++u) {
      if (!reach_[q][u]) continue;
      if (t.action() == lts::tau) {
        if (r[t.target()][u]) return true;
        continue;
      }
      for (const lts::Transition& step : system_.transitions(u, t.action()))
        for (lts::StateId v = 0; v < system_.num_states(); ++v)
          if (reach_[step.target()][v] && r[t.target()][v]) return true;
    }
    return false;
  }
  /// van Glabbeek and Weijland's definition: p -a-> p' is matched by q ==> q' -a-> q'' with p
  /// related to q' and p' to q'', or, if a is internal, by nothing where p' is related to q.
  bool matched_behind_stutter(const Relation& r, lts::StateId p, const lts::Transition& t,
                              lts::StateId q) const {
    if (t.action() == lts::tau && r[t.target()][q]) return true;
    for (lts::StateId u = 0; u < system_.num_states(); ++u)
      if (reach_[q][u] && r[p][u])
        for (const lts::Transition& step : system_.transitions(u, t.action()))
          if (r[t.target()][step.target()]) return true;
    return false;
  }

  const lts::Mts& system_;
  Relation reach_;  ///< by internal steps
};

/// Modal refinement of states of one system by its definition (Jasper 2021, Def. 18).
inline NaiveBisimulation::Relation naive_refinement(const lts::Mts& concrete,
                                                    const lts::Mts& abstract) {
  NaiveBisimulation::Relation r(concrete.num_states(),
                                std::vector<bool>(abstract.num_states(), true));
  const auto keeps = [&](lts::StateId p, lts::StateId q) {
    for (const lts::Transition& t : concrete.transitions(p)) {
      bool matched = false;
      for (const lts::Transition& u : abstract.transitions(q))
        matched = matched || (u.action() == t.action() && r[t.target()][u.target()]);
      if (!matched) return false;
    }
    for (const lts::Transition& u : abstract.transitions(q)) {
      bool matched = !u.is_must();
      for (const lts::Transition& t : concrete.transitions(p))
        matched = matched || (t.is_must() && u.action() == t.action() && r[t.target()][u.target()]);
      if (!matched) return false;
    }
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (lts::StateId p = 0; p < concrete.num_states(); ++p)
      for (lts::StateId q = 0; q < abstract.num_states(); ++q)
        if (r[p][q] && !keeps(p, q)) {
          r[p][q] = false;
          changed = true;
        }
  }
  return r;
}

}  // namespace arges::test
