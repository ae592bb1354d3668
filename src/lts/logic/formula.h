#pragma once

#include <map>
#include <string>
#include <vector>

#include "lts/mts.h"

namespace arges::lts {

/// Formulas of Hennessy and Milner's logic with weak modalities and the until of De Nicola and
/// Vaandrager. Of a modal system, a diamond asks for a transition that is required and a box is
/// about those that are allowed; refinement then keeps what holds (without `negation`).
enum class FormulaKind : std::uint8_t {
  truth,
  falsity,
  negation,
  conjunction,
  disjunction,
  diamond,       ///< <a>f: some a-transition leads to a state where f holds
  box,           ///< [a]f: all a-transitions do
  weak_diamond,  ///< <<a>>f: with internal steps before and behind; <<>>f: internal steps only
  weak_box,      ///< [[a]]f
  until,         ///< f {a} g: internal steps through states with f, then a to one with g; if a is
                 ///< internal, also no step at all where g holds
};

using FormulaId = std::uint32_t;

/// Formulas as a graph with shared parts; the operands of a formula have smaller numbers.
class Formulas {
 public:
  struct Node {
    FormulaKind kind;
    ActionId action = tau;
    std::vector<FormulaId> operands;

    friend auto operator<=>(const Node& a, const Node& b) = default;
  };

  FormulaId add(Node node);
  FormulaId truth() { return add({FormulaKind::truth, tau, {}}); }
  FormulaId negation(FormulaId operand);
  /// Without repetitions; of one operand, that operand; of none, truth.
  FormulaId conjunction(std::vector<FormulaId> operands);
  /// Of none, falsity.
  FormulaId disjunction(std::vector<FormulaId> operands);
  FormulaId modal(FormulaKind kind, ActionId action, FormulaId operand) {
    return add({kind, action, {operand}});
  }
  const Node& operator[](FormulaId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }

 private:
  std::vector<Node> nodes_;
  std::map<Node, FormulaId> numbers_;
};

/// Which parts of a formula are there, operands first.
std::vector<FormulaId> parts_of(const Formulas& formulas, FormulaId root);

/// A formula as text; larger parts that occur more than once get names: "<a>X1 & <b>X1 where X1 =
/// <c>true & <d>true". Actions that are no plain words are quoted.
std::string to_string(const Formulas& formulas, FormulaId root, const ActionTable& table);

}  // namespace arges::lts
