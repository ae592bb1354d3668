#pragma once

#include <vector>

#include "analysis/system/system.h"
#include "automata/omega/automaton.h"

namespace arges::analysis {

/// A System whose infinite runs count if they take actions of every acceptance set again and again:
/// the product of a model and an automaton, or what stands for one.
class AcceptingSystem : public System {
 public:
  using Marks = automata::Marks;

  /// The acceptance sets an action is in.
  virtual Marks marks(const Action& action) const = 0;
  virtual Marks all_marks() const = 0;
  /// Where acceptance is on states: whether every cycle through here is accepting.
  virtual bool is_accepting(Control control) const = 0;
  /// The actions of the product that one stands for, one after another.
  virtual std::vector<const Action*> way(const Action& action) const = 0;
  /// The control points that are left of the product's.
  virtual std::vector<Control> points() const = 0;
};

}  // namespace arges::analysis
