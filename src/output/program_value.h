#pragma once

#include <cstdint>
#include <string>

#include "ir/type.h"
#include "ir/value.h"

namespace arges::output {

/// A number of a model as the program has it: bit-vectors of signed types (of so many bits, else 0)
/// with their signs.
std::string program_number(ir::Value value, ir::Type type, std::uint32_t signed_bits);

/// The value as a constant expression of a C type.
std::string c_literal(ir::Value value, ir::Type type, const std::string& c_type);

}  // namespace arges::output
