#pragma once

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

#include "base/env.h"
#include "cli/interrupt.h"
#include "engine/options.h"
#include "engine/task.h"

namespace arges::cli {

// The headings of help, which orders them input → processing → output.
inline constexpr const char* input_group = "Input";
inline constexpr const char* limits_group = "Limits";
inline constexpr const char* output_group = "Output";

/// How results are printed.
enum class Format : std::uint8_t { text, json };
/// The values of `--format`; the numbers are Formats.
const engine::Choices& output_formats();

// Each declares some options that several commands have, and keeps what they are set to; the
// references must live until the command line is parsed.

void declare_model(CLI::App& app, engine::LoadRequest& request);
/// `--input`, which declare_model has too.
void declare_input_format(CLI::App& app, engine::LoadRequest& request);
/// Which part of a statechart, and how fine its time is.
void declare_statechart(CLI::App& app, engine::LoadRequest& request);
/// Further events of the environment.
void declare_environment(CLI::App& app, engine::LoadRequest& request);
/// What can be asked of every statechart.
void declare_checks(CLI::App& app, engine::LoadRequest& request);
/// Temporal formulas instead of properties of states.
void declare_formulas(CLI::App& app, engine::LoadRequest& request);
/// One axis of the configuration, by its name.
void declare_axis(CLI::App& app, engine::Configuration& configuration, std::string_view name);
void declare_limits(CLI::App& app, Limits::Settings& settings);
/// The settings, with a memory limit below what would make the system kill the program.
Limits::Settings with_default_memory(Limits::Settings settings);
void declare_format(CLI::App& app, Format& format);
void declare_verbosity(CLI::App& app, Verbosity& verbosity);
/// Whether progress goes to stderr: if it is asked for, or somebody may be watching.
bool shows_progress(Verbosity verbosity);

/// The value of an option (its name without dashes); throws UsageError if it is no positive number.
template <typename Number>
Number parse_positive(const std::string& option, const std::string& text);

/// A run's environment, with its limits and Ctrl-C watched while it lives.
class Session {
 public:
  Session(const Limits::Settings& limits, Verbosity verbosity);
  Env& env() { return env_; }

 private:
  Env env_;
  InterruptHandler interrupt_;
};

}  // namespace arges::cli
