#include "frontend/gamma/actions.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/gamma_dialect.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::frontend::gamma {

using chart::Action;
using chart::Block;

namespace {

bool has_return(const std::vector<Statement>& statements);

bool has_return(const Statement& statement) {
  return statement.kind == Statement::Kind::return_ || has_return(statement.body) ||
         std::any_of(statement.branches.begin(), statement.branches.end(),
                     [](const StatementBranch& branch) { return has_return(branch.body); });
}

bool has_return(const std::vector<Statement>& statements) {
  return std::any_of(statements.begin(), statements.end(),
                     [](const Statement& statement) { return has_return(statement); });
}

/// Whether something may follow a return.
bool goes_on(const std::vector<Statement>& statements) {
  if (statements.empty()) return false;
  const Statement& last = statements.back();
  const bool earlier = std::any_of(statements.begin(), statements.end() - 1,
                                   [](const Statement& each) { return has_return(each); });
  if (earlier) return true;
  if (last.kind == Statement::Kind::loop) return has_return(last.body);
  return goes_on(last.body) ||
         std::any_of(last.branches.begin(), last.branches.end(),
                     [](const StatementBranch& branch) { return goes_on(branch.body); });
}

/// The array with one element replaced, at some depth.
ir::Expr replaced(ir::Expr whole, std::span<const ir::Expr> indices, ir::Expr value) {
  if (indices.empty()) return value;
  const ir::Expr element = ir::select(whole, indices.front());
  return ir::store(whole, indices.front(), replaced(element, indices.subspan(1), value));
}

}  // namespace

void ActionReader::error(SourceLocation location, std::string message, std::string hint) {
  definitions_.diagnostics().error(location, std::move(message), std::move(hint));
}

ExpressionReader ActionReader::reader(const Frame& frame, Block& block) {
  return {definitions_, frame, instance_, block};
}

Block ActionReader::read(const std::vector<Statement>& statements, const Frame& frame) {
  return_ = {};
  return inner(statements, frame);
}

ActionReader::Body ActionReader::procedure(const Procedure& procedure, Frame& frame) {
  Body result;
  const ShapePtr shape = definitions_.shape(*frame.package, procedure.result);
  if (shape == nullptr) return result;
  return_.in_procedure = true;
  return_.result = declare_local(procedure.name.text, shape, procedure.name.location);
  if (goes_on(procedure.body)) {
    return_.returned = declare_local("returned", definitions_.boolean(), procedure.name.location)
                           .variables.front();
    result.actions.push_back({.kind = Action::Kind::assign,
                              .location = procedure.name.location,
                              .variable = return_.returned,
                              .expr = context().false_expr()});
  }
  if (shape->kind != Shape::Kind::nothing && !has_return(procedure.body))
    error(procedure.name.location,
          fmt::format("procedure '{}' returns no value", procedure.name.text),
          "end it with 'return …;'");
  // A path without a return leaves the result as it was: not what an earlier call returned.
  const Target target{return_.result.value.shape, return_.result.variables, {}};
  assign(result.actions, target, default_value(context(), shape), procedure.name.location);
  Block body = block(procedure.body, 0, frame);
  std::move(body.begin(), body.end(), std::back_inserter(result.actions));
  result.result = return_.result.value;
  return result;
}

NamedValue ActionReader::declare(Definitions& definitions, Instance& instance,
                                 const std::string& name, const ShapePtr& shape,
                                 SourceLocation location) {
  ir::Context& context = definitions.context();
  NamedValue result{.value = {.shape = shape}};
  for (const Part& part : parts_of(context, *shape)) {
    const ir::Var var =
        context.declare(instance.machine.qualified(name + part.suffix), part.type, location);
    result.variables.push_back(var);
    result.value.parts.push_back(context.var(var));
  }
  return result;
}

NamedValue ActionReader::declare_local(const std::string& name, const ShapePtr& shape,
                                       SourceLocation location) {
  NamedValue result = declare(definitions_, instance_,
                              fmt::format("{}#{}", name, ++instance_.num_locals), shape, location);
  for (const ir::Var var : result.variables)
    instance_.machine.variables.push_back({.var = var,
                                           .initial = default_value(context(), var->type),
                                           .lifetime = chart::Variable::Lifetime::local});
  return result;
}

