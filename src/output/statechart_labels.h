#pragma once

#include <string>

#include "model/statechart/chart.h"

namespace arges::output {

// What drawings of statecharts write beside arrows; long ones end in "...".

/// "event [guard] / effect".
std::string label_of(const model::statechart::Machine& machine,
                     const model::statechart::Transition& transition);
/// "/ effect" of a default path, which has no guard.
std::string label_of(const model::statechart::Machine& machine,
                     const model::statechart::Path& path);
/// "[guard] / effect" of a branch; "[else]" where it is for when no other holds.
std::string label_of_branch(const model::statechart::Machine& machine,
                            const model::statechart::Node& choice,
                            const model::statechart::Path& branch);

/// Whether a node is drawn around others.
bool has_inside(const model::statechart::Machine& machine, model::statechart::NodeId node);

}  // namespace arges::output
