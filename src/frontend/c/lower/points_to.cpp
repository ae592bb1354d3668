#include "frontend/c/lower/points_to.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/invariant.h"
#include "frontend/c/syntax/visit.h"

namespace arges::frontend::c {

namespace {

/// What a statement expression is worth; null: nothing.
const Expr* last_expression(const Stmt* body) {
  if (body == nullptr || body->children.empty()) return nullptr;
  const Stmt* last = body->children.back();
  return last->kind == StmtKind::expression ? last->expr : nullptr;
}

}  // namespace

bool gives_memory(const Function& function) {
  static constexpr std::array<std::string_view, 7> returns_argument = {
      "memset", "memcpy", "memmove", "strcpy", "strncpy", "strcat", "strchr"};
  return function.body == nullptr && function.type->element->is(TypeKind::pointer) &&
         std::find(returns_argument.begin(), returns_argument.end(), function.library_name()) ==
             returns_argument.end();
}

PointsTo::PointsTo(const Program& program)
    : first_function_(static_cast<std::uint32_t>(program.objects.size())) {
  for (const Object& object : program.objects) nodes_.push_back({&object});
  for (const Function& function : program.functions) nodes_.push_back({nullptr, &function});
  for (const Expr& expression : program.expressions) {
    const bool is_memory = expression.kind == ExprKind::call &&
                           named_function(expression.child(0)) != nullptr &&
                           gives_memory(*named_function(expression.child(0)));
    if (!is_memory && expression.kind != ExprKind::string) continue;
    sites_.emplace(&expression, static_cast<std::uint32_t>(nodes_.size()));
    nodes_.push_back({nullptr, nullptr, &expression});
  }
  const auto unknown = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({});
  contents_.resize(nodes_.size());
  for (const auto& [site, number] : sites_)
    if (site->kind == ExprKind::call) contents_[number].insert(unknown);
  returned_.resize(program.functions.size());
  do {
    changed_ = false;
    for (const Object& object : program.objects)
      if (object.initializer != nullptr) initialize(node(&object), object.initializer);
    for (const Expr& expression : program.expressions) constrain(expression);
    for (const Function& function : program.functions)
      for_each_statement(function.body, [&](const Stmt& statement) {
        if (statement.kind != StmtKind::return_ || statement.expr == nullptr) return;
        Set& results = returned_[function.number];
        const std::size_t before = results.size();
        results.merge(value(statement.expr));
        if (results.size() != before) changed_ = true;
      });
  } while (changed_);
}

std::uint32_t PointsTo::node(const Object* object) const { return object->number; }
std::uint32_t PointsTo::node(const Function* function) const {
  return first_function_ + function->number;
}
std::uint32_t PointsTo::node(const Expr* site) const { return sites_.at(site); }

void PointsTo::add(std::uint32_t node, const Set& values) {
  Set& contents = contents_[node];
  const std::size_t before = contents.size();
  contents.insert(values.begin(), values.end());
  if (contents.size() != before) changed_ = true;
}

void PointsTo::add(const Set& nodes, const Set& values) {
  if (values.empty()) return;
  for (const std::uint32_t target : nodes) add(target, values);
}

void PointsTo::initialize(std::uint32_t target, const Expr* initializer) {
  if (initializer->kind != ExprKind::initializer_list) return add(target, value(initializer));
  for (const Expr* element : initializer->children)
    if (element != nullptr) initialize(target, element);
}

void PointsTo::constrain(const Expr& expression) {
  if (expression.kind == ExprKind::assign || expression.kind == ExprKind::compound_assign)
    add(place(expression.child(0)), value(expression.child(1)));
  if (expression.kind == ExprKind::call) constrain_call(expression);
}

void PointsTo::constrain_call(const Expr& call) {
  for (const std::uint32_t callee : value(call.child(0))) {
    const Function* function = nodes_[callee].function;
    if (function == nullptr) continue;
    for (std::size_t i = 0; i < function->parameters.size() && i + 1 < call.children.size(); ++i)
      add(node(function->parameters[i]), value(call.child(i + 1)));
    const bool copies =
        function->body == nullptr && call.children.size() > 2 &&
        (function->library_name() == "memcpy" || function->library_name() == "memmove");
    if (copies) add(value(call.child(1)), contents_of(value(call.child(2))));
  }
}

PointsTo::Set PointsTo::contents_of(const Set& nodes) const {
  Set result;
  for (const std::uint32_t target : nodes)
    result.insert(contents_[target].begin(), contents_[target].end());
  return result;
}

PointsTo::Set PointsTo::place(const Expr* expression) const {
  switch (expression->kind) {
    case ExprKind::object:
    case ExprKind::compound_literal:
      return {node(expression->object)};
    case ExprKind::function:
      return {node(expression->function)};
    case ExprKind::string:
      return {node(expression)};
    case ExprKind::dereference:
    case ExprKind::index:
      return value(expression->child(0));
    case ExprKind::member:
    case ExprKind::convert:
    case ExprKind::assign:
      return place(expression->child(0));
    case ExprKind::comma:
      return place(expression->child(1));
    default:
      return {};
  }
}

PointsTo::Set PointsTo::value(const Expr* expression) const {
  if (is_place(expression) || expression->kind == ExprKind::function) {
    if (expression->type->is(TypeKind::array) || expression->type->is(TypeKind::function))
      return place(expression);
    if (const Expr* temporary = temporary_of_part(expression)) return value(temporary);
    return contents_of(place(expression));
  }
  switch (expression->kind) {
    case ExprKind::address_of:
      return place(expression->child(0));
    case ExprKind::increment:
      return contents_of(place(expression->child(0)));
    case ExprKind::compound_assign: {
      Set result = contents_of(place(expression->child(0)));
      result.merge(value(expression->child(1)));
      return result;
    }
    case ExprKind::assign:
    case ExprKind::comma:
      return value(expression->child(1));
    case ExprKind::convert:
      return value(expression->child(0));
    case ExprKind::statements: {
      const Expr* last = last_expression(expression->body);
      return last != nullptr ? value(last) : Set();
    }
    case ExprKind::conditional: {
      Set result = value(expression->child(1));
      result.merge(value(expression->child(2)));
      return result;
    }
    case ExprKind::call: {
      if (sites_.contains(expression)) return {node(expression)};
      Set result;
      for (const std::uint32_t callee : value(expression->child(0))) {
        const Function* function = nodes_[callee].function;
        if (function == nullptr) continue;
        const Set& results = returned_[function->number];
        result.insert(results.begin(), results.end());
        // memset, memcpy and their like return what they were given.
        if (function->body == nullptr && expression->children.size() > 1 &&
            function->type->element->is(TypeKind::pointer))
          result.merge(value(expression->child(1)));
      }
      return result;
    }
    case ExprKind::binary:
    case ExprKind::negate:
    case ExprKind::complement: {
      if (expression->kind == ExprKind::binary && is_comparison(expression->op)) return {};
      Set result;
      for (const Expr* child : expression->children) result.merge(value(child));
      return result;
    }
    default:
      return {};
  }
}

std::vector<Target> PointsTo::targets(const Set& nodes) const {
  std::vector<Target> result;
  for (const std::uint32_t target : nodes) result.push_back(nodes_[target]);
  return result;
}

std::vector<Target> PointsTo::of_value(const Expr* expression) const {
  return targets(value(expression));
}
std::vector<Target> PointsTo::of_place(const Expr* expression) const {
  return targets(place(expression));
}

}  // namespace arges::frontend::c
