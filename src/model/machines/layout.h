#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ir/context.h"
#include "ir/valuation.h"
#include "model/machines/abstraction.h"
#include "model/machines/configuration.h"

namespace arges::model::machines {

/// One of an object's queues as variables: how many messages there are, and each with its signal
/// and arguments. Where there is no message, they have default values.
struct QueueVars {
  ir::Var length = nullptr;
  struct Slot {
    ir::Var signal = nullptr;
    std::vector<ir::Var> numbers = {};
    std::vector<ir::Var> truths = {};
    std::vector<ir::Var> references = {};
    std::vector<ir::Var> all() const;
  };
  std::vector<Slot> slots = {};
};

/// The variables that configurations of a model are made of, for statements.
class Layout {
 public:
  Layout(ir::Context& context, const Model& model);

  ir::Context& context() const { return context_; }
  const Model& model() const { return model_; }
  const std::vector<ir::Var>& variables() const { return variables_; }
  const std::vector<ir::Var>& control_variables() const { return controls_; }

  ir::Var state(ObjectId object) const { return objects_[object].state; }
  ir::Var variable(ObjectId object, VarId var) const { return objects_[object].variables[var]; }
  const QueueVars& input(ObjectId object) const { return objects_[object].input; }
  const QueueVars& deferred(ObjectId object) const { return objects_[object].deferred; }
  ir::Var fault() const { return fault_; }
  /// Whether something sends the signal to objects like this one.
  bool may_get(ObjectId object, SignalId signal) const;
  /// The variable of a slot that has this argument of a signal.
  ir::Var argument(const QueueVars::Slot& slot, SignalId signal, std::uint32_t index) const;
  /// Objects of a class, which references to it may be.
  std::vector<ObjectId> objects_of(ClassId type) const;

  ir::Expr is_in(ObjectId object, StateId state) const;
  ir::Expr literal(Fault fault) const;
  ir::Expr literal(const Type& type, Value value) const;
  ir::Expr signal(SignalId signal) const;
  ir::Expr no_signal() const;
  ir::Expr default_of(ir::Var var) const;

  ir::Valuation encode(const Configuration& configuration, Fault fault) const;
  /// The values of all variables, in their order, of a configuration without a fault.
  std::vector<ir::Value> values(const Configuration& configuration) const;
  /// The configuration that values of the variables stand for; messages are numbered from 0.
  Configuration decode(const ir::Valuation& values) const;
  /// The same for values that nobody vouches for; nothing if they are no configuration without a
  /// fault.
  std::optional<Configuration> decode_checked(const ir::Valuation& values) const;
  ir::Expr initial_condition(const Configuration& initial) const;
  /// All that an abstract configuration stands for.
  ir::Expr formula(const Configuration& configuration, const Evaluator& evaluator) const;

 private:
  struct ObjectVars {
    ir::Var state = nullptr;
    std::vector<ir::Var> variables = {};
    QueueVars input = {};
    QueueVars deferred = {};
  };
  ir::Type type_of(const Type& type) const;
  ir::Var declare(const std::string& name, ir::Type type);
  /// Whether a queue has a length that it may have, and that many messages.
  bool is_queue(const QueueVars& queue, const ir::Valuation& values) const;
  QueueVars declare_queue(const std::string& name, ClassId type, std::uint32_t capacity);
  /// Calls `set` with every variable and what it may be.
  template <typename Set>
  void visit(const Configuration& configuration, const Evaluator& evaluator, const Set& set) const;
  std::vector<Message> decode(const QueueVars& queue, const ir::Valuation& values,
                              std::uint32_t& next) const;
  template <typename Set>
  void visit_queue(const QueueVars& queue, const std::vector<Message>& messages,
                   const Evaluator& evaluator, const Set& set) const;

  ir::Context& context_;
  const Model& model_;
  ir::Type reference_type_;
  ir::Type signal_type_;
  ir::Type fault_type_;
  std::vector<std::vector<SignalId>> sent_;  ///< by classes
  std::vector<ObjectVars> objects_;
  std::vector<ir::Var> variables_;
  std::vector<ir::Var> controls_;
  ir::Var fault_ = nullptr;
};

}  // namespace arges::model::machines
