#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/source.h"
#include "frontend/c/options.h"
#include "ir/context.h"
#include "model/cfa/cfa.h"

namespace arges::frontend::c {

/// A place that the model has for runs it does not follow to their ends.
struct Escape {
  std::uint32_t location;  ///< in the CFA
  std::string reason;      ///< as a verdict unknown gives it
};
inline constexpr const char* recursion_reason = "bound reached";

/// A C program as a control flow automaton.
struct CModel {
  model::Cfa cfa;
  /// The locations that stand for errors, by what is called there: "reach_error",
  /// "__VERIFIER_error_3"; and "assertions", "overflow".
  std::vector<std::pair<std::string, std::uint32_t>> errors;
  /// The locations of the program's labels; several where a function was inlined more than once.
  std::map<std::string, std::vector<std::uint32_t>> labels;
  std::vector<Escape> escapes;
  /// What errors and labels there are in the functions that may be called, also where the model
  /// does not come, or only once it follows recursion deeper.
  std::set<std::string> known_errors;
  std::set<std::string> known_labels;
  std::vector<std::string> warnings;
  /// Of letters that are events: what was read, or printed, last; 0 if that was the other.
  ir::Var input_event = nullptr;
  ir::Var output_event = nullptr;
};

/// Reads a C program; throws InputError with what is wrong or not supported, or LimitReached.
CModel read_c(ir::Context& context, const SourcePtr& source, const Options& options,
              const Limits* limits = nullptr);

}  // namespace arges::frontend::c
