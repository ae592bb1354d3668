#include "smt/smtlib.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "smt/smtlib_terms.h"

namespace arges::smt {

using ir::Expr;
using ir::Op;

namespace {

bool is_quantifier(Expr e) { return e.op() == Op::forall || e.op() == Op::exists; }

/// Whether SMT-LIB2 needs an operand more than once to say the same.
bool repeats_operands(Op op) {
  return op == Op::div || op == Op::mod || op == Op::rem || op == Op::rat_div || op == Op::bv_rol ||
         op == Op::bv_ror || op == Op::fp_to_sbv || op == Op::fp_to_ubv;
}

/// Writes one query: finds out what is shared and what depends on bound variables, then writes
/// definitions in the order of expression ids, in which operands come before what uses them.
class ScriptWriter {
 public:
  ScriptWriter(Symbols& symbols, std::span<const Expr> assertions,
               std::span<const Expr> assumptions)
      : symbols_(symbols), assertions_(assertions), assumptions_(assumptions) {}

  std::string script();

 private:
  struct Node {
    std::uint32_t uses = 0;
    std::uint32_t height = 0;
    bool outside = false;              ///< occurs outside of all quantifiers
    std::set<std::uint32_t> captured;  ///< ids of free variables that some quantifier binds
  };

  void collect(std::span<const Expr> roots);
  void measure();
  void note_sort(ir::Type type);
  void declare();
  void define();
  bool has_name(Expr e) const;
  std::string term(Expr e);
  std::string body(Expr e);
  std::string quantifier(Expr e);

