#include "engine/traces.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/call_text.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/trace_output.h"

namespace arges::cli {

namespace {

using engine::TraceRequest;

constexpr const char* traces_group = "Traces";

using syntax::split_list;

/// `arges traces`: a short set of runs that shows what a model can do.
class TracesCommand : public Command {
 public:
  TracesCommand() {
    using engine::Criterion;
    request_.coverage.criteria = {Criterion::states, Criterion::configurations,
                                  Criterion::transitions};
  }
  std::string name() const override { return "traces"; }
  std::string summary() const override {
    return "Generates a short set of traces that shows all that a model can do, with coverage.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges traces examples/tutorials/coffee.scxml",
         "all behaviour, every value of every variable"},
        {"arges traces examples/door.scxml --abstract",
         "all behaviour of the states, data left out"},
        {"arges traces examples/tutorials/coffee.scxml --vars 'coin*'",
         "the same, with some of the data"},
        {"arges traces examples/tutorials/coffee.scxml --format plantuml -o traces",
         "a sequence diagram a trace"},
    };
  }

  void declare(CLI::App& app) override {
    app.add_option("MODEL", request_.model.path, "the file of the model")
        ->type_name("FILE")
        ->group(input_group);
    declare_input_format(app, request_.model);
    declare_environment(app, request_.model);
    declare_statechart(app, request_.model);
    app.add_option("--vars", vars_,
                   "the data to track, separated by commas, * for any characters; what is not "
                   "tracked may have any value, which keeps the set small")
        ->type_name("LIST")
        ->group(traces_group);
    app.add_flag("--abstract", is_abstract_, "track no data at all, as --vars ''")
        ->group(traces_group);
    app.add_option_function<std::string>(
           "--criteria", [this](const std::string& text) { choose_criteria(text); },
           std::string(engine::coverage_criteria().help))
        ->type_name("LIST")
        ->default_str("states,configurations,transitions")
        ->group(traces_group);
    app.add_option_function<std::string>(
           "--values",
           [this](const std::string& text) { request_.coverage.values = split_list(text); },
           "variables of which every value should occur, separated by commas")
        ->type_name("LIST")
        ->group(traces_group);
    app.add_option("--goal", request_.coverage.goals,
                   "a condition that should hold at the end of some step; may be given again")
        ->allow_extra_args(false)
        ->type_name("EXPR")
        ->group(traces_group);
    app.add_option("--goal-time", request_.search_seconds,
                   "seconds for goals that no trace meets: traces are looked for, or proofs that "
                   "there is none; 0: no time")
        ->type_name("SECONDS")
        ->group(traces_group);
    app.add_option("--max-traces", request_.most_traces, "stop after so many traces; 0: never")
        ->type_name("N")
        ->group(traces_group);
    app.add_option("--max-length", request_.longest,
                   "look at no trace with more configurations; 0: at all")
        ->type_name("N")
        ->group(traces_group);
    app.add_flag(
           "--minimize", is_minimized_,
           "keep few traces that meet the same goals; states that only others get to are lost")
        ->group(traces_group);
    app.add_flag("--dead-ends", keeps_dead_ends_,
                 "show steps at the end of traces in which nothing fires, too")
        ->group(traces_group);
    declare_limits(app, limits_);
    output_.declare(app);
    declare_verbosity(app, verbosity_);
  }

  ExitCode run() override {
    if (vars_ && is_abstract_)
      throw UsageError("--vars can't be combined with --abstract", "leave one of them out");
    if (vars_) request_.tracked = split_list(*vars_);
    if (is_abstract_) request_.tracked.emplace();
    add_criteria();
    if (keeps_dead_ends_) request_.dead_ends = analysis::TraceGraph::DeadEnds::keep;
    if (is_minimized_) request_.size = TraceRequest::Size::few;
    output_.prepare(request_.model, typed());
    Session session(with_default_memory(limits_), verbosity_);
    if (shows_progress(verbosity_))
      request_.progress = [&log = session.env().log](const std::string& line) {
        log.note("{}", line);
      };
    // The process ends after it, and to take a large graph apart before that takes seconds.
    static const engine::GeneratedTraces* traces = nullptr;
    traces = new engine::GeneratedTraces(session.env(), request_);  // NOLINT(*-owning-memory)
    return worse(output_.write(session.env(), request_.model, traces->set()),
                 is_complete(traces->set()) ? ExitCode::success : ExitCode::unknown);
  }

 private:
  /// No limit left out traces, and every goal that was looked for is settled.
  bool is_complete(const output::TraceSet& set) const {
    const auto is_open = [](const output::CriterionResult& criterion) {
      return criterion.count(output::GoalResult::Status::unknown) > 0;
    };
    return set.why_incomplete.empty() &&
           (request_.search_seconds == 0 ||
            std::none_of(set.criteria.begin(), set.criteria.end(), is_open));
  }

  void choose_criteria(const std::string& text) {
    const engine::Choices& known = engine::coverage_criteria();
    std::vector<std::string> names = split_list(text);
    if (names.empty()) names.push_back(text);  // which is the name of none
    request_.coverage.criteria.clear();
    request_.coverage.chosen = engine::CoverageRequest::Chosen::by_name;
    for (const std::string& name : names)
      add(static_cast<engine::Criterion>(engine::choose(known, name).number));
  }

  void add(engine::Criterion criterion) {
    if (!request_.coverage.wants(criterion)) request_.coverage.criteria.push_back(criterion);
  }

  /// Those whose goals are named are meant where some are.
  void add_criteria() {
    using engine::Criterion;
    const engine::CoverageRequest& coverage = request_.coverage;
    if (coverage.wants(Criterion::values) && coverage.values.empty())
      throw UsageError("--criteria values needs variables", "name them with --values");
    if (coverage.wants(Criterion::goals) && coverage.goals.empty())
      throw UsageError("--criteria goals needs conditions", "give one with --goal");
    if (!coverage.values.empty()) add(Criterion::values);
    if (!coverage.goals.empty()) add(Criterion::goals);
  }

  TraceRequest request_;
  std::optional<std::string> vars_;
  bool is_abstract_ = false;
  bool keeps_dead_ends_ = false;
  bool is_minimized_ = false;
  Limits::Settings limits_;
  TraceOutput output_;
  Verbosity verbosity_ = Verbosity::normal;
};

}  // namespace

std::unique_ptr<Command> make_traces() { return std::make_unique<TracesCommand>(); }

}  // namespace arges::cli
