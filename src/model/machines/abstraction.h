#pragma once

#include <vector>

#include "model/machines/partition.h"

namespace arges::model::machines {

/// The abstract types of a model: a partition for each integer variable of a class and each
/// parameter of a signal (Ojala 2008, Section 3.2). Those of expressions follow: the finest of the
/// operands', to which literals contribute nothing.
class Abstraction {
 public:
  /// Every integer in a partition like this.
  Abstraction(const Model& model, const Partition& partition);

  const Partition& of(Slot slot) const;
  const Partition& of(ExprId expression) const { return expressions_[expression]; }

  /// The numbers become cells of their own. False if they are already.
  bool separate(Slot slot, const std::vector<Value>& numbers);
  /// Every number becomes a cell of its own.
  void make_exact(Slot slot) { of_slot(slot) = Partition::exact(); }
  /// To be called after changes: a parameter is at least as fine as the variables that triggers put
  /// it into, and expressions have new types.
  void update();

  /// How many cells there are, of all variables together.
  std::size_t size() const;

 private:
  Partition& of_slot(Slot slot);
  void type_expression(ExprId expression);

  const Model* model_;  ///< a pointer, so that abstractions can be assigned
  std::vector<std::vector<Partition>> variables_;   ///< by classes
  std::vector<std::vector<Partition>> parameters_;  ///< by signals
  std::vector<Partition> expressions_;
};

}  // namespace arges::model::machines
