#pragma once

#include "model/machines/search/program.h"

namespace arges::model::machines {

/// Which states of objects have only local events, for partial-order reduction: what their
/// transitions without a message read no other object writes, what they write no other object
/// reads or writes, nobody else sends to whom they send, and they are invisible to the question.
/// README.md has the theory. By objects and states.
std::vector<std::vector<bool>> local_states(const Model& model, const Program& program);

}  // namespace arges::model::machines
