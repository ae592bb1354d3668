// The part of ExpressionReader that expands procedures and lambdas.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/gamma/actions.h"
#include "frontend/gamma/expressions.h"
#include "frontend/gamma/gamma_dialect.h"
#include "ir/text/operators.h"
#include "ir/traversal.h"

namespace arges::frontend::gamma {

namespace {

/// Works out what local variables hold after actions that change nothing else.
class PureRun {
 public:
  /// Local is what was declared from there on.
  PureRun(const chart::Machine& machine, std::size_t first_local)
      : machine_(machine), first_local_(first_local) {}

  /// Whether nothing but local variables is changed, and nothing can fail.
  bool is_pure(const chart::Block& block) const {
    return std::all_of(block.begin(), block.end(), [this](const chart::Action& action) {
      using Kind = chart::Action::Kind;
      if (action.kind == Kind::assign) return is_local(action.variable);
      if (action.kind == Kind::loop) return is_local(action.variable) && is_pure(action.body);
      return (action.kind == Kind::branch || action.kind == Kind::choose) &&
             std::all_of(action.branches.begin(), action.branches.end(),
                         [this](const chart::Branch& branch) { return is_pure(branch.body); });
    });
  }

  /// False: something else is changed, or it cannot be told.
  bool run(const chart::Block& block) {
    return std::all_of(block.begin(), block.end(),
                       [this](const chart::Action& action) { return run(action); });
  }
  ir::Expr value(ir::Expr expr) const { return ir::substitute(expr, values_); }

 private:
  bool run(const chart::Action& action) {
    if (action.kind == chart::Action::Kind::branch) return branch(action, 0);
    if (action.kind != chart::Action::Kind::assign || !is_local(action.variable)) return false;
    values_[action.expr.context().var(action.variable)] = value(action.expr);
    return true;
  }

  bool branch(const chart::Action& action, std::size_t first) {
    if (first == action.branches.size()) return true;
    const chart::Branch& branch = action.branches[first];
    if (!branch.guard) return run(branch.body);
    const ir::Expr guard = value(branch.guard);
    const ir::Substitution before = values_;
    if (!run(branch.body)) return false;
    const ir::Substitution then = std::exchange(values_, before);
    if (!this->branch(action, first + 1)) return false;
    for (const auto& [variable, then_value] : then) {
      const auto other = values_.find(variable);
      const ir::Expr otherwise = other == values_.end() ? variable : other->second;
      values_[variable] =
          then_value == otherwise ? otherwise : ir::ite(guard, then_value, otherwise);
    }
    return true;
  }

  bool is_local(ir::Var var) const {
    return std::any_of(machine_.variables.begin() + static_cast<std::ptrdiff_t>(first_local_),
                       machine_.variables.end(),
                       [&](const chart::Variable& known) { return known.var == var; });
  }

  const chart::Machine& machine_;
  std::size_t first_local_;
  ir::Substitution values_;
};

}  // namespace

Value ExpressionReader::call(NodeId node) {
  const NodeId function = tree_[node].first;
  if (tree_[function].kind != syntax::NodeKind::name)
    return wrong(tree_.location(function), "this cannot be called");
  const Name wanted = name_of(function);
  Found<Procedure> found;
  const Frame* around = nullptr;
  if (instance_ != nullptr) {
    for (const Procedure& own : instance_->text->procedures)
      if (own.name.text == wanted.text) found = {&own, instance_->package};
    if (found) around = &instance_->frame;
  }
  if (!found) found = definitions_.procedure(*frame_.package, wanted.text);
  if (!found)
    return wrong(wanted.location, fmt::format("there is no procedure '{}'", wanted.text),
                 definitions_.missing_hint(*frame_.package));
  std::vector<const Procedure*>& open = definitions_.open_calls();
  if (std::find(open.begin(), open.end(), found.declaration) != open.end())
    return wrong(wanted.location, fmt::format("procedure '{}' calls itself", wanted.text),
                 "recursion is not supported; write a loop");
  const auto values = arguments(node, *found.declaration, *found.package);
  if (!values) return {};
  Frame frame{.outer = around, .package = found.package};
  for (std::size_t i = 0; i < values->size(); ++i)
    frame.names[found.declaration->parameters[i].name.text] = {.value = (*values)[i]};
  open.push_back(found.declaration);
  Value result = found.declaration->expression != no_node
                     ? lambda_call(*found.declaration, frame)
                     : procedure_call(node, *found.declaration, frame);
  open.pop_back();
  return result;
}

std::optional<std::vector<Value>> ExpressionReader::arguments(NodeId node,
                                                              const Procedure& procedure,
                                                              const Package& package) {
  std::vector<NodeId> nodes = tree_.children(node);
  nodes.erase(nodes.begin());
  if (nodes.size() != procedure.parameters.size()) {
    error(tree_.location(node),
          fmt::format("'{}' has {} parameters, but {} arguments are given", procedure.name.text,
                      procedure.parameters.size(), nodes.size()));
    return std::nullopt;
  }
  std::vector<Value> result;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Declaration& parameter = procedure.parameters[i];
    const ShapePtr shape = definitions_.shape(package, parameter.type);
    if (shape == nullptr) return std::nullopt;
    result.push_back(
        value_of(nodes[i], shape, fmt::format("the argument '{}'", parameter.name.text)));
    if (!result.back()) return std::nullopt;
  }
  return result;
}

