#pragma once

#include <string>

#include "lts/mts.h"
#include "synth/random.h"

namespace arges::synth {

/// Gives actions that nobody had so far; their names say nothing about who has them.
class FreshActions {
 public:
  /// Names are c0, c1, …, in an order that the seed decides.
  FreshActions(lts::ActionTablePtr table, std::uint64_t seed);

  const lts::ActionTablePtr& table() const { return table_; }
  lts::ActionId next();

 private:
  lts::ActionTablePtr table_;
  Random random_;
  std::vector<std::size_t> block_;  ///< numbers of names that are still to be given
  std::size_t blocks_ = 0;
};

/// Whether an extension always comes back to the actions that were there before.
enum class ExtensionKind : std::uint8_t {
  convergent,     ///< Jasper 2021, Theorem 10: at cut points only they go on
  nonconvergent,  ///< Theorem 9: new actions may go on for ever; for weak bisimilarity only
};

/// What extensions look like.
struct ExtensionShape {
  ExtensionKind kind = ExtensionKind::convergent;
  std::size_t min_states = 4;
  std::size_t max_states = 6;
  /// Actions that a next contract may synchronise on; 0: all new actions stay with the component.
  std::size_t shared_actions = 2;
  /// Of states that could go on, so many out of a hundred are cut points nevertheless. If all are,
  /// a way back takes no more than one shared action, and what is shared further and further does
  /// not grow.
  unsigned percent_early_cuts = 25;
};

/// A system that makes another one's alphabet larger without changing what it does (Def. 52).
struct Extension {
  lts::Mts system;
  lts::Alphabet cut;     ///< actions of before that it waits for
  lts::Alphabet own;     ///< new, for its component alone
  lts::Alphabet shared;  ///< new, for a contract; every way to a cut point has one of them
};

/// An extension for whatever has the actions `cut`. From the initial state a new action of `own`
/// leads to another state, so that components with extensions interleave. Every state is on a way
/// from the initial state, and from it on a way through one cut point back to itself.
Extension make_extension(FreshActions& fresh, const lts::Alphabet& cut, const ExtensionShape& shape,
                         Random& random);

}  // namespace arges::synth
