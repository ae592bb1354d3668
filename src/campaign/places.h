#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/yaml/cursor.h"

namespace arges::campaign {

/// A place `{name}` in words that is none of those known: misspelt, it would stay as it is.
void refuse_unknown_places(const frontend::YamlCursor& at, const std::vector<std::string>& words,
                           std::span<const char* const> known);

}  // namespace arges::campaign
