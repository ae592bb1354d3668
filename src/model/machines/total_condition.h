#pragma once

#include "model/machines/model.h"

namespace arges::model::machines {

/// A condition, added to the model, that is true where the given one has a value and is true, and
/// false elsewhere: null, a division by zero or a result beyond 32 bits leave a property without a
/// value, and what has none does not hold. The given one itself if it always has a value; of
/// others the model's partial_conditions know.
ExprId total_condition(Model& model, ExprId condition);

}  // namespace arges::model::machines