void ExpressionReader::note_optional_operands(NodeId node) {
  using syntax::NodeKind;
  const syntax::Node& at = tree_[node];
  const bool is_lazy = at.kind == NodeKind::conditional || at.op == ir::id(ir::TextOp::and_) ||
                       at.op == ir::id(ir::TextOp::or_) || at.op == ir::id(ir::TextOp::imply);
  const bool is_operation =
      at.kind == NodeKind::conditional || at.kind == NodeKind::apply || at.kind == NodeKind::chain;
  if (!is_lazy || !is_operation) return;
  const std::vector<NodeId> operands = tree_.children(node);
  // Chains within chains are read as one.
  if (tree_[operands.front()].kind == NodeKind::chain) note_optional_operands(operands.front());
  for (std::size_t i = 1; i < operands.size(); ++i) note_optional(operands[i]);
}

void ExpressionReader::note_optional(NodeId node) {
  optional_.insert(node);
  if (tree_[node].kind != syntax::NodeKind::chain) return;
  for (const NodeId operand : tree_.children(node)) note_optional(operand);
}

Value ExpressionReader::lambda_call(const Procedure& procedure, const Frame& frame) {
  const ShapePtr shape = definitions_.shape(*frame.package, procedure.result);
  if (shape == nullptr) return {};
  ExpressionReader reader(definitions_, frame, instance_, before_);
  reader.needed_ = needed_;
  return reader.value_of(procedure.expression, shape, "what the lambda is");
}

Value ExpressionReader::procedure_call(NodeId node, const Procedure& procedure, Frame& frame) {
  if (instance_ == nullptr)
    return wrong(tree_.location(node),
                 fmt::format("procedure '{}' cannot be called here", procedure.name.text),
                 "it can in actions and guards of a statechart");
  ActionReader actions(definitions_, *instance_);
  const std::size_t first_local = instance_->machine.variables.size();
  // Parameters are variables of the call: what they are called with is read once, before.
  chart::Block before;
  for (auto& [name, named] : frame.names) {
    const Value argument = named.value;
    named = actions.declare_local(name, argument.shape, tree_.location(node));
    actions.assign(before, {argument.shape, named.variables, {}}, argument, tree_.location(node));
  }
  ActionReader::Body body = actions.procedure(procedure, frame);
  if (!body.result) return {};
  std::move(body.actions.begin(), body.actions.end(), std::back_inserter(before));
  if (before_ != nullptr) {
    // It is done before the action, and so also where its result is not needed.
    if (needed_ == Needed::maybe && !PureRun(instance_->machine, first_local).is_pure(before))
      return wrong(tree_.location(node),
                   fmt::format("procedure '{}' cannot be called here: it changes something, and "
                               "other operands decide whether it is called",
                               procedure.name.text),
                   "call it in an 'if', and keep the result in a variable");
    std::move(before.begin(), before.end(), std::back_inserter(*before_));
    return body.result;
  }
  PureRun run(instance_->machine, first_local);
  if (!run.run(before))
    return wrong(tree_.location(node),
                 fmt::format("procedure '{}' cannot be called in a guard: it changes something, "
                             "or has a loop",
                             procedure.name.text),
                 "call it in an action, and keep the result in a variable");
  for (ir::Expr& part : body.result.parts) part = run.value(part);
  instance_->machine.variables.resize(first_local);
  return body.result;
}

}  // namespace arges::frontend::gamma
