#include "cli/bench_configurations.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.h"
#include "campaign/executor.h"
#include "cli/command.h"
#include "cli/program.h"

namespace arges::cli {

namespace {

// Which runs count is a part of the question, too.
constexpr const char* questions[] = {"--property", "--error-loc", "--ltl",  "--ltl-file",
                                     "--ctl",      "--check",     "--fair", "--finite-runs"};
constexpr const char* written[] = {"--witness", "--dot",       "--harness", "--diagram",
                                   "--report",  "--save-prec", "--dump-smt"};

/// A file that is written to in the folder of the run is its own.
bool is_shared(const CLI::Option& option) {
  return option.count() > 0 &&
         option.as<std::string>().find(campaign::scratch_place) == std::string::npos;
}

void require(const campaign::Column& column) {
  std::vector<std::string> arguments = column.options;
  arguments.insert(arguments.begin(), "MODEL");
  CLI::App app;
  // What it declares refers to it.
  const auto check = make_check();
  read_arguments(*check, app, arguments);
  if (app.count("--help") > 0) throw UsageError("--help is no way to check anything");
  for (const char* name : questions)
    if (app.count(name) > 0)
      throw UsageError(fmt::format("{} would ask something else than the task does", name),
                       "what is asked is a matter of 'tasks'");
  if (app.count("--format") > 0 && app["--format"]->as<std::string>() != "text")
    throw UsageError(
        fmt::format("--format {} would hide the answer", app["--format"]->as<std::string>()),
        "arges bench reads its text");
  for (const char* name : written)
    if (is_shared(*app[name]))
      throw UsageError(fmt::format("all runs would write what {} names", name),
                       "leave it out, or write to a file in '{scratch}', which goes with the run");
}

}  // namespace

void require_options(const campaign::Set& set) {
  for (const campaign::Column& column : set.columns) try {
      if (column.tool.name == campaign::arges_name) require(column);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("the configuration '{}': {}", column.name, error.what()),
                       error.hint());
    }
}

}  // namespace arges::cli
