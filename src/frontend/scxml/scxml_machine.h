#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/scxml/scxml_draft.h"

namespace arges::frontend::scxml {

// From a draft to a machine, step by step; types are those of all machines of a system, so each
// step is done for all of them before the next one.

/// Declares the variables of the data model and those that <foreach> brings along. What assigns to
/// anything else is an error of the document, if that handles errors.
void declare_variables(Draft& draft, Types& types);

/// Collects the alphabet. `received`: names of events that come from other machines.
void collect_events(Draft& draft, Types& types, const std::vector<std::string>& received);
/// Completes it by events that the environment sends as well.
void add_further_events(Draft& draft, Types& types, const std::vector<std::string>& events);
/// How a machine whose alphabet is collected speaks of an event.
model::statechart::Event::Mention mention_of(const Draft& draft, std::string_view event);

/// Makes the machine. To be called once all types are known. Errors are in the diagnostics of the
/// draft's reader.
void build_machine(ir::Context& context, Draft& draft, Types& types);

}  // namespace arges::frontend::scxml
