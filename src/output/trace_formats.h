#pragma once

#include <string>
#include <vector>

#include "output/trace_set.h"

namespace arges::output {

// The forms of a set of traces beside text and JSON. Each takes the traces one at a time, so that
// large sets need little memory.

/// A table: a line a step, a column a variable.
void write_csv(const TraceSet& set, const Sink& sink);
/// What continuous integration servers read: a test case a trace, and one a coverage goal.
void write_junit(const TraceSet& set, const Sink& sink);
/// A drawing of all traces, one below the other, that needs no other program.
void write_svg(const TraceSet& set, const Sink& sink);
/// A C file that tests an implementation of the model: the traces as tables, and a runner. Of a C
/// program: a file that makes it run as the traces do.
void write_c(const TraceSet& set, const Sink& sink);

/// The trace as a sequence diagram for PlantUML.
std::string plantuml_of(const TraceSet& set, std::size_t trace);
/// The inputs of a trace of a statechart, for `arges simulate --script`.
std::string script_of(const TraceSet& set, std::size_t trace);

/// What makes a trace differ from others, on one line: "on, set(3), after 500 ms".
std::string brief(const ToldTrace& steps);

/// Why a goal is not covered.
std::string goal_reason(const GoalResult& goal);

}  // namespace arges::output
