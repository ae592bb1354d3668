#pragma once

#include <mutex>
#include <optional>

#include "base/error.h"
#include "cli/common_options.h"
#include "engine/lts_check.h"

namespace arges::cli {

/// `arges lts check`, and `arges check` of a transition system: the options of the first, and the
/// printing of results.
class LtsCheckRun {
 public:
  void declare(CLI::App& app);
  /// What the options say, for who has others of these names.
  void ask(engine::LtsLogic logic, const std::vector<std::string>& formulas);
  void ask_all_of(const std::vector<std::string>& files);
  void use(lts::FiniteRuns finite_runs) { finite_runs_ = finite_runs; }
  void use(automata::LtlSyntax syntax) { syntax_ = syntax; }
  void tell_figures() { statistics_ = true; }
  /// Writes a page about the results there, too. Throws UsageError for what is no such file.
  void report_to(const std::string& file);
  /// What was typed, for that page.
  void came_from(std::string command) { command_ = std::move(command); }
  /// Asks whether the files are weakly bisimilar to another one, if only these actions are seen.
  void compare(std::string second, std::vector<std::string> seen) {
    comparison_ = {std::move(second), std::move(seen)};
  }
  /// What results call the system; unless given, by its files.
  void call(const std::string& name) { name_ = name; }
  /// What was given that is for this operation only, in words; null: nothing.
  const char* given() const;
  /// Checks the composition of what is in the files. Throws UsageError, InputError, LimitReached.
  ExitCode run(Env& env, engine::LtsWorkbench& workbench, const std::vector<std::string>& files,
               std::optional<engine::LtsFormat> input, Format format);
  /// Prints what is known, the rest being unknown; called from any thread.
  void give_up(StopReason reason);
  /// The same as `run` in a session of its own, to the end.
  ExitCode run_session(const Limits::Settings& limits, Verbosity verbosity,
                       const std::vector<std::string>& files,
                       std::optional<engine::LtsFormat> input, Format format);

 private:
  std::vector<engine::LtsQuestion> questions() const;
  ExitCode run_comparison(engine::LtsWorkbench& workbench, const std::vector<std::string>& files,
                          std::optional<engine::LtsFormat> input, Format format);
  void add(output::LtsResult result);
  ExitCode finish();
  void write_report() const;

  struct Text {
    engine::LtsLogic logic;
    std::string text;
  };
  std::vector<Text> formulas_;
  std::vector<std::string> files_;
  struct Comparison {
    std::string second;
    std::vector<std::string> seen;
  };
  std::optional<Comparison> comparison_;
  std::optional<lts::FiniteRuns> finite_runs_;
  std::optional<automata::LtlSyntax> syntax_;
  bool statistics_ = false;
  std::optional<std::string> name_;
  std::optional<std::string> report_;
  std::string command_;

  std::mutex mutex_;  ///< guards what follows: limits are watched by another thread
  Format format_ = Format::text;
  output::LtsModel model_;
  std::vector<std::string> model_files_;
  std::vector<engine::LtsPart> parts_;  ///< once they are read; not changed from then on
  std::vector<std::string> expected_;   ///< the properties
  std::vector<output::LtsResult> results_;
  bool finished_ = false;
};

}  // namespace arges::cli
