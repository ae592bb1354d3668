#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "cli/lts_check.h"
#include "cli/result_printer.h"
#include "cli/worker.h"
#include "engine/c_task.h"
#include "engine/checker.h"
#include "engine/machine_remarks.h"
#include "engine/portfolio/portfolio.h"
#include "engine/portfolio/preset.h"
#include "engine/united.h"
#include "output/progress.h"

namespace arges::cli {

namespace {

using engine::EngineKind;

/// Without a limit: what properties together may take before each is looked at by itself.
constexpr double longest_together_seconds = 60;
/// So many times the share that was not enough.
constexpr double worth_another_try = 1.5;

/// `arges check`: verifies one or all properties of a model.
class CheckCommand : public Command {
 public:
  std::string name() const override { return "check"; }
  std::string summary() const override {
    return "Checks the properties of a model and prints one result each: true, false with a "
           "counterexample, or unknown with the reason.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges check examples/turnstile.xsts",
         "its own property: a verdict, and the run that shows it"},
        {"arges check examples/turnstile.xsts --property 'coins < 5'",
         "does this hold in every state?"},
        {"arges check examples/door.scxml --property 'state open reachable'",
         "can this state become active?"},
        {"arges check examples/tutorials/printer.xsts --ltl 'G(south_waits -> F !south_waits)'",
         "does this hold of every run?"},
        {"arges check examples/tutorials/countdown.c --property termination",
         "does every run of the program end?"},
        {"arges check examples/checkout.c --harness h.c",
         "can reach_error() be called? h.c makes it happen"},
        {"arges check examples/checkout.c --report checkout.html",
         "the run beside the program, in a browser"},
        {"arges check examples/parity.cfa --timeout 60 --format json",
         "an answer within a minute, as JSON"},
        {"arges check examples/parity.cfa --witness w.json",
         "keep the proof or the counterexample"},
    };
  }
  void declare(CLI::App& app) override;
  ExitCode run() override;

 private:
  ExitCode check_transition_system(const std::string& name);
  void choose_engine();
  void require_sinks(engine::ModelKind kind) const;
  void require_output(const std::string& file) const;
  void check_all(Env& env, engine::Task& task, ResultPrinter& printer);
  void add_easy(Env& env, engine::Task& task, std::vector<std::size_t>& properties,
                ResultPrinter& printer);
  void check_alone(Env& env, engine::Task& task, const std::vector<std::size_t>& properties,
                   std::size_t others, ResultPrinter& printer);
  void check_late_again(Env& env, engine::Task& task, ResultPrinter& printer);
  void add(Env& env, const engine::Task& task, std::size_t property, output::PropertyResult result,
           ResultPrinter& printer);
  void check_together(Env& env, engine::Task& task, std::vector<std::size_t>& properties,
                      ResultPrinter& printer);
  output::PropertyResult check_one(Env& env, engine::Task& task, std::size_t property,
                                   std::optional<double> seconds);
  output::PropertyResult check_as_is(Env& env, engine::Task& task, std::size_t property,
                                     std::optional<double> seconds);
  void tell(Env& env, const engine::Task& task, std::size_t property, output::PropertyResult result,
            ResultPrinter& printer);

  const CLI::App* app_ = nullptr;  ///< once declared
  engine::LoadRequest request_;
  engine::Configuration configuration_;
  engine::CheckOptions options_;
  Limits::Settings limits_;
  Verbosity verbosity_ = Verbosity::normal;
  ResultSinks sinks_;
  std::optional<engine::Lead> lead_;  ///< of the portfolio, once there is one
  engine::MachineRemarks remarks_;
  std::vector<std::string> branching_formulas_;
  std::string compared_with_;  ///< of transition systems: the second file of a task definition
  /// Why runs leave the model, by properties that were looked at together.
  std::map<std::size_t, std::string> escapes_;
  /// A property that took all of its share of the time.
  struct RanOut {
    std::size_t property;
    double share;
    output::PropertyResult result;
  };
  std::deque<RanOut> late_;
};

