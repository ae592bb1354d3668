#pragma once

#include <string>
#include <vector>

#include "lsp/symbols/index.h"
#include "lsp/symbols/tokens.h"

namespace arges::lsp {

/// What a name is looked for as, where its place says so.
enum class SmRole : std::uint8_t { value, declared, signal, state, type, setting };

/// What a system of state machines declares, and what the other names in it should mean.
struct SmDeclarations {
  DocumentIndex index;
  std::vector<SmRole> roles;  ///< by tokens
};

SmDeclarations read_declarations(const Tokens& tokens);

}  // namespace arges::lsp
