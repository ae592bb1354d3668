#include "cli/common_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/ltl_syntax_option.h"
#include "engine/ltl.h"
#include "engine/machine_task.h"

namespace arges::cli {

namespace {

constexpr engine::Choice formats[] = {
    {"text", "lines for people", "the first line of a result is MODEL: PROPERTY: verdict",
     static_cast<std::uint32_t>(Format::text)},
    {"json", "one JSON object", "for other programs: statistics and configuration included",
     static_cast<std::uint32_t>(Format::json)},
};
constexpr engine::Choices format_choices{"format", "how the results are printed", formats};

}  // namespace

template <typename Number>
Number parse_positive(const std::string& option, const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0) ||
      !std::isfinite(static_cast<double>(value)))
    throw UsageError(fmt::format("'{}' is not a value of --{}", text, option),
                     "it takes a positive number");
  return value;
}
template double parse_positive(const std::string& option, const std::string& text);
template std::uint32_t parse_positive(const std::string& option, const std::string& text);
template std::uint64_t parse_positive(const std::string& option, const std::string& text);

const engine::Choices& output_formats() { return format_choices; }

void declare_input_format(CLI::App& app, engine::LoadRequest& request) {
  app.add_option_function<std::string>(
         "--input",
         [&request](const std::string& text) {
           request.input_format = engine::choose(engine::input_formats(), text).name;
         },
         std::string(engine::input_formats().help))
      ->type_name("FORMAT")
      ->group(input_group);
}

void declare_model(CLI::App& app, engine::LoadRequest& request) {
  app.add_option(
         "MODEL", request.path,
         "the file of the model: .cfa, .theta, .xsts, .c, .i, .yml, .scxml, .gcd, .gpd, .sm, "
         ".uml, .xmi")
      ->type_name("FILE")
      ->group(input_group);
  declare_input_format(app, request);
  app.add_option("--property", request.properties,
                 "what to check instead of the model's own property: a property file, an "
                 "expression, a property's name, or of a statechart a sentence: 'state Red "
                 "reachable'")
      ->allow_extra_args(false)
      ->type_name("FILE|TEXT|NAME")
      ->group(input_group);
  app.add_option("--error-loc", request.error_locations,
                 "the location of a CFA, or the label of a C program, that must not be reached")
      ->allow_extra_args(false)
      ->type_name("NAME")
      ->group(input_group);
}

void declare_statechart(CLI::App& app, engine::LoadRequest& request) {
  app.add_option(
         "--component", request.component,
         "the component of a Gamma model, or the state machine of one in UML; the last or the "
         "first one of the file unless given")
      ->type_name("NAME")
      ->group(input_group);
  app.add_option_function<std::string>(
         "--time-step",
         [&request](const std::string& text) {
           request.time_step = parse_positive<std::uint32_t>("time-step", text);
         },
         "how much time of a statechart passes at once; as the model suggests unless given")
      ->type_name("MS")
      ->group(input_group);
  app.add_flag_callback(
         "--lenient", [&request] { request.rules = engine::Rules::lenient; },
         "take SCXML as W3C does where it is hardly meant so: transitions from one region of a "
         "parallel state into another are warned of, not refused; 'simulate' may send events that "
         "the model does not mention")
      ->group(input_group);
}

void declare_environment(CLI::App& app, engine::LoadRequest& request) {
  app.add_option("--events", request.events,
                 "events that the environment of an SCXML model may send beside those that it "
                 "tells of, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->group(input_group);
}

namespace {

/// What no model knows is refused with what this one knows, once it is read.
std::string checked_name(const std::string& name) {
  try {
    return std::string(engine::check_of_any_model(name));
  } catch (const UsageError&) {
    return name;
  }
}

void add_once(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

}  // namespace

void declare_checks(CLI::App& app, engine::LoadRequest& request) {
  app.add_option_function<std::vector<std::string>>(
         "--check",
         [&request](const std::vector<std::string>& names) {
           for (const std::string& name : names) add_once(request.checks, checked_name(name));
         },
         std::string(engine::checks_of_any_model().help))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->group(input_group);
}

void declare_formulas(CLI::App& app, engine::LoadRequest& request) {
  app.add_option("--ltl", request.formulas,
                 "a formula of temporal logic that every run must satisfy: G(x < 5 -> F done)")
      ->allow_extra_args(false)
      ->type_name("TEXT")
      ->group(input_group);
  app.add_option("--ltl-file", request.formula_files,
                 "a file with one formula a line; # starts a comment")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(input_group);
  app.add_option("--fair", request.fairness,
                 "a formula that fair runs satisfy: G F run; other runs do not count")
      ->allow_extra_args(false)
      ->type_name("TEXT")
      ->group(input_group);
  declare_ltl_syntax(
      app, [&request](automata::LtlSyntax syntax) { request.ltl_syntax = syntax; }, input_group);
}

void declare_axis(CLI::App& app, engine::Configuration& configuration, std::string_view name) {
  for (const engine::Axis& axis : engine::axes()) {
    if (axis.name() != name) continue;
    app.add_option_function<std::string>(
           fmt::format("--{}", name),
           [&configuration, &axis](const std::string& text) {
             engine::set_from_text(configuration, axis, text);
           },
           std::string(axis.choices.help))
        ->type_name(std::string(axis.argument))
        ->default_str(engine::value_text(engine::Configuration(), axis))
        ->group(std::string(axis.group));
  }
}

void declare_limits(CLI::App& app, Limits::Settings& settings) {
  app.add_option_function<std::string>(
         "--timeout",
         [&settings](const std::string& text) {
           settings.timeout_seconds = parse_positive<double>("timeout", text);
         },
         "wall time after which the answer is unknown")
      ->type_name("SECONDS")
      ->group(limits_group);
  app.add_option_function<std::string>(
         "--memory",
         [&settings](const std::string& text) {
           settings.memory_megabytes = parse_positive<std::uint64_t>("memory", text);
         },
         "resident memory past which the answer is unknown; 90 % of the machine's unless given")
      ->type_name("MB")
      ->group(limits_group);
}

Limits::Settings with_default_memory(Limits::Settings settings) {
  const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                     static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (!settings.memory_megabytes) settings.memory_megabytes = bytes / 10 * 9 / (1024UL * 1024UL);
  return settings;
}

void declare_format(CLI::App& app, Format& format) {
  app.add_option_function<std::string>(
         "--format",
         [&format](const std::string& text) {
           format = static_cast<Format>(engine::choose(output_formats(), text).number);
         },
         std::string(output_formats().help))
      ->type_name("FORMAT")
      ->default_str("text")
      ->group(output_group);
}

void declare_verbosity(CLI::App& app, Verbosity& verbosity) {
  CLI::Option* verbose = app.add_flag_callback(
                                "-v", [&verbosity] { verbosity = Verbosity::verbose; },
                                "say more on stderr, and show the progress where it is no terminal")
                             ->group(output_group);
  app.add_flag_callback(
         "-q", [&verbosity] { verbosity = Verbosity::quiet; }, "errors only on stderr")
      ->excludes(verbose)
      ->group(output_group);
}

bool shows_progress(Verbosity verbosity) {
  return verbosity == Verbosity::verbose ||
         (verbosity == Verbosity::normal && isatty(STDERR_FILENO) != 0);
}

Session::Session(const Limits::Settings& limits, Verbosity verbosity) : interrupt_(env_.limits) {
  env_.log.set_verbosity(verbosity);
  env_.limits.start(limits);
}

}  // namespace arges::cli
