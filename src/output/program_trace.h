#pragma once

#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "model/cfa/cfa.h"

namespace arges::output {

/// What a step of a program does to something that its author knows by name.
struct ProgramChange {
  enum class Kind : std::uint8_t { variable, result } kind = Kind::variable;
  std::string name;  ///< of a result: empty
  std::string value;
  bool is_local = true;  ///< of the function that was entered last
  /// "x = 3" or "returns 3".
  std::string text() const;
};

/// A step of a run of a program, as a debugger would make it.
struct ProgramStep {
  enum class Kind : std::uint8_t {
    call,  ///< of a function
    line,  ///< of its body
    loop,  ///< what follows repeats for ever
    note,  ///< something that the program does not say
  } kind = Kind::line;
  std::size_t depth = 0;  ///< functions that were entered and not left
  std::string text;       ///< "add(a = 1)", the line's text, or the note
  SourceLocation location = {};
  std::vector<ProgramChange> changes = {};  ///< of a call: its parameters
  std::size_t end = 0;                      ///< so many actions of the run were taken then
};

/// A run of a program in such steps.
std::vector<ProgramStep> program_steps(const model::Cfa& cfa, const analysis::ConcreteTrace& trace);

/// A run of a program as a debugger would tell it: source lines, calls, and what changes.
std::string program_trace_text(const model::Cfa& cfa, const analysis::ConcreteTrace& trace);

}  // namespace arges::output
