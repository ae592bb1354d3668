#pragma once

#include "base/limits.h"
#include "lts/mts.h"

namespace arges::lts {

/// A transition with its source.
struct RedTransition {
  StateId source;
  ActionId action;
  StateId target;
};

/// A modal contract (Jasper 2021, Defs. 42 and 46): a system that a context is to be found for,
/// which synchronises on some of its actions. What the system requires of them (green) the context
/// must always offer; red transitions, which the system has beyond its specification, it must never
/// allow.
struct Contract {
  const Mts* specification;
  Alphabet communication;          ///< actions of the specification
  std::vector<RedTransition> red;  ///< with actions of the communication, none of the specification
};

/// The specification with the red transitions, as what is allowed.
Mts contract_system(const Contract& contract);

/// Def. 45: the coarsest context without regard to red transitions, if the specification is
/// deterministic; always a context. Throws LimitReached.
Mts green_context(const Contract& contract, const Limits* limits = nullptr);
/// Def. 47: the coarsest context without regard to green transitions. The words it excludes are
/// those with a prefix on which a red transition can be taken.
Mts red_context(const Contract& contract, const Limits* limits = nullptr);
/// Def. 49: the conjunction of both, which is defined if and only if there is a context, provided
/// that the specification is deterministic (Theorem 7).
std::optional<Mts> context(const Contract& contract, const Limits* limits = nullptr);

}  // namespace arges::lts
