#pragma once

#include "base/source.h"
#include "ir/context.h"
#include "model/statechart/system.h"

namespace arges::frontend {

/// What a sentence about a statechart says of a condition on its states.
struct Sentence {
  enum class Kind : std::uint8_t {
    always,       ///< it holds wherever the system is stable
    reachable,    ///< it holds in some stable state that can be reached
    can_be,       ///< it holds at some time, also within a reaction
    can_never_be  ///< it holds at no time, neither within a reaction
  };
  Kind kind = Kind::always;
  /// Over what stands for states, events and timers.
  ir::Expr condition;
};

/// Reads a sentence as docs/statecharts.md tells: `state Main.Red reachable`, `never A and B
/// together`, `reachable x > 3 and In(Idle)`, or a condition that must always hold. Throws
/// InputError with positions in the text.
Sentence parse_sentence(ir::Context& context, const model::statechart::System& system,
                        const SourceText& text);

/// Reads a condition alone, such as an atom of a temporal formula.
ir::Expr parse_statechart_condition(ir::Context& context, const model::statechart::System& system,
                                    const SourceText& text);

}  // namespace arges::frontend
