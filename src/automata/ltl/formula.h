#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"

namespace arges::automata {

enum class Op : std::uint8_t {
  false_,
  true_,
  proposition,
  not_,
  and_,  ///< of two or more, sorted, none twice
  or_,   ///< likewise
  implies,
  equivalent,
  xor_,
  next,            ///< X
  eventually,      ///< F
  always,          ///< G
  until,           ///< U
  release,         ///< R
  weak_until,      ///< W
  strong_release,  ///< M
};

/// What is known of a formula in negation normal form by its shape alone.
struct FormulaTraits {
  bool boolean : 1;     ///< no temporal operator
  bool eventual : 1;    ///< holds before wherever it holds (Etessami and Holzmann 2000)
  bool universal : 1;   ///< holds behind wherever it holds
  bool safety : 1;      ///< the classes of Manna and Pnueli, syntactically
  bool guarantee : 1;   ///<
  bool obligation : 1;  ///<

  bool suspendable() const { return eventual && universal; }
};

class Formula;

/// What a Formula refers to.
struct FormulaNode {
  Op op;
  FormulaTraits traits;
  std::uint32_t id;           ///< from 0 in the order of creation
  std::uint32_t proposition;  ///< its number, if it is one
  std::size_t hash;
  std::vector<Formula> children;
};

/// A formula of linear temporal logic; equal ones of the same Formulas are the same node. It lives
/// as long as its Formulas does.
class Formula {
 public:
  Formula() = default;
  explicit Formula(const FormulaNode* node) : node_(node) {}

  Op op() const { return node_->op; }
  bool is(Op op) const { return node_->op == op; }
  const FormulaTraits& traits() const { return node_->traits; }
  std::uint32_t id() const { return node_->id; }
  std::uint32_t proposition() const { return node_->proposition; }
  const std::vector<Formula>& children() const { return node_->children; }
  Formula child(std::size_t i = 0) const { return node_->children[i]; }
  Formula left() const { return node_->children[0]; }
  Formula right() const { return node_->children[1]; }
  bool is_constant() const { return op() == Op::true_ || op() == Op::false_; }
  explicit operator bool() const { return node_ != nullptr; }

  friend bool operator==(Formula a, Formula b) { return a.node_ == b.node_; }
  /// By creation, the same on every run.
  friend bool operator<(Formula a, Formula b) { return a.id() < b.id(); }

 private:
  const FormulaNode* node_ = nullptr;
};

struct FormulaHash {
  std::size_t operator()(Formula formula) const { return formula.id(); }
};
template <typename Value>
using FormulaMap = std::unordered_map<Formula, Value, FormulaHash>;

/// Owns formulas and the names of their propositions; makes each formula once, with the trivial
/// identities (constants, idempotence, p & !p) applied.
class Formulas {
 public:
  Formulas();
  Formulas(const Formulas&) = delete;
  Formulas& operator=(const Formulas&) = delete;

  Formula constant(bool value) const { return value ? true_ : false_; }
  Formula proposition(std::string_view name);
  const std::string& proposition_name(std::uint32_t number) const { return names_[number]; }
  std::size_t num_propositions() const { return names_.size(); }

  Formula negation(Formula f);
  Formula conjunction(const std::vector<Formula>& parts) { return nary(Op::and_, parts); }
  Formula conjunction(Formula a, Formula b) { return conjunction(std::vector<Formula>{a, b}); }
  Formula disjunction(const std::vector<Formula>& parts) { return nary(Op::or_, parts); }
  Formula disjunction(Formula a, Formula b) { return disjunction(std::vector<Formula>{a, b}); }
  Formula nary(Op op, const std::vector<Formula>& parts);
  /// X, F or G of a formula.
  Formula unary(Op op, Formula f);
  Formula next(Formula f) { return unary(Op::next, f); }
  Formula eventually(Formula f) { return unary(Op::eventually, f); }
  Formula always(Formula f) { return unary(Op::always, f); }
  /// An operator of two operands.
  Formula binary(Op op, Formula a, Formula b);
  /// The operator with other operands.
  Formula rebuild(Op op, const std::vector<Formula>& children);

 private:
  Formula intern(Op op, std::vector<Formula> children, std::uint32_t proposition = 0);
  Formula simplified_temporal(Op op, Formula a, Formula b);

  std::deque<FormulaNode> nodes_;
  InternTable<FormulaNode> table_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  Formula true_;
  Formula false_;
};

/// A literal: a proposition or the negation of one.
inline bool is_literal(Formula f) {
  return f.is(Op::proposition) || (f.is(Op::not_) && f.child().is(Op::proposition));
}

/// The traits of an operator over operands in negation normal form.
FormulaTraits traits_of(Op op, const std::vector<Formula>& children);

/// The formula in Spot's syntax, as few parentheses as it needs.
std::string to_string(const Formulas& formulas, Formula formula);

/// Negation normal form: negation at propositions only; no implication, equivalence, exclusive or.
Formula negation_normal_form(Formulas& formulas, Formula formula);
/// The same for the formula's negation.
Formula negated_normal_form(Formulas& formulas, Formula formula);

}  // namespace arges::automata
