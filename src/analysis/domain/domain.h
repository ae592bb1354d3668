#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/precision/precision.h"
#include "analysis/refine/refutation.h"
#include "analysis/system/system.h"
#include "ir/expr.h"

namespace arges::analysis {

/// An abstract state, interned in its Domain.
using StateId = std::uint32_t;
using NodeId = std::uint32_t;

/// Finds, among the nodes that may cover, one that covers a state. A domain provides the index that
/// fits its states, so that covering is a look-up where the order allows it.
class CoverIndex {
 public:
  virtual ~CoverIndex() = default;
  virtual void insert(NodeId node, Control control, StateId state) = 0;
  virtual void remove(NodeId node, Control control, StateId state) = 0;
  virtual std::optional<NodeId> find(Control control, StateId state) const = 0;
  virtual void clear() = 0;
};

/// An abstract domain: which states there are, how an action changes them, when one covers another,
/// and what a refutation adds to the precision. It knows nothing of CFAs, automata or graphs.
class Domain {
 public:
  virtual ~Domain() = default;

  /// States that together cover all initial states.
  virtual std::vector<StateId> initial(ir::Expr condition, const Facts& facts) = 0;
  /// States that together cover what the action makes of the state's concretisation.
  virtual std::vector<StateId> post(StateId state, const Action& action, const Facts& facts) = 0;
  /// Whether the first state's concretisation is within the second's (may say no wrongly).
  virtual bool leq(StateId a, StateId b) const = 0;
  virtual ir::Expr to_expr(StateId state) const = 0;
  virtual std::string to_string(StateId state) const = 0;
  virtual std::unique_ptr<CoverIndex> make_cover_index() const = 0;
  /// Adds what the refutation names to the precision; controls[k] is that of position k.
  virtual void refine(Precision& precision, const Refutation& refutation,
                      std::span<const Control> controls) const = 0;
};

}  // namespace arges::analysis
