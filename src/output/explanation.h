#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arges::output {

/// Why a counterexample of an abstraction is none of the model, and what was learnt from it: the
/// concrete execution and the abstract one, step by step.
struct Explanation {
  /// What a variable or a message's argument is in both executions.
  struct Location {
    std::string name;
    std::string concrete;
    std::string abstract;
    enum class Match : std::uint8_t { alike, different } match = Match::alike;
  };
  struct Step {
    std::uint32_t number = 0;
    std::string action;
    std::vector<Location> relevant = {};  ///< before it: those that matter for what follows
  };
  struct Split {
    std::string variable;
    std::vector<std::int64_t> numbers = {};  ///< that became cells of their own
    std::string before = {};                 ///< the cells
    std::string after = {};
  };

  std::size_t number = 0;  ///< from 1
  std::size_t events = 0;  ///< of the counterexample
  std::vector<Step> steps = {};
  /// What the last step, where the executions part, comes to in each of them.
  Location end = {};
  std::uint32_t blamed_step = 0;  ///< 0: no single one
  Location blamed = {};           ///< the expression there
  std::vector<Split> splits = {};
};

/// All of them as text: the first in full, what many come to in one line each.
std::string explanations_text(const std::vector<Explanation>& explanations);

}  // namespace arges::output