void CheckCommand::declare(CLI::App& app) {
  app_ = &app;
  declare_model(app, request_);
  // Transition systems are checked, but have no witnesses.
  CLI::Option* model = app.get_option("MODEL");
  model->description(model->get_description() + ", .aut, .dot");
  declare_formulas(app, request_);
  app.add_option("--ctl", branching_formulas_,
                 "a formula of computation tree logic about the actions of a transition system: "
                 "AG EF done")
      ->allow_extra_args(false)
      ->type_name("TEXT")
      ->group(input_group);
  declare_checks(app, request_);
  declare_environment(app, request_);
  declare_statechart(app, request_);
  app.add_option_function<std::string>(
         "--preset",
         [this](const std::string& name) {
           configuration_.preset = engine::choose(engine::preset_choices(), name).name;
         },
         std::string(engine::preset_choices().help))
      ->type_name("NAME")
      ->group("Engine");
  for (const engine::Axis& axis : engine::axes()) declare_axis(app, configuration_, axis.name());
  declare_limits(app, limits_);
  declare_format(app, sinks_.format);
  const auto file = [&app](const char* name, std::optional<std::string>& value, const char* type,
                           const char* help) {
    app.add_option(name, value, help)->type_name(type)->group(output_group);
  };
  file(
      "--witness", sinks_.witness_file, "FILE",
      "write the proofs and counterexamples there in full, for arges validate; of a C program also "
      "SV-COMP's witness, with the ending .yml");
  file("--dot", sinks_.dot_file, "FILE", "draw the proofs and counterexamples there, for Graphviz");
  file(
      "--harness", sinks_.harness_file, "FILE",
      "write a C file there that makes the program run into the violation; of several, those after "
      "the first are numbered: FILE-2");
  file("--diagram", sinks_.diagram_file, "FILE",
       "draw the runs of statecharts and communicating machines there as sequence diagrams, for "
       "PlantUML; as a drawing if FILE ends in .svg");
  file("--report", sinks_.report_file, "FILE.html",
       "write a page there that shows the runs step by step beside the model, what the refinement "
       "did, and figures; it needs no network");
  file("--save-prec", sinks_.precision_file, "FILE",
       "write what was tracked in the end there, for --init-prec FILE");
  file("--dump-smt", options_.dump_smt_folder, "DIR",
       "write every query to the solver there as SMT-LIB 2");
  app.add_flag_callback(
         "--stats", [this] { sinks_.text.statistics = output::StatisticsDetail::all; },
         "print the figures of the run after each result")
      ->group(output_group);
  app.add_flag(
         "--explain", options_.explains,
         "tell of every spurious counterexample of --domain interval why it is one, and what was "
         "learnt from it")
      ->group(output_group);
  app.add_flag_callback(
         "--full-states", [this] { sinks_.text.states = output::StateDetail::full; },
         "print every variable at each step of a counterexample, not only what changes; of a "
         "statechart also what only arges knows, such as its queues, in JSON too")
      ->group(output_group);
  declare_verbosity(app, verbosity_);
}

/// What is given for one engine names it, and what is given for one domain.
void CheckCommand::choose_engine() {
  const bool names_engine = app_->count("--engine") > 0 || !configuration_.preset.empty();
  std::vector<const engine::Axis*> given;
  for (const engine::Axis& axis : engine::axes())
    if (app_->count(fmt::format("--{}", axis.name())) > 0) given.push_back(&axis);
  if (request_.is_temporal()) {
    const bool names_domain = std::any_of(given.begin(), given.end(), [](const auto* axis) {
      return axis->name() == "domain" ||
             (axis->domains & engine::graph_domains) != engine::graph_domains;
    });
    engine::Configuration defaults = configuration_;
    engine::use_defaults_of_ltl(defaults);
    configuration_.logic = defaults.logic;
    if (!names_engine) configuration_.engine = defaults.engine;
    if (!names_domain) {
      configuration_.domain = defaults.domain;
      configuration_.turns = defaults.turns;
    }
    return;
  }
  if (names_engine) return;
  if (options_.explains) given.push_back(engine::find_axis("domain"));
  configuration_.engine = engine::implied_engine(given);
  if (options_.dump_smt_folder && configuration_.engine == EngineKind::portfolio)
    configuration_.engine = EngineKind::cegar;
}

void CheckCommand::require_sinks(engine::ModelKind kind) const {
  if (options_.explains && configuration_.domain != engine::DomainKind::interval)
    throw UsageError("--explain is for --domain interval", "leave one of them out");
  if (options_.explains && kind != engine::ModelKind::machines)
    throw UsageError("--explain is for state machines, whose two executions it compares",
                     "leave --explain out; -v tells what other models refine");
  if (sinks_.precision_file && configuration_.engine == EngineKind::explicit_states)
    throw UsageError("--save-prec has no effect with --engine explicit, which tracks everything",
                     "leave --save-prec out, or use --engine cegar");
  if (options_.dump_smt_folder && configuration_.engine == EngineKind::portfolio)
    throw UsageError("--dump-smt is for one engine, not for a portfolio of them",
                     "name one with --engine");
  for (const auto& file : {sinks_.witness_file, sinks_.dot_file, sinks_.precision_file,
                           sinks_.harness_file, sinks_.diagram_file, sinks_.report_file})
    if (file) require_output(*file);
  if (options_.dump_smt_folder) require_folder(*options_.dump_smt_folder);
  if (sinks_.report_file) require_page(*sinks_.report_file);
}

