#pragma once

#include <optional>
#include <set>

#include "base/error.h"
#include "frontend/machines/sm_syntax.h"

namespace arges::frontend::machines {

/// Thrown once an error is reported, to where building can go on.
struct BuildFailure {};

/// Types expressions and adds them to a model.
class SmExpressions {
 public:
  SmExpressions(model::machines::Model& model, const syntax::Tree& tree, Diagnostics& diagnostics)
      : model_(model), tree_(tree), diagnostics_(diagnostics) {}

  /// What names mean: variables of a class; without one, objects, as in properties.
  void set_scope(model::machines::ClassId scope) { scope_ = scope; }

  /// The parameters of the transition that expressions belong to; nobody else sees them.
  void set_parameters(std::set<model::machines::VarId> parameters) {
    parameters_ = std::move(parameters);
  }

  /// What `index` means: which one of several objects it is that gets its values.
  void set_index(std::optional<model::machines::Value> index) { index_ = index; }

  /// An expression of this type; throws BuildFailure after reporting what is wrong.
  model::machines::ExprId build(NodeId node, model::machines::Type type);
  /// Of any type.
  model::machines::ExprId build(NodeId node);
  /// A variable, maybe through references.
  model::machines::ExprId build_name(NodeId node);
  /// The value of a constant, of this type.
  model::machines::Value constant(NodeId node, model::machines::Type type);
  /// A constant integer: a size, a bound or an index.
  model::machines::Value constant_integer(NodeId node);
  /// `least <= variable && variable <= largest`
  model::machines::ExprId within(model::machines::ExprId variable,
                                 model::machines::Variable::Bounds bounds);
  /// The sum or difference of two.
  model::machines::ExprId updated(model::machines::ExprId a, model::machines::Operator op,
                                  model::machines::ExprId b);
  /// The opposite of a condition, both and one of two.
  model::machines::ExprId negated(model::machines::ExprId condition);
  model::machines::ExprId both(model::machines::ExprId a, model::machines::ExprId b);
  model::machines::ExprId either(model::machines::ExprId a, model::machines::ExprId b);

  std::string name_of(model::machines::Type type) const;
  /// Throws BuildFailure.
  [[noreturn]] void fail(SourceLocation location, std::string message, std::string hint = "");

 private:
  using Expression = model::machines::Expression;
  using ExprId = model::machines::ExprId;
  using Type = model::machines::Type;
  using Operator = model::machines::Operator;

  ExprId add(Expression expression, NodeId node);
  ExprId integer(NodeId node, std::string_view sign);
  ExprId constant_word(NodeId node);
  ExprId prefix(NodeId node);
  ExprId chain(NodeId node);
  ExprId infix(Operator op, ExprId a, ExprId b, NodeId at);
  ExprId conditional(NodeId node);
  ExprId path(NodeId node);
  /// The names of a path, from its first.
  std::vector<NodeId> names(NodeId node);
  /// The value of a name that is no variable; none: it is one.
  ExprId named_constant(NodeId node);
  model::machines::Value constant(NodeId node, model::machines::Type type, const char* wanted);
  /// `what` may be there: for people, where there is none.
  model::machines::ObjectId find_object(NodeId node, std::string_view what);
  /// The states of a class that a name of a property stands for, which may be one around others and
  /// may leave out those around it; none: it is no state.
  std::vector<model::machines::StateId> find_states(model::machines::ClassId type,
                                                    const std::string& name, NodeId node);
  /// An object, at the end of a path, is in one of these states.
  ExprId in_states(const Expression& path, const std::vector<model::machines::StateId>& states,
                   NodeId node);
  /// Tells what to write instead if the name is that of an enumeration.
  void refuse_enumeration(NodeId name);
  [[noreturn]] void fail_member(model::machines::ClassId type, NodeId name);
  ExprId add_condition(Operator op, ExprId a, ExprId b);
  ExprId add_infix(Operator op, Type type, ExprId a, ExprId b);
  /// Of an expression without names.
  model::machines::Value value_of(ExprId id, NodeId node);
  void require(ExprId expression, Type type);
  bool fits(Type type, Type wanted) const;
  model::machines::VarId find_variable(model::machines::ClassId type, NodeId name);

  model::machines::Model& model_;
  const syntax::Tree& tree_;
  Diagnostics& diagnostics_;
  model::machines::ClassId scope_ = model::machines::none;
  std::set<model::machines::VarId> parameters_ = {};
  std::optional<model::machines::Value> index_ = {};
};

}  // namespace arges::frontend::machines
