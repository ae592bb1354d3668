#include "cli/lts_check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files.h"
#include "cli/last_words.h"
#include "cli/ltl_syntax_option.h"
#include "engine/ltl.h"
#include "output/json.h"
#include "output/report/lts_report.h"
#include "output/report/report_page.h"

namespace arges::cli {

namespace {

constexpr const char* group = "Temporal formulas (check)";

using analysis::Answer;

}  // namespace

void LtsCheckRun::declare(CLI::App& app) {
  const auto formulas = [&](const char* name, engine::LtsLogic logic, const char* help) {
    app.add_option_function<std::vector<std::string>>(
           name, [this, logic](const std::vector<std::string>& texts) { ask(logic, texts); }, help)
        ->allow_extra_args(false)
        ->type_name("FORMULA")
        ->group(group);
  };
  formulas(
      "--ltl", engine::LtsLogic::ltl,
      "a formula of linear temporal logic about the actions of all runs; several can be given");
  formulas("--ctl", engine::LtsLogic::ctl,
           "one of computation tree logic: AG, EF, A(a U b), <a>f, [a]f");
  app.add_option("--props", files_,
                 "a file with one formula a line, of either logic; # starts a comment")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(group);
  app.add_option_function<std::string>(
         "--finite-runs",
         [this](const std::string& text) {
           finite_runs_ =
               static_cast<lts::FiniteRuns>(engine::choose(engine::lts_finite_runs(), text).number);
         },
         std::string(engine::lts_finite_runs().help))
      ->type_name("HOW")
      ->default_str("ignore for --ltl, stutter-all for --ctl")
      ->group(group);
  declare_ltl_syntax(
      app, [this](automata::LtlSyntax syntax) { syntax_ = syntax; }, group);
  app.add_flag_callback(
         "--stats", [this] { statistics_ = true; },
         "what the search met, and whether formulas are interruptible")
      ->group(group);
  app.add_option_function<std::string>(
         "--report", [this](const std::string& file) { report_to(file); },
         "write a page there that shows the runs step by step beside the systems, drawn as graphs")
      ->type_name("FILE.html")
      ->group(group);
}

void LtsCheckRun::report_to(const std::string& file) {
  require_page(file);
  report_ = file;
}

void LtsCheckRun::ask(engine::LtsLogic logic, const std::vector<std::string>& formulas) {
  for (const std::string& text : formulas) formulas_.push_back({logic, text});
}

void LtsCheckRun::ask_all_of(const std::vector<std::string>& files) {
  files_.insert(files_.end(), files.begin(), files.end());
}

const char* LtsCheckRun::given() const {
  if (!formulas_.empty() || !files_.empty()) return "a temporal formula";
  if (finite_runs_) return "--finite-runs";
  if (syntax_) return "--ltl-syntax";
  if (statistics_) return "--stats";
  return report_ ? "--report" : nullptr;
}

std::vector<engine::LtsQuestion> LtsCheckRun::questions() const {
  std::vector<engine::LtsQuestion> result;
  for (const Text& formula : formulas_) {
    const char* option = formula.logic == engine::LtsLogic::ltl ? "--ltl" : "--ctl";
    result.push_back(
        {formula.logic, std::make_shared<const SourceText>(option, formula.text), 0, formula.text});
  }
  for (const std::string& file : files_)
    for (engine::LtsQuestion& question : engine::lts_questions(file))
      result.push_back(std::move(question));
  return result;
}

ExitCode LtsCheckRun::run(Env& env, engine::LtsWorkbench& workbench,
                          const std::vector<std::string>& files,
                          std::optional<engine::LtsFormat> input, Format format) {
  if (report_) {
    for (const std::string& file : files) require_other_file(*report_, file);
    require_writable(*report_);
  }
  if (comparison_) return run_comparison(workbench, files, input, format);
  const std::vector<engine::LtsQuestion> asked = questions();
  if (asked.empty())
    throw UsageError("a transition system has no property of its own: which formula is meant?",
                     "name it with --ltl FORMULA or --ctl FORMULA, or a file of them");
  {
    const std::lock_guard lock(mutex_);
    format_ = format;
    model_.name = name_.value_or(fmt::format("{}", fmt::join(files, " || ")));
    model_files_ = files;
    for (const engine::LtsQuestion& question : asked) expected_.push_back(question.text);
  }
  std::vector<engine::LtsPart> parts;
  for (const std::string& file : files)
    for (engine::LtsPart& part : workbench.read(file, input)) parts.push_back(std::move(part));
  engine::LtsPropertyCheck::Settings settings;
  if (finite_runs_) settings.linear = settings.branching = *finite_runs_;
  if (syntax_) settings.syntax = *syntax_;
  {
    const std::lock_guard lock(mutex_);
    parts_ = std::move(parts);
  }
  engine::LtsPropertyCheck check(env, parts_, settings);
  check.prepare(asked);
  {
    const std::lock_guard lock(mutex_);
    const std::string name = model_.name;
    model_ = check.model();
    model_.name = name;
  }
  for (std::size_t i = 0; i < check.num_properties(); ++i) {
    output::LtsResult result = check.decide(i);
    const std::lock_guard lock(mutex_);
    add(std::move(result));
  }
  const std::lock_guard lock(mutex_);
  return finish();
}

ExitCode LtsCheckRun::run_comparison(engine::LtsWorkbench& workbench,
                                     const std::vector<std::string>& files,
                                     std::optional<engine::LtsFormat> input, Format format) {
  output::LtsResult result;
  std::string seen;
  for (const std::string& name : comparison_->seen)
    seen += (seen.empty() ? "" : ", ") + engine::action_text(name);
  result.property = fmt::format("weakly bisimilar, seeing only {}", seen);
  result.logic = "bisimilarity";
  {
    const std::lock_guard lock(mutex_);
    format_ = format;
    model_.name = name_.value_or(fmt::format("{}", fmt::join(files, " || ")));
    model_files_ = {files.front(), comparison_->second};
    expected_ = {result.property};
  }
  const auto seen_of = [&](const std::string& file) {
    return workbench.keep(workbench.together(workbench.read(file, input)), comparison_->seen);
  };
  const engine::LtsComparison found = workbench.compare(
      seen_of(files.front()), seen_of(comparison_->second), lts::Equivalence::weak);
  result.answer = found.holds ? Answer::holds : Answer::violated;
  const engine::LtsDifference& difference = found.difference;
  // A formula is evaluated on both systems before it is told.
  result.certificate.passed = !difference.formula.empty();
  if (!result.certificate.passed) result.certificate.reason = "bisimilarity has no certificate";
  if (!difference.formula.empty())
    result.remark =
        fmt::format("only {} satisfies {}",
                    difference.in_first ? files.front() : comparison_->second, difference.formula);
  else if (!found.holds)
    result.remark = difference.remark;
  const std::lock_guard lock(mutex_);
  add(std::move(result));
  return finish();
}

ExitCode LtsCheckRun::run_session(const Limits::Settings& limits, Verbosity verbosity,
                                  const std::vector<std::string>& files,
                                  std::optional<engine::LtsFormat> input, Format format) {
  Session session(with_default_memory(limits), verbosity);
  tell_if_unresponsive(session.env().limits, [this](StopReason reason) { give_up(reason); });
  engine::LtsWorkbench workbench(session.env());
  try {
    return run(session.env(), workbench, files, input, format);
  } catch (const LimitReached& limit) {
    give_up(limit.reason());
    return ExitCode::unknown;
  }
}

/// The mutex is held.
void LtsCheckRun::add(output::LtsResult result) {
  if (format_ == Format::text)
    write_stdout(output::render_text(
        model_, result, statistics_ ? output::LtsDetail::figures : output::LtsDetail::results));
  results_.push_back(std::move(result));
}

/// The mutex is held.
ExitCode LtsCheckRun::finish() {
  ExitCode code = ExitCode::success;
  for (const output::LtsResult& result : results_)
    code = worse(code, result.answer == Answer::violated  ? ExitCode::violated
                       : result.answer == Answer::unknown ? ExitCode::unknown
                                                          : ExitCode::success);
  if (format_ == Format::json && !finished_)
    write_stdout(output::dump(output::to_json(model_, results_)));
  if (report_ && !finished_) write_report();
  finished_ = true;
  return code;
}

/// The mutex is held.
void LtsCheckRun::write_report() const {
  std::vector<const lts::Mts*> systems;
  // Before the systems are composed, nobody knows what they are called.
  if (model_.parts.size() == parts_.size())
    for (const engine::LtsPart& part : parts_) systems.push_back(&part.system);
  write_file(*report_, output::report_page(output::lts_report_data(
                           model_, systems, results_, model_files_,
                           {command_, model_files_.empty() ? "" : model_files_.front()})));
}

void LtsCheckRun::give_up(StopReason reason) {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  for (std::size_t i = results_.size(); i < expected_.size(); ++i) {
    output::LtsResult result;
    result.property = expected_[i];
    result.reason = to_string(reason);
    result.certificate.reason = result.reason;
    add(std::move(result));
  }
  finish();
}

}  // namespace arges::cli