ExitCode CheckCommand::run() {
  const std::string model = request_.path;
  const engine::DataModel data_model = configuration_.data_model;
  compared_with_ = engine::resolve_definition(request_, configuration_);
  engine::resolve_termination(request_);
  if (app_->count("--data-model") > 0) configuration_.data_model = data_model;
  const engine::ModelKind kind = engine::model_kind(request_.path, request_.input_format);
  if (kind == engine::ModelKind::lts) return check_transition_system(model);
  if (!branching_formulas_.empty())
    throw UsageError("--ctl is for transition systems (.aut, .dot)",
                     "formulas about other models are of linear time: --ltl");
  if (options_.explains && app_->count("--domain") == 0)
    configuration_.domain = engine::DomainKind::interval;
  choose_engine();
  if (options_.explains && configuration_.engine != EngineKind::cegar)
    throw UsageError("--explain is for --domain interval, not for another engine",
                     "leave --engine or --explain out");
  engine::validate(configuration_, kind);
  require_sinks(kind);
  options_.keep_precision = sinks_.precision_file || sinks_.report_file;
  options_.keeps_history = sinks_.report_file.has_value();
  sinks_.origin = {typed(), request_.path};
  engine::configure(request_, configuration_);
  if (verbosity_ == Verbosity::verbose) sinks_.text.concerns = output::ConcernDetail::all;

  std::unique_ptr<engine::Task> task;  // outlives the results, which refer to it
  ResultPrinter printer(model, {kind, configuration_, limits_}, sinks_);
  // Until the model is read, the properties have no other names.
  std::vector<std::string> names = request_.is_temporal() ? request_.formulas : request_.properties;
  if (request_.termination) names = {"termination"};
  for (const std::string& check : request_.checks) names.push_back(check);
  if (names.empty() || !request_.formula_files.empty()) names = {"all properties"};
  printer.expect(std::move(names));
  Session session(with_default_memory(limits_), verbosity_);
  Env& env = session.env();
  env.limits.on_unresponsive([&](StopReason reason) { printer.abandon(reason, env.statistics); });
  try {
    request_ = engine::with_texts(std::move(request_));
    task = engine::load(env, request_);
    check_all(env, *task, printer);
  } catch (const LimitReached& limit) {
    printer.give_up(to_string(limit.reason()), env.statistics.entries());
  }
  return printer.finish();
}

/// Transition systems have formulas about actions only, which are decided by search.
ExitCode CheckCommand::check_transition_system(const std::string& name) {
  constexpr std::string_view known[] = {
      "--ltl",    "--ltl-file", "--ctl", "--ltl-syntax", "--input",       "--stats",    "--timeout",
      "--memory", "--format",   "-v",    "-q",           "--finite-runs", "--property", "--report"};
  for (const CLI::Option* option : app_->get_options()) {
    const std::string given = option->get_name();
    const bool is_given = option->count() > 0 && !option->get_positional();
    if (is_given && std::find(std::begin(known), std::end(known), given) == std::end(known))
      throw UsageError(fmt::format("{} has no effect on transition systems", given),
                       "leave it out; formulas about actions are --ltl and --ctl");
  }
  using analysis::FiniteRuns;
  if (configuration_.finite_runs == FiniteRuns::stutter_final)
    throw UsageError("--finite-runs stutter-final: a transition system has no final states",
                     "use stutter-all, or ignore");
  LtsCheckRun check;
  check.call(name);
  check.ask(engine::LtsLogic::ltl, request_.formulas);
  check.ask(engine::LtsLogic::ctl, branching_formulas_);
  check.ask_all_of(request_.formula_files);
  for (const std::string& property : request_.properties)
    if (!std::filesystem::is_regular_file(property))
      throw UsageError(fmt::format("there is no file '{}' of formulas", property),
                       "properties of transition systems are formulas about actions: --ltl, --ctl");
  if (compared_with_.empty()) {
    check.ask_all_of(request_.properties);
  } else {
    const std::vector<std::string>& files =
        request_.properties.empty() ? request_.formula_files : request_.properties;
    if (files.size() != 1)
      throw UsageError("two transition systems are asked about by one property file");
    check.compare(compared_with_, engine::actions_of_bisimilarity(files.front()));
  }
  check.use(request_.ltl_syntax);
  if (configuration_.finite_runs == FiniteRuns::stutter_all) check.use(lts::FiniteRuns::stutter);
  if (configuration_.finite_runs == FiniteRuns::ignore) check.use(lts::FiniteRuns::ignore);
  if (sinks_.text.statistics == output::StatisticsDetail::all) check.tell_figures();
  if (sinks_.report_file) check.report_to(*sinks_.report_file);
  check.came_from(typed());
  std::optional<engine::LtsFormat> format;
  if (!request_.input_format.empty())
    format = static_cast<engine::LtsFormat>(
        engine::choose(engine::lts_input_formats(), request_.input_format).number);
  return check.run_session(limits_, verbosity_, {request_.path}, format, sinks_.format);
}

