#pragma once

#include <functional>
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
  /// A node that covers the state and is accepted.
  using Accept = std::function<bool(NodeId)>;
  virtual std::optional<NodeId> find(Control control, StateId state,
                                     const Accept& accept) const = 0;
  std::optional<NodeId> find(Control control, StateId state) const {
    return find(control, state, [](NodeId) { return true; });
  }
  virtual void clear() = 0;
};

/// The abstract states on the way to a state, itself included.
class Path {
 public:
  virtual ~Path() = default;
  virtual void for_each_state(const std::function<void(StateId)>& visit) const = 0;
};

/// The question for successors of a state.
struct PostQuery {
  StateId state = 0;
  const Action& action;
  Precision& precision;  ///< a domain may drop variables from it while it answers
  const Path* path = nullptr;
  /// What other components of a product know about the state, and about the successors: conditions
  /// that may be used to exclude some. Null: nothing.
  ir::Expr before = {};
  ir::Expr after = {};

  const Facts& facts() const { return precision.at(action.target); }
};

/// How hard a domain tries to learn from a refutation.
enum class Effort : std::uint8_t {
  usual,
  last_resort,  ///< the usual brought nothing new: whatever excludes the trace
};

/// An abstract domain: which states there are, how an action changes them, when one covers another,
/// and what a refutation adds to the precision. It knows nothing of CFAs, automata or graphs.
class Domain {
 public:
  virtual ~Domain() = default;

  /// States that together cover all initial states; `start` is an action that assumes the initial
  /// condition in an arbitrary state.
  virtual std::vector<StateId> initial(const Action& start, Precision& precision) = 0;
  /// States that together cover what the action makes of the state's concretisation.
  virtual std::vector<StateId> post(const PostQuery& query) = 0;
  /// Whether the first state's concretisation is within the second's (may say no wrongly).
  virtual bool leq(StateId a, StateId b) const = 0;
  virtual ir::Expr to_expr(StateId state) const = 0;
  virtual std::string to_string(StateId state) const = 0;
  virtual std::unique_ptr<CoverIndex> make_cover_index() const = 0;
  /// Adds what the refutation names to the precision; controls[k] is that of position k.
  virtual void refine(Precision& precision, const Refutation& refutation,
                      std::span<const Control> controls, Effort effort) = 0;
  /// The graph is built anew from here: what was counted over it does not count any more.
  virtual void start_over() {}
};

}  // namespace arges::analysis