Block ActionReader::inner(const std::vector<Statement>& statements, const Frame& frame) {
  Frame own{.outer = &frame, .package = frame.package};
  return block(statements, 0, own);
}

Block ActionReader::block(const std::vector<Statement>& statements, std::size_t first,
                          Frame& frame) {
  Block result;
  for (std::size_t i = first; i < statements.size(); ++i) {
    statement(statements[i], frame, result);
    if (!has_return(statements[i]) || i + 1 == statements.size()) continue;
    // What follows a return that may have been met happens only if it was not.
    if (statements[i].kind == Statement::Kind::return_ || return_.returned == nullptr) break;
    Action rest{.kind = Action::Kind::branch, .location = statements[i + 1].location};
    rest.branches.push_back(
        {ir::not_(context().var(return_.returned)), block(statements, i + 1, frame)});
    result.push_back(std::move(rest));
    break;
  }
  return result;
}

void ActionReader::statement(const Statement& statement, Frame& frame, Block& block) {
  switch (statement.kind) {
    case Statement::Kind::block: {
      Block body = inner(statement.body, frame);
      std::move(body.begin(), body.end(), std::back_inserter(block));
      return;
    }
    case Statement::Kind::assign:
      return assignment(statement, frame, block);
    case Statement::Kind::raise:
      return raise(statement, frame, block);
    case Statement::Kind::set:
      return set(statement, frame, block);
    case Statement::Kind::local:
      return local(statement, frame, block);
    case Statement::Kind::call:
      if (frame.package->tree[statement.target].kind == syntax::NodeKind::call)
        reader(frame, block).call(statement.target);
      else
        error(statement.location, "this is no action",
              "write an assignment with ':=', or a call with parentheses");
      return;
    case Statement::Kind::return_:
      return return_from(statement, frame, block);
    case Statement::Kind::nothing:
      return;
    case Statement::Kind::assertion:
      return assertion(statement, frame, block);
    case Statement::Kind::if_:
      return branches(statement, 0, {}, frame, block);
    case Statement::Kind::switch_: {
      const Value of = reader(frame, block).value(statement.value);
      return of ? branches(statement, 0, of, frame, block) : void();
    }
    case Statement::Kind::choice:
      return choice(statement, frame, block);
    case Statement::Kind::loop:
      return loop(statement, frame, block);
  }
}

void ActionReader::assign(Block& block, const Target& target, const Value& value,
                          SourceLocation location) {
  for (std::size_t i = 0; i < target.variables.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (ir::occurs(target.variables[j], value.parts[i]))
        error(location, "a record cannot be assigned what depends on another field of itself",
              "assign field by field");
    block.push_back(
        {.kind = Action::Kind::assign,
         .location = location,
         .variable = target.variables[i],
         .expr = replaced(context().var(target.variables[i]), target.indices, value.parts[i])});
  }
}

void ActionReader::assignment(const Statement& statement, const Frame& frame, Block& block) {
  ExpressionReader expressions = reader(frame, block);
  const Target target = expressions.target(statement.target);
  if (target.shape == nullptr) return;
  const Value value = expressions.value_of(statement.value, target.shape, "what is assigned");
  if (value) assign(block, target, value, statement.location);
}

