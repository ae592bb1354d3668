#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace arges::output {

/// A refinement as a reader can replay it: the abstract reachability graph of every iteration, its
/// counterexample, why that is no run, and what was learnt from it. All in words, so that it
/// outlives the run.
struct RefinementHistory {
  /// Something that is tracked from an iteration on.
  struct Fact {
    enum class Kind : std::uint8_t { variable, predicate } kind = Kind::variable;
    std::string text;
    std::string where;  ///< a control point; empty: everywhere
  };
  enum class Outcome : std::uint8_t {
    spurious,  ///< the counterexample is no run of the model
    violated,  ///< it is one
    proved,    ///< there is none
    stopped,   ///< nobody knows: a limit, or no progress
  };
  struct Iteration {
    std::uint32_t number = 0;              ///< from 1
    std::vector<std::uint32_t> path = {};  ///< rows of its counterexample
    Outcome outcome = Outcome::stopped;
    std::vector<Fact> learnt = {};
    std::vector<std::string> dropped = {};                             ///< variables
    std::vector<std::pair<std::size_t, std::string>> refutation = {};  ///< position → fact
  };
  /// A node of a graph; it is there in the iterations from `born` to before `died` (0: for ever).
  struct Row {
    std::int64_t parent = -1;   ///< another row
    std::uint32_t control = 0;  ///< these are indices of texts
    std::uint32_t state = 0;
    std::uint32_t action = 0;  ///< that led here
    std::uint32_t born = 0;
    std::uint32_t died = 0;
    bool is_target = false;
  };
  struct Cover {
    std::uint32_t row = 0;
    std::uint32_t by = 0;
    std::uint32_t born = 0;
    std::uint32_t died = 0;
  };

  std::vector<std::string> texts;  ///< each once
  std::vector<Row> rows;           ///< parents before children
  std::vector<Cover> covers;
  std::vector<Fact> given;  ///< what was tracked before the first iteration
  std::vector<Iteration> iterations;
  std::string left_out = {};  ///< why not everything is here, if so
};

/// In columns, as web/report reads it.
nlohmann::ordered_json to_json(const RefinementHistory& history);

}  // namespace arges::output