/// An output file must be writable, and not the model.
void CheckCommand::require_output(const std::string& file) const {
  require_other_file(file, request_.path);
  require_writable(file);
}

/// A result in the terms of what was asked, with what has to be said of it.
void CheckCommand::tell(Env& env, const engine::Task& task, std::size_t property,
                        output::PropertyResult result, ResultPrinter& printer) {
  result.advice = remarks_.on(env, task, property, result.verdict);
  printer.add(property, task.as_asked(property, std::move(result)));
}

void CheckCommand::check_all(Env& env, engine::Task& task, ResultPrinter& printer) {
  std::vector<std::string> names;
  std::vector<std::size_t> open;  // without a result yet
  for (std::size_t i = 0; i < task.num_properties(); ++i) {
    names.push_back(task.property_name(i));
    open.push_back(i);
  }
  printer.expect(names);
  try {
    if (configuration_.engine == EngineKind::portfolio) {
      add_easy(env, task, open, printer);
      std::map<std::size_t, std::vector<std::size_t>> families;
      for (const std::size_t property : open) families[task.kin(property)].push_back(property);
      open.clear();
      // Hundreds of questions of one kind leave little to each: a question of its own has as large
      // a share as all of those.
      std::vector<std::size_t> alone;
      std::size_t others = 0;
      for (const auto& [kin, family] : families) {
        if (family.size() == 1) alone.push_back(family.front());
        if (family.size() > 1) ++others;
      }
      std::sort(alone.begin(), alone.end());
      const bool is_limited = env.limits.seconds_left().has_value();
      if (others > 0 && is_limited) check_alone(env, task, alone, others, printer);
      for (auto& [kin, family] : families) {
        if (family.size() == 1 && others > 0 && is_limited) continue;
        check_together(env, task, family, printer);
        open.insert(open.end(), family.begin(), family.end());
      }
      std::sort(open.begin(), open.end());
    }
    check_alone(env, task, open, 0, printer);
    check_late_again(env, task, printer);
  } catch (const std::exception&) {
    for (RanOut& one : late_) add(env, task, one.property, std::move(one.result), printer);
    printer.finish();  // what is known by now is not lost
    throw;
  }
}

bool is_late(const output::PropertyResult& result) {
  return result.verdict.answer == analysis::Answer::unknown &&
         result.verdict.reason == to_string(StopReason::timeout);
}

/// A part of the time that is left, if there is a limit.
std::optional<double> share_of(const Limits& limits, std::size_t count) {
  std::optional<double> share = limits.seconds_left();
  if (share) *share /= static_cast<double>(count);
  return share;
}

void CheckCommand::add(Env& env, const engine::Task& task, std::size_t property,
                       output::PropertyResult result, ResultPrinter& printer) {
  if (const auto known = escapes_.find(property); known != escapes_.end() && is_late(result)) {
    result.verdict.reason = known->second;
    result.leaves_model = true;
  }
  tell(env, task, property, std::move(result), printer);
}

/// One hard property must not use up the time of those after it, nor that of `others`, which are
/// looked at later.
void CheckCommand::check_alone(Env& env, engine::Task& task,
                               const std::vector<std::size_t>& properties, std::size_t others,
                               ResultPrinter& printer) {
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const std::optional<double> share = share_of(env.limits, properties.size() - i + others);
    output::PropertyResult result = check_one(env, task, properties[i], share);
    if (share && is_late(result))
      late_.push_back({properties[i], *share, std::move(result)});
    else
      add(env, task, properties[i], std::move(result), printer);
  }
}

/// What some leave of their shares is for those that had too little.
void CheckCommand::check_late_again(Env& env, engine::Task& task, ResultPrinter& printer) {
  for (; !late_.empty(); late_.pop_front()) {
    RanOut& one = late_.front();
    const std::optional<double> share = share_of(env.limits, late_.size());
    // It begins anew, so that a little more time would hardly help.
    if (share && *share > worth_another_try * one.share)
      one.result = check_one(env, task, one.property, share);
    add(env, task, one.property, std::move(one.result), printer);
  }
}

