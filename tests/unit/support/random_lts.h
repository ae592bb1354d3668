#pragma once

#include <algorithm>
#include <random>
#include <sstream>
#include <string>

#include "lts/mts.h"

namespace arges::test {

/// What random systems look like.
struct RandomLts {
  unsigned max_states = 7;
  unsigned visible_actions = 2;
  double transitions_per_state = 1.6;
  unsigned tau_percent = 40;
  unsigned may_percent = 0;
};

inline lts::Mts random_lts(const lts::ActionTablePtr& table, std::mt19937_64& random,
                           const RandomLts& shape = {}) {
  lts::MtsBuilder builder(table);
  const auto states = static_cast<lts::StateId>(1 + random() % shape.max_states);
  builder.ensure_states(states);
  const auto count = static_cast<unsigned>(states * shape.transitions_per_state);
  for (unsigned i = 0; i < count; ++i) {
    const lts::ActionId action =
        random() % 100 < shape.tau_percent
            ? lts::tau
            : table->intern(
                  std::string(1, static_cast<char>('a' + random() % shape.visible_actions)));
    const auto source = static_cast<lts::StateId>(random() % states);
    const auto target = static_cast<lts::StateId>(random() % states);
    builder.add(source, action, target,
                random() % 100 < shape.may_percent ? lts::Modality::may : lts::Modality::must);
  }
  return builder.build();
}

/// A system from lines such as "0 a 1", the internal action being "tau"; "0 a? 1" is allowed only.
inline lts::Mts make_lts(const lts::ActionTablePtr& table, const std::string& text) {
  lts::MtsBuilder builder(table);
  std::istringstream lines(text);
  lts::StateId source = 0;
  lts::StateId target = 0;
  std::string action;
  while (lines >> source >> action >> target) {
    lts::Modality modality = lts::Modality::must;
    if (action.back() == '?') {
      action.pop_back();
      modality = lts::Modality::may;
    }
    builder.ensure_states(std::max(source, target) + 1);
    builder.add(source, action == "tau" ? lts::tau : table->intern(action), target, modality);
  }
  return builder.build();
}

}  // namespace arges::test
