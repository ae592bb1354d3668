#pragma once

#include <map>
#include <stdexcept>

#include "model/machines/question.h"
#include "model/machines/search/program.h"

namespace arges::model::machines {

/// The model is too large for the instructions' numbers.
class TooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Makes instructions of a model's events, for each object its own: what is the same in all
/// configurations is settled here. Throws TooLarge.
Program compile(const PackedLayout& layout, const Question& question);

/// Cells are numbered by objects: the control state, then the variables.
class Cells {
 public:
  explicit Cells(const Model& model);
  Cell state(ObjectId object) const { return first_[object]; }
  Cell variable(ObjectId object, VarId var) const { return first_[object] + 1 + var; }

 private:
  std::vector<Cell> first_;
};

}  // namespace arges::model::machines
