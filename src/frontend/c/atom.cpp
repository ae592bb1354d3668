#include "frontend/c/atom.h"

#include <cctype>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "frontend/cfa/cfa_parser.h"
#include "ir/traversal.h"

namespace arges::frontend::c {

namespace {

using ir::Expr;
using ir::Op;

/// What a constant of an enumeration is compared with: the variables that may have it.
ir::Type type_of(ir::Context& context, const model::ProgramInfo& program, const std::string& name) {
  for (const auto& [var, shown] : program.variables)
    for (const auto& [value, constant] : shown.constants) {
      if (constant != name) continue;
      const ir::Type type = var->type.is_array() ? var->type.element() : var->type;
      if (type.is_int() || type.is_bitvector()) return type;
    }
  return context.int_type();
}

/// Division of C is towards zero.
Expr as_in_c(ir::Context& context, Expr expr, const SourceText& text) {
  std::vector<Expr> children;
  for (const Expr child : expr.children()) children.push_back(as_in_c(context, child, text));
  const bool divides = expr.type().is_int() && (expr.op() == Op::div || expr.op() == Op::mod);
  if (!divides) return children.empty() ? expr : ir::rebuild(expr, children);
  const Expr a = children[0];
  const Expr b = children[1];
  if (!b.is_literal() || b.value().integer() <= 0)
    throw InputError({&text, 0}, "only division by a positive number is supported in a formula");
  const Expr zero = context.int_literal(0);
  const Expr down = ir::binary(Op::div, ir::sub(zero, a), b);
  const Expr quotient = ir::ite(ir::ge(a, zero), ir::binary(Op::div, a, b), ir::sub(zero, down));
  return expr.op() == Op::div ? quotient : ir::sub(a, ir::mul(b, quotient));
}

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '.';
}

std::size_t end_of_name(std::string_view text, std::size_t begin) {
  while (begin < text.size() && is_part_of_name(text[begin])) ++begin;
  return begin;
}

/// Behind the index that begins here; npos: it has no end.
std::size_t end_of_index(std::string_view text, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

/// An array of structures is an array for each member: what C writes as `a[i].x` is `a.x[i]`.
std::string members_first(std::string_view text) {
  std::string result;
  std::size_t at = 0;
  const auto name_from_here = [&] {
    const std::size_t begin = at;
    at = end_of_name(text, begin);
    return std::string(text.substr(begin, at - begin));
  };
  while (at < text.size()) {
    if (!is_part_of_name(text[at])) {
      result += text[at++];
      continue;
    }
    std::string name = name_from_here();
    std::string indices;
    while (at < text.size() && text[at] == '[') {
      const std::size_t end = end_of_index(text, at);
      if (end == std::string_view::npos) break;
      indices += fmt::format("[{}]", members_first(text.substr(at + 1, end - at - 2)));
      at = end;
      if (at < text.size() && text[at] == '.') name += name_from_here();
    }
    result += name + indices;
  }
  return result;
}

}  // namespace

Expr parse_atom(ir::Context& context, const model::Cfa& program, const SourceText& written) {
  const auto source =
      std::make_shared<const SourceText>(written.name(), members_first(written.text()));
  // Positions of errors are those of the text as it is written, unless members come first there.
  const SourceText& text = source->text() == written.text() ? written : *source;
  ir::Scope scope = frontend::scope_of(context, program);
  ir::Substitution constants;
  if (program.program)
    for (const auto& [name, value] : program.program->constants) {
      if (scope.find(name) != nullptr) continue;
      const ir::Type type = type_of(context, *program.program, name);
      const ir::Var var = scope.bound_variable(name, type);
      scope.declare_as(name, var, ir::Scope::Access::read_only);
      constants.emplace(context.var(var), type.is_int() ? context.int_literal(value)
                                                        : context.bv_literal(type.width(), value));
    }
  const Expr atom = ir::substitute(frontend::parse_program_atom(scope, text), constants);
  return as_in_c(context, atom, text);
}

Expr event_atom(ir::Context& context, const CModel& program, const RersAlphabet& alphabet,
                const SourceText& text) {
  const std::string_view name = text.text();
  if (!RersAlphabet::is_letter(name))
    throw InputError({&text, 0}, fmt::format("'{}' is no letter of a RERS program", name),
                     "inputs are iA, iB, …, outputs oX, oY, …; other formulas have none of these");
  const auto number = alphabet.number(name);
  if (!number) return context.false_expr();
  const ir::Var var = RersAlphabet::is_input(name) ? program.input_event : program.output_event;
  const Expr literal = var->type.is_int() ? context.int_literal(*number)
                                          : context.bv_literal(var->type.width(), *number);
  return ir::eq(context.var(var), literal);
}

}  // namespace arges::frontend::c
