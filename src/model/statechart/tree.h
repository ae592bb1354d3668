#pragma once

#include <vector>

#include "model/statechart/chart.h"

namespace arges::model::statechart {

// Facts about the tree of a machine's nodes that do not depend on how it is executed.

/// Whether a node is properly inside another.
bool is_inside(const Machine& machine, NodeId node, NodeId outer);
/// The parent, its parent, … up to the root.
std::vector<NodeId> ancestors(const Machine& machine, NodeId node);
/// The first behind a node and all that is inside of it: its descendants are node+1 … end-1.
NodeId end_of(const Machine& machine, NodeId node);

}  // namespace arges::model::statechart
