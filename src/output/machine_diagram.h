#pragma once

#include <string>
#include <vector>

#include "model/machines/model.h"

namespace arges::output {

/// Drawings of communicating machines: the state machine of each class, and the objects with the
/// references that they begin with. States within states are flat, as they are executed.
std::string machines_dot(const model::machines::Model& model);
std::string machines_plantuml(const model::machines::Model& model);
/// What a drawing says at a transition: trigger and guard, then a line for each effect.
std::vector<std::string> transition_lines(const model::machines::Model& model,
                                          const model::machines::Class& type,
                                          const model::machines::Transition& transition);

}  // namespace arges::output