void ActionReader::raise(const Statement& statement, const Frame& frame, Block& block) {
  const syntax::Tree& tree = frame.package->tree;
  const bool has_arguments = tree[statement.target].kind == syntax::NodeKind::call;
  std::vector<NodeId> nodes;
  NodeId event_node = statement.target;
  if (has_arguments) {
    nodes = tree.children(statement.target);
    event_node = nodes.front();
    nodes.erase(nodes.begin());
  }
  ExpressionReader expressions = reader(frame, block);
  const PortEvent* event = expressions.event(event_node);
  if (event == nullptr) return;
  const EventDeclaration& declaration = *event->declaration;
  if (event->output == chart::none)
    return error(statement.location,
                 fmt::format("'{}' is an input and cannot be raised", declaration.name.text),
                 "a statechart raises 'out' of a provided port and 'in' of a required one");
  if (nodes.size() != declaration.parameters.size())
    return error(statement.location,
                 fmt::format("event '{}' has {} parameters, but {} arguments are given",
                             declaration.name.text, declaration.parameters.size(), nodes.size()));
  Action action{
      .kind = Action::Kind::raise, .location = statement.location, .event = event->output};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (event->parameters[i] == nullptr) return;
    const Value value =
        expressions.value_of(nodes[i], event->parameters[i],
                             fmt::format("the argument '{}'", declaration.parameters[i].name.text));
    if (!value) return;
    action.arguments.insert(action.arguments.end(), value.parts.begin(), value.parts.end());
  }
  block.push_back(std::move(action));
}

void ActionReader::set(const Statement& statement, const Frame& frame, Block& block) {
  const auto timer = instance_.timers.find(statement.name.text);
  if (timer == instance_.timers.end()) {
    syntax::Suggestion suggestion(statement.name.text);
    for (const auto& [known, id] : instance_.timers) suggestion.consider(known);
    return error(statement.name.location,
                 fmt::format("there is no timeout '{}'", statement.name.text), suggestion.hint());
  }
  const Value value =
      reader(frame, block).value_of(statement.value, definitions_.integer(), "a timeout's value");
  if (!value) return;
  const ir::Expr period = ir::simplify(
      ir::mul(value.parts.front(), context().int_literal(mpz_class(statement.factor))));
  instance_.periods.push_back(period);
  block.push_back({.kind = Action::Kind::start,
                   .location = statement.location,
                   .expr = period,
                   .timer = timer->second});
}

void ActionReader::local(const Statement& statement, Frame& frame, Block& block) {
  const Declaration& declaration = statement.declaration;
  const ShapePtr shape = definitions_.shape(*frame.package, declaration.type);
  Value value;
  if (shape != nullptr)
    value =
        declaration.value == no_node
            ? default_value(context(), shape)
            : reader(frame, block)
                  .value_of(declaration.value, shape, fmt::format("'{}'", declaration.name.text));
  if (frame.names.contains(declaration.name.text))
    error(declaration.name.location, fmt::format("'{}' is declared twice", declaration.name.text));
  NamedValue& named = frame.names[declaration.name.text];
  named = {};
  if (shape == nullptr) return;
  named = declare_local(declaration.name.text, shape, declaration.name.location);
  if (value) assign(block, {shape, named.variables, {}}, value, statement.location);
}

void ActionReader::return_from(const Statement& statement, const Frame& frame, Block& block) {
  if (!return_.in_procedure) return error(statement.location, "'return' outside of a procedure");
  const ShapePtr& shape = return_.result.value.shape;
  const bool has_result = shape->kind != Shape::Kind::nothing;
  if (has_result != (statement.value != no_node))
    return error(statement.location, has_result ? "the procedure must return a value"
                                                : "the procedure returns no value");
  if (has_result) {
    const Value value = reader(frame, block).value_of(statement.value, shape, "what is returned");
    if (!value) return;
    assign(block, {shape, return_.result.variables, {}}, value, statement.location);
  }
  if (return_.returned != nullptr)
    block.push_back({.kind = Action::Kind::assign,
                     .location = statement.location,
                     .variable = return_.returned,
                     .expr = context().true_expr()});
}

void ActionReader::assertion(const Statement& statement, const Frame& frame, Block& block) {
  const ir::Expr expr = reader(frame, block).condition(statement.value, "an assertion");
  if (!expr) return;
  const syntax::Node& node = frame.package->tree[statement.value];
  chart::Machine& machine = instance_.machine;
  block.push_back({.kind = Action::Kind::assertion,
                   .location = statement.location,
                   .expr = expr,
                   .assertion = static_cast<chart::AssertionId>(machine.assertions.size())});
  machine.assertions.push_back(
      {std::string(frame.package->source->text().substr(node.begin, node.end - node.begin)),
       statement.location});
}

