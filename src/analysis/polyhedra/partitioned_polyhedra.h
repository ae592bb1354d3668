#pragma once

#include <map>
#include <set>
#include <vector>

#include "analysis/certify/certificate.h"
#include "analysis/polyhedra/polyhedral_interpreter.h"
#include "analysis/system/system.h"
#include "ir/traversal.h"

namespace arges::analysis {

/// Linear relations between the integers of a model, found for each combination of values of all
/// other variables by itself: what counters have to do with each other depends on modes and on how
/// full queues are (Cousot, Halbwachs 1978; Jeannet: "Dynamic partitioning in linear relation
/// analysis", FMSD 2003). Departs from the latter: the partition is by all values from the start,
/// as they are few.
///
/// What it finds is for a checker to confirm.
class PartitionedPolyhedra {
 public:
  /// `tracked` are the integers that relations are about. Others, and variables of other types,
  /// must have values that are known at every step, of which there are at most `most_parts`
  /// combinations.
  PartitionedPolyhedra(Env& env, const System& system, std::vector<ir::Var> tracked,
                       std::size_t most_parts);

  enum class Answer : std::uint8_t {
    holds,        ///< no target is reached
    reached,      ///< one may be
    too_many,     ///< combinations of values
    unsupported,  ///< a variable gets a value that can't be told
  };
  Answer run();
  /// The parts as a proof, if the answer is `holds`.
  Certificate certificate() const;
  std::size_t num_parts() const { return parts_.size(); }

 private:
  using Polyhedron = PolyhedralInterpreter::Polyhedron;
  using Values = std::vector<ir::Expr>;  ///< literals, by the variables that are not tracked
  struct Case {
    Values values;
    Polyhedron states;
  };
  using Cases = std::vector<Case>;
  struct Key {
    Control control;
    std::vector<std::uint64_t> values;
    auto operator<=>(const Key&) const = default;
  };
  struct Part {
    Control control;
    Values values;
    Polyhedron states;
    std::uint32_t visits = 0;
    std::set<std::pair<std::uint32_t, std::size_t>> successors = {};  ///< by actions
  };
  struct TooMany {};
  struct Unsupported {};

  void ascend();
  void descend();
  /// Whether every step from a part leads into parts, and to no target.
  Answer confirm();
  Cases initial();
  Cases after(const Part& part, const Action& action);
  Cases run(Cases before, ir::Stmt statement);
  Cases run(Case before, ir::Stmt statement);
  Cases assume(const Case& before, ir::Expr condition, bool truth);
  /// The cases in which a variable has got a value.
  Cases set(const Case& before, std::size_t variable, ir::Expr value);
  ir::Expr filled(const Case& at, ir::Expr expr) const;
  std::size_t part_of(Control control, const Case& one);
  Key key(Control control, const Values& values) const;

  Env& env_;
  const System& system_;
  std::size_t most_parts_;
  PolyhedralInterpreter interpreter_;
  ir::VarMap<std::size_t> numbers_;  ///< plus one, of variables that are not tracked
  std::vector<ir::Var> others_;
  std::vector<Part> parts_;
  std::map<Key, std::size_t> by_key_;
  std::set<std::size_t> todo_;
};

}  // namespace arges::analysis
