#pragma once

#include <deque>
#include <string>
#include <vector>

#include "frontend/scxml/scxml_draft.h"

namespace arges::frontend::scxml {

/// By machines, whose alphabets are collected: which of the further events each is to take, under
/// the names it knows them by, and of those that are tried. Throws as parse_scxml says.
std::vector<std::vector<std::string>> further_events(const std::deque<Draft>& machines,
                                                     const ScxmlOptions& options);

}  // namespace arges::frontend::scxml
