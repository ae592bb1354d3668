#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/portfolio/preset.h"

namespace arges::engine {

/// What the members of a portfolio learnt so far, as text, and who gets what of it.
class FactPool {
 public:
  explicit FactPool(std::span<const Member> members);

  /// Whether a member will have another turn.
  enum class Turn : std::uint8_t { another, last };
  /// What a member tracked when its turn ended.
  void add(std::size_t member, const std::string& facts, Turn turn);
  /// What a member begins its next turn with: CEGAR goes on where it stopped, or where one that got
  /// no further stopped, with some of the invariants that were proved; bounded model checking gets
  /// every predicate as a candidate for an invariant.
  std::string facts_for(std::size_t member) const;

 private:
  using Lines = std::vector<std::string>;
  EngineKind engine_of(std::size_t member) const { return engines_[member]; }

  std::vector<EngineKind> engines_;
  std::vector<Lines> learnt_;  ///< by member
  Lines left_behind_;          ///< by the last CEGAR member that had its last turn
};

}  // namespace arges::engine