/// What is found at little cost need not be looked for.
void CheckCommand::add_easy(Env& env, engine::Task& task, std::vector<std::size_t>& properties,
                            ResultPrinter& printer) {
  try {
    for (auto& [property, result] : task.easy_results(env, properties)) {
      std::erase(properties, property);
      tell(env, task, property, std::move(result), printer);
    }
  } catch (const LimitReached&) {
    // Whoever is asked next will say so.
  }
}

/// Where many properties hold, one proof shows it for all. Those that a run violates are taken out
/// one by one; what is left without a result, because it is too hard together, stays in the list.
void CheckCommand::check_together(Env& env, engine::Task& task,
                                  std::vector<std::size_t>& properties, ResultPrinter& printer) {
  while (properties.size() > 1) {
    const auto united = task.unite(properties);
    if (!united) return;
    const auto left = env.limits.seconds_left();
    output::PropertyResult result =
        check_one(env, task, *united, left ? *left / 2 : longest_together_seconds);
    // What leaves the model leaves it whatever is asked.
    if (result.leaves_model && result.verdict.reason != engine::bound_reached)
      for (const std::size_t property : properties) escapes_[property] = result.verdict.reason;
    auto decided = engine::results_on_parts(env, task, *united, std::move(result));
    if (decided.empty()) return;
    for (auto& [property, part] : decided) {
      std::erase(properties, property);
      tell(env, task, property, std::move(part), printer);
    }
  }
}

/// `seconds` is the most that a portfolio may take.
output::PropertyResult CheckCommand::check_one(Env& env, engine::Task& task, std::size_t property,
                                               std::optional<double> seconds) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    request_.recursion = task.recursion(property);
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
    output::PropertyResult result = check_as_is(
        env, task, property, seconds ? std::optional(*seconds - used.count()) : std::nullopt);
    if (request_.recursion > 0)
      result.configuration.emplace_back(engine::recursion_note, std::to_string(request_.recursion));
    if (result.verdict.reason != engine::bound_reached || !task.follow_recursion(property))
      return result;
    env.log.note("recursion goes deeper than {} calls: following it to {}", request_.recursion,
                 task.recursion(property));
  }
}

/// Why the engine or the domain that was chosen says nothing about formulas; "": it does.
std::string why_no_formulas(const engine::Configuration& chosen, engine::ModelKind kind) {
  if (chosen.engine == EngineKind::portfolio) return "";
  engine::Configuration configuration;
  engine::use_defaults_of_ltl(configuration);
  configuration.engine = chosen.engine;
  configuration.domain = chosen.domain;
  configuration.turns = engine::Turns::none;
  try {
    engine::validate(configuration, kind);
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

/// Checks the model as far as it follows recursion now.
output::PropertyResult CheckCommand::check_as_is(Env& env, engine::Task& task, std::size_t property,
                                                 std::optional<double> seconds) {
  const bool show_progress = shows_progress(verbosity_);
  const auto print = [&env](const std::string& line) { env.log.note("{}", line); };
  // A file of properties may have formulas among them.
  const bool is_formula_among_others =
      task.temporal(property) != nullptr && configuration_.logic != engine::Logic::ltl;
  if (is_formula_among_others)
    if (const std::string why = why_no_formulas(configuration_, task.kind()); !why.empty()) {
      output::PropertyResult result;
      result.property = task.property_name(property);
      result.system = &task.system(property);
      result.is_temporal = true;
      result.configuration = engine::describe(configuration_, task.kind());
      result.verdict.reason = "unsupported: " + why;
      return result;
    }
  const engine::Configuration configuration =
      is_formula_among_others ? engine::for_formula(configuration_, task.kind()) : configuration_;
  if (configuration.engine != EngineKind::portfolio) {
    const Limits::Share share(env.limits, seconds);
    output::Progress progress(print);
    return engine::check_property(env, task, property, configuration,
                                  show_progress ? &progress : nullptr, options_);
  }
  engine::PortfolioRequest request{task, request_, configuration_, worker_command()};
  request.wants_proof = sinks_.witness_file || sinks_.dot_file || sinks_.report_file;
  request.keeps_history = options_.keeps_history;
  if (show_progress) request.progress = print;
  request.lead = lead_;
  output::PropertyResult result = engine::check_by_portfolio(env, request, property, seconds);
  if (const auto lead = engine::lead_after(result)) lead_ = lead;
  return result;
}

}  // namespace

std::unique_ptr<Command> make_check() { return std::make_unique<CheckCommand>(); }

}  // namespace arges::cli
