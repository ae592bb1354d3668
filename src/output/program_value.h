#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "ir/type.h"
#include "ir/value.h"
#include "model/cfa/program_info.h"

namespace arges::output {

/// A number of a model as the program has it: bit-vectors of signed types (of so many bits, else 0)
/// with their signs, floating point in decimals.
std::string program_number(ir::Value value, ir::Type type, std::uint32_t signed_bits);

/// A value of a variable as the program would write it: constants of enumerations by their names,
/// arrays like initializers, whose last elements are not written if they are 0.
std::string program_value(ir::Value value, ir::Type type,
                          const model::ProgramInfo::Variable& variable);
/// Numbers are numbers, arrays are lists unless they are too scattered, all else texts.
nlohmann::ordered_json program_value_json(ir::Value value, ir::Type type,
                                          const model::ProgramInfo::Variable& variable);

/// The value as a constant expression of a C type.
std::string c_literal(ir::Value value, ir::Type type, const std::string& c_type);

/// Floating point as a constant expression of C: 0.1f, 1e+300, -(1.0/0.0), NaN as (0.0/0.0).
std::string c_floating(ir::Value value, ir::Type type);

/// That a value returned is this one, as a condition of C.
std::string c_result_is(ir::Value value, ir::Type type, std::uint32_t signed_bits);

}  // namespace arges::output