  Symbols& symbols_;
  std::span<const Expr> assertions_;
  std::span<const Expr> assumptions_;
  std::unordered_map<Expr, Node> nodes_;
  std::vector<Expr> order_;        ///< of nodes_, by id
  std::set<std::uint32_t> bound_;  ///< ids of variables that some quantifier binds
  std::vector<ir::Type> enums_;    ///< in order of occurrence
  std::string out_;
};

void ScriptWriter::collect(std::span<const Expr> roots) {
  // Entries are (expression, seen from outside of quantifiers).
  std::vector<std::pair<Expr, bool>> todo;
  for (const Expr root : roots) {
    ++nodes_[root].uses;
    todo.emplace_back(root, true);
  }
  std::unordered_map<Expr, bool> visited;
  while (!todo.empty()) {
    const auto [e, outside] = todo.back();
    todo.pop_back();
    const auto [seen, is_new] = visited.try_emplace(e, outside);
    if (!is_new && (seen->second || !outside)) continue;
    seen->second = outside;
    nodes_[e].outside = outside;
    if (is_new) order_.push_back(e);
    for (const ir::Var var : e.bound()) bound_.insert(var->id);
    for (const Expr child : e.children()) {
      if (is_new) nodes_[child].uses += repeats_operands(e.op()) ? 2 : 1;
      todo.emplace_back(child, outside && !is_quantifier(e));
    }
  }
  std::sort(order_.begin(), order_.end());
}

void ScriptWriter::measure() {
  for (const Expr e : order_) {
    Node& node = nodes_[e];
    if (e.is_variable() && e.version() == 0 && bound_.contains(e.var()->id))
      node.captured.insert(e.var()->id);
    for (const Expr child : e.children()) {
      const Node& below = nodes_[child];
      node.height = std::max(node.height, below.height + 1);
      node.captured.insert(below.captured.begin(), below.captured.end());
    }
    for (const ir::Var var : e.bound()) node.captured.erase(var->id);
  }
}

void ScriptWriter::note_sort(ir::Type type) {
  if (type.is_array()) {
    note_sort(type.index());
    note_sort(type.element());
  } else if (type.is_enum() && std::find(enums_.begin(), enums_.end(), type) == enums_.end()) {
    enums_.push_back(type);
  }
}

void ScriptWriter::declare() {
  for (const Expr e : order_) {
    note_sort(e.type());
    for (const ir::Var var : e.bound()) note_sort(var->type);
  }
  for (const ir::Type type : enums_) {
    out_ += fmt::format("(declare-datatypes (({} 0)) ((", quoted(symbols_.enumeration(type)));
    for (std::uint32_t i = 0; i < type.literals().size(); ++i)
      out_ += fmt::format("{}({})", i == 0 ? "" : " ", quoted(symbols_.literal(type, i)));
    out_ += ")))\n";
  }
  // Also those only quantifiers use: they hide the constant.
  for (const Expr e : order_)
    if (e.is_variable())
      out_ += fmt::format("(declare-const {} {})\n", term(e), sort_text(symbols_, e.type()));
}

/// Shared expressions have names, and so have some on each long path, which bounds the nesting.
bool ScriptWriter::has_name(Expr e) const {
  constexpr std::uint32_t nesting = 40;
  if (e.arity() == 0) return false;
  const Node& node = nodes_.at(e);
  return node.uses > 1 || node.height % nesting == 0;
}

/// What depends on a bound variable gets its name inside the quantifier (see there), where it
/// hides a definition of the same name made here for an occurrence outside.
void ScriptWriter::define() {
  for (const Expr e : order_) {
    const Node& node = nodes_.at(e);
    if (has_name(e) && (node.outside || node.captured.empty()))
      out_ += fmt::format("(define-fun ${} () {} {})\n", e.id(), sort_text(symbols_, e.type()),
                          body(e));
  }
}

std::string ScriptWriter::term(Expr e) {
  if (e.is_variable()) return quoted(symbols_.constant(e.var(), e.version()));
  if (e.is_literal()) return value_text(symbols_, e.value(), e.type());
  return has_name(e) ? fmt::format("${}", e.id()) : body(e);
}

std::string ScriptWriter::body(Expr e) {
  if (is_quantifier(e)) return quantifier(e);
  return application_text(symbols_, e, [this](Expr operand) { return term(operand); });
}

std::string ScriptWriter::quantifier(Expr e) {
  std::string text = e.op() == Op::forall ? "(forall (" : "(exists (";
  for (const ir::Var var : e.bound())
    text +=
        fmt::format("({} {})", quoted(symbols_.constant(var, 0)), sort_text(symbols_, var->type));
  text += ") ";
  std::set<Expr> named;
  std::set<Expr> seen;
  std::vector<Expr> todo = {e.child(0)};
  while (!todo.empty()) {
    const Expr inner = todo.back();
    todo.pop_back();
    if (!seen.insert(inner).second) continue;
    if (has_name(inner) && !nodes_.at(inner).captured.empty()) named.insert(inner);
    if (is_quantifier(inner)) continue;
    todo.insert(todo.end(), inner.children().begin(), inner.children().end());
  }
  for (const Expr inner : named) text += fmt::format("(let ((${} {})) ", inner.id(), body(inner));
  text += term(e.child(0));
  return text + std::string(named.size() + 1, ')');
}

std::string ScriptWriter::script() {
  std::vector<Expr> roots(assertions_.begin(), assertions_.end());
  roots.insert(roots.end(), assumptions_.begin(), assumptions_.end());
  collect(roots);
  measure();
  out_ = "(set-option :produce-unsat-cores true)\n(set-logic ALL)\n";
  declare();
  define();
  for (const Expr e : assertions_) out_ += fmt::format("(assert {})\n", term(e));
  for (std::size_t i = 0; i < assumptions_.size(); ++i)
    out_ += fmt::format("(assert (! {} :named assumption.{}))\n", term(assumptions_[i]), i);
  out_ += "(check-sat)\n";
  return std::move(out_);
}

}  // namespace

std::string query_script(Symbols& symbols, std::span<const Expr> assertions,
                         std::span<const Expr> assumptions) {
  return ScriptWriter(symbols, assertions, assumptions).script();
}

}  // namespace arges::smt