void ActionReader::branches(const Statement& statement, std::size_t first, const Value& of,
                            const Frame& frame, Block& block) {
  // Each branch after the first is inside of the else of the one before: what its condition calls
  // happens only then.
  if (first == statement.branches.size()) return;
  const StatementBranch& branch = statement.branches[first];
  if (branch.guard == no_node) {
    Block body = inner(branch.body, frame);
    std::move(body.begin(), body.end(), std::back_inserter(block));
    return;
  }
  ir::Expr guard;
  if (of) {
    const Value value = reader(frame, block).value_of(branch.guard, of.shape, "a case's value");
    if (value) {
      std::vector<ir::Expr> equal;
      for (std::size_t i = 0; i < of.parts.size(); ++i)
        equal.push_back(ir::eq(of.parts[i], value.parts[i]));
      guard = equal.size() == 1 ? equal.front() : ir::and_(equal);
    }
  } else {
    guard = reader(frame, block).condition(branch.guard, "a condition");
  }
  Action action{.kind = Action::Kind::branch, .location = statement.location};
  action.branches.push_back(
      {guard, inner(branch.body, frame), frame.package->tree.begin(branch.guard)});
  Block otherwise;
  branches(statement, first + 1, of, frame, otherwise);
  if (!otherwise.empty()) action.branches.push_back({ir::Expr(), std::move(otherwise)});
  if (guard) block.push_back(std::move(action));
}

void ActionReader::choice(const Statement& statement, const Frame& frame, Block& block) {
  Action action{.kind = Action::Kind::choose, .location = statement.location};
  std::vector<ir::Expr> guards;
  for (const StatementBranch& branch : statement.branches) {
    ir::Expr guard;
    if (branch.guard != no_node) {
      guard = reader(frame, block).condition(branch.guard, "a guard");
      if (!guard) return;
      guards.push_back(guard);
    }
    action.branches.push_back(
        {guard, inner(branch.body, frame),
         branch.guard != no_node ? frame.package->tree.begin(branch.guard) : SourceLocation{}});
  }
  for (chart::Branch& branch : action.branches)
    if (!branch.guard)
      branch.guard = guards.empty() ? context().true_expr() : ir::not_(ir::or_(guards));
  block.push_back(std::move(action));
}

void ActionReader::loop(const Statement& statement, const Frame& frame, Block& block) {
  const ShapePtr& integer = definitions_.integer();
  ExpressionReader expressions = reader(frame, block);
  const Value from = expressions.value_of(statement.value, integer, "a range's end");
  const Value to = expressions.value_of(statement.bound, integer, "a range's end");
  const Declaration& declaration = statement.declaration;
  const ShapePtr shape = definitions_.shape(*frame.package, declaration.type);
  if (!from || !to || shape == nullptr) return;
  if (!same_shape(*shape, *integer))
    return error(declaration.name.location, "the variable of a loop must be an integer");
  const auto moved = [&](const Value& value, int offset) {
    return ir::add(value.parts.front(), context().int_literal(offset));
  };
  Frame own{.outer = &frame, .package = frame.package};
  NamedValue counter = declare_local(declaration.name.text, shape, declaration.name.location);
  const ir::Var var = counter.variables.front();
  counter.variables.clear();  // the loop alone writes it
  own.names[declaration.name.text] = std::move(counter);
  const auto first = definitions_.range_of(ir::simplify(moved(from, statement.value_offset)));
  const auto end = definitions_.range_of(ir::simplify(moved(to, statement.bound_offset)));
  if (first && end) definitions_.note_counter(var, {first->first, end->last - 1});
  Action action{.kind = Action::Kind::loop,
                .location = statement.location,
                .variable = var,
                .expr = moved(from, statement.value_offset),
                .bound = moved(to, statement.bound_offset)};
  action.body = inner(statement.body, own);
  if (return_.returned != nullptr && has_return(statement.body)) {
    Action guarded{.kind = Action::Kind::branch, .location = statement.location};
    guarded.branches.push_back({ir::not_(context().var(return_.returned)), std::move(action.body)});
    action.body = {};
    action.body.push_back(std::move(guarded));
  }
  block.push_back(std::move(action));
}

}  // namespace arges::frontend::gamma
