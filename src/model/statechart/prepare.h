#pragma once

#include <set>
#include <string>

#include "base/error.h"
#include "model/statechart/system.h"

namespace arges::model::statechart {

// What every front end does with a machine that it has filled in.

/// Declares the variables that stand for active states, events (also parameters without a variable
/// get none here: they have a type only the front end knows) and elapsed timers, named as users
/// write them: qualified names. To be called once nodes, events and timers are there, before
/// expressions are read. Variables keep their names, also those that are still to be declared as
/// `taken`: what is called the same is called a bit otherwise.
void declare_stand_ins(ir::Context& context, Machine& machine, std::set<std::string> taken = {});

/// Replaces junctions by transitions through them, which gives nodes and transitions other numbers;
/// fills in Node::outgoing, in order of priority, from the transitions; reports what makes no sense
/// in any language: targets that can't be active together, a compound without a way in, a cycle of
/// choices, transitions from a final state, two things of one name, …
void complete(Machine& machine, Diagnostics& diagnostics);

/// Stops level timers when the state is left that alone waits for them and starts them anew: what
/// is left of them then makes no difference, but many states. Whoever asks about such a timer
/// itself sees it elapsed while the state is not active.
void stop_private_timers(Machine& machine);

/// Puts machines together as a system of one: Component::Kind::machine.
System single(Machine machine);

}  // namespace arges::model::statechart
