#include "engine/statechart_task.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/checker.h"
#include "engine/gamma_questions.h"
#include "engine/ltl.h"
#include "engine/property_request.h"
#include "engine/statechart_goals.h"
#include "engine/statechart_model.h"
#include "engine/text_part.h"
#include "engine/trace_model.h"
#include "frontend/statechart/sentence.h"
#include "model/statechart/explorer.h"
#include "model/statechart/replayer.h"

namespace arges::engine {

namespace {

using model::statechart::Lowering;
using model::statechart::Observers;
using model::statechart::Phase;
using model::statechart::Place;
using output::Polarity;

/// The check of that name, if it is one.
std::optional<StatechartCheck> find_check(const std::string& name) {
  for (const Choice& choice : statechart_checks().values)
    if (choice.name == name) return static_cast<StatechartCheck>(choice.number);
  return {};
}

class StatechartTask : public Task {
 public:
  StatechartTask(Env& env, const SourcePtr& source, const LoadRequest& request)
      : Task(model_kind(request.path, request.input_format)),
        model_(read_statechart(context_, source, request, &env.limits)) {
    if (!request.error_locations.empty())
      throw UsageError("--error-loc is for control flow automata and C programs",
                       "use --property 'state NAME unreachable' for a statechart");
    if (request.warns) warn_about(model_.system, env.log);
    for (const std::string& name : request.checks)
      add_check(static_cast<StatechartCheck>(choose(statechart_checks(), name).number));
    for (const PropertyRequest& property : read_properties(request)) add(property);
    add_formulas(request);
    goals_.resize(properties_.size());
    charts_.resize(properties_.size(), chart_with({}));
    if (!request.names_properties() && request.purpose == Purpose::check) add_own();
  }

  const Lowering* chart(std::size_t i) const override {
    return i < charts_.size() ? charts_[i] : nullptr;
  }

  /// A step is a reaction.
  TraceModel trace_model() override {
    Observers observers;
    observers.transitions = Observers::Watch::on;
    observers.branches = Observers::Watch::on;
    observers.entries = Observers::Watch::on;
    observers.reads = Observers::Watch::on;
    const Lowering* chart = chart_with(observers);
    Lowering::Graph graph =
        chart->make_system({}, Lowering::CheckPoints::stable, Lowering::Problems::escape);
    TraceModel result;
    result.system = std::move(graph.system);
    result.escapes = std::move(graph.escapes);
    result.replayer = std::make_unique<model::statechart::StatechartReplayer>(
        *chart, ir::Expr(), Lowering::CheckPoints::stable);
    result.view = statechart_view(*chart, *result.system);
    result.data = data_of(model_.system);
    result.chart = chart;
    result.parse_goal = [this, chart](const SourceText& text) {
      return chart->layout().lower(
          frontend::parse_statechart_condition(context_, model_.system, text));
    };
    return result;
  }

  std::size_t kin(std::size_t i) const override {
    if (properties_[i].temporal != nullptr) return 0;
    const auto chart = std::find_if(lowered_.begin(), lowered_.end(), [&](const auto& one) {
      return one.second.get() == charts_[i];
    });
    return 1 + static_cast<std::size_t>(goals_[i].check_points) +
           2 * static_cast<std::size_t>(goals_[i].problems) +
           6 * static_cast<std::size_t>(chart - lowered_.begin());
  }

  /// Where a run is asked for, a simulation is likely to find one; elsewhere it may.
  std::vector<std::pair<std::size_t, output::PropertyResult>> easy_results(
      Env& env, const std::vector<std::size_t>& properties) override {
    std::vector<std::pair<std::size_t, output::PropertyResult>> results;
    for (const auto& [observers, chart] : lowered_) {
      std::vector<std::size_t> open;
      std::vector<model::statechart::Explorer::Wanted> wanted;
      for (const std::size_t i : properties) {
        if (properties_[i].temporal != nullptr || charts_[i] != chart.get()) continue;
        open.push_back(i);
        using Effort = model::statechart::Explorer::Wanted::Effort;
        wanted.push_back(
            {goals_[i].invariant, goals_[i].check_points, goals_[i].problems,
             goals_[i].polarity == Polarity::existential ? Effort::long_ : Effort::brief});
      }
      if (open.empty()) continue;
      model::statechart::Explorer explorer(*chart, env.limits);
      for (const auto& [position, run] : explorer.find(wanted))
        if (auto result = as_result(env, open[position], run))
          results.emplace_back(open[position], *std::move(result));
    }
    return results;
  }

  /// Those that see the system alike.
  std::optional<std::size_t> unite(const std::vector<std::size_t>& properties) override {
    const std::size_t first = properties.front();
    std::vector<ir::Expr> invariants;
    for (const std::size_t i : properties) {
      const bool fits = properties_[i].temporal == nullptr && charts_[i] == charts_[first] &&
                        goals_[i].check_points == goals_[first].check_points &&
                        goals_[i].problems == goals_[first].problems;
      if (!fits) return {};
      invariants.push_back(goals_[i].invariant);
    }
    StatechartGoal goal = goals_[first];
    goal.name = fmt::format("{} properties", properties.size());
    goal.invariant = ir::and_(invariants);
    goal.polarity = Polarity::universal;
    goal.subject = {};
    add(goal, *charts_[first]);
    properties_.back().parts = properties;
    return properties_.size() - 1;
  }

 private:
  /// A run of the interpreter as a result, if it can be one of the analysis.
  std::optional<output::PropertyResult> as_result(Env& env, std::size_t property,
                                                  const model::statechart::Explorer::Run& run) {
    const auto trace = model::statechart::as_trace(*charts_[property], run, system(property));
    if (!trace) return {};
    output::PropertyResult result;
    result.property = property_name(property);
    result.system = &system(property);
    result.chart = charts_[property];
    result.certificate = validate_witness(env, *this, property, *trace);
    if (!result.certificate.passed) return {};
    result.verdict = {analysis::Answer::violated, "", *trace};
    result.configuration = {{"engine", "simulation"}};
    return result;
  }

  /// Lowered once for all properties that observe the same.
  const Lowering* chart_with(const Observers& observers) {
    for (const auto& [known, chart] : lowered_)
      if (known == observers) return chart.get();
    lowered_.emplace_back(observers,
                          std::make_unique<Lowering>(context_, model_.system, observers));
    return lowered_.back().second.get();
  }

  void add_own() {
    const bool asserts = std::any_of(
        model_.system.machines.begin(), model_.system.machines.end(),
        [](const model::statechart::Machine& machine) { return !machine.assertions.empty(); });
    if (model_.properties) {
      require_atoms(model_.properties->properties);
      for (const frontend::GammaProperty& property : model_.properties->properties) add(property);
      return;
    }
    if (asserts) add_check(StatechartCheck::assertions);
    add_check(StatechartCheck::problems);
  }

  void add_check(StatechartCheck check) {
    if (check == StatechartCheck::livelock) return add_livelock();
    const Lowering* chart = chart_with(observers_for(check, model_.system));
    const std::vector<StatechartGoal> goals = goals_of(check, chart->layout());
    for (const StatechartGoal& goal : goals) add(goal, *chart);
    if (!goals.empty()) return;
    for (const Choice& choice : statechart_checks().values)
      if (choice.number == static_cast<std::uint32_t>(check)) {
        // There is nothing to compare: no run can show anything.
        StatechartGoal goal{std::string(choice.name), context_.true_expr()};
        goal.problems = Lowering::Problems::ignored;
        add(goal, *chart);
        return;
      }
  }

  /// A sentence, the name of a check, or a file with one of these a line.
  void add(const PropertyRequest& property) {
    if (means_own(property)) return add_own();
    if (!property.from_file) return add_text(property.name, *property.text);
    Diagnostics diagnostics;
    for (const FormulaLine& line : formula_lines(*property.text)) {
      const SourceText text(property.text->name(), line.text);
      try {
        add_text(line.text, text);
      } catch (const InputError& error) {
        add_errors(diagnostics, moved(error, {property.text.get(), line.offset}));
      }
    }
    diagnostics.throw_if_errors();
  }

  void add_text(const std::string& name, const SourceText& text) {
    if (const auto check = find_check(name)) return add_check(*check);
    const frontend::Sentence sentence = frontend::parse_sentence(context_, model_.system, text);
    const Lowering* chart = chart_with(observers_for(sentence, model_.system));
    add(goal_of(sentence, name, chart->layout()), *chart);
  }

  /// Throws InputError, with places in the file, if atoms of properties make no sense. Later they
  /// are read once more, as parts of texts that are no user's.
  void require_atoms(const std::vector<frontend::GammaProperty>& properties) {
    Diagnostics diagnostics;
    for (const frontend::GammaProperty& property : properties)
      for (const frontend::GammaAtom& atom : property.atoms) {
        const SourceText text("atom", atom.text);
        try {
          frontend::parse_statechart_condition(context_, model_.system, text);
        } catch (const InputError& error) {
          for (const Diagnostic& one : error.diagnostics())
            diagnostics.error(atom.place_of(one.location.offset), one.message, one.hint);
        }
      }
    diagnostics.throw_if_errors();
  }

  void add(const frontend::GammaProperty& property) {
    const GammaQuestion question = question_of(property);
    const SourceText text(property.location.to_string(), question.text);
    if (!question.is_temporal) {
      frontend::Sentence sentence;
      sentence.kind = question.polarity == Polarity::existential
                          ? frontend::Sentence::Kind::reachable
                          : frontend::Sentence::Kind::always;
      sentence.condition = frontend::parse_statechart_condition(context_, model_.system, text);
      const Lowering* chart = chart_with({});
      add(goal_of(sentence, property.name, chart->layout()), *chart);
      return;
    }
    const LtlQuestion formula = formula_of(text.name(), question.text);
    add(property.name, formula, temporal_model({}, formula), chart_with({}));
    properties_.back().polarity = question.polarity;
  }

  static LtlQuestion formula_of(const std::string& name, const std::string& text) {
    LtlQuestion result;
    result.formula = {std::make_shared<const SourceText>(name, text), 0, text};
    result.syntax = automata::LtlSyntax::spot;
    return result;
  }

  void add(const std::string& name, const LtlQuestion& question, LtlModel model,
           const Lowering* chart) {
    Property property;
    property.name = name;
    property.temporal = std::make_unique<LtlProperty>(std::move(model), question);
    properties_.push_back(std::move(property));
    goals_.emplace_back();
    charts_.push_back(chart);
  }

  /// No run is from some time on never stable again; here every step is a letter.
  void add_livelock() {
    const Lowering* chart = chart_with(observers_for(StatechartCheck::livelock, model_.system));
    LtlQuestion question = formula_of("livelock", "G F \"stable\"");
    question.finite_runs = analysis::FiniteRuns::ignore;
    LtlModel model = model_of_runs(*chart);
    model.reads = [](const analysis::Action& action) {
      return action.role == analysis::ActionRole::step;
    };
    model.parse_atom = [chart](const SourceText&) { return chart->layout().is_stable(); };
    add("livelock", question, std::move(model), chart);
  }

  void add(const StatechartGoal& goal, const Lowering& chart) {
    Lowering::Graph graph = chart.make_system(goal.invariant, goal.check_points, goal.problems);
    Property property;
    property.name = goal.name;
    property.condition = goal.condition;
    property.system = std::move(graph.system);
    property.escapes = std::move(graph.escapes);
    property.replayer = std::make_unique<model::statechart::StatechartReplayer>(
        chart, goal.invariant, goal.check_points);
    property.polarity = goal.polarity;
    property.subject = goal.subject;
    properties_.push_back(std::move(property));
    goals_.push_back(goal);
    charts_.push_back(&chart);
  }

  ir::Expr condition_of(const std::string& given) override {
    const PropertyRequest property = read_property(given, given);
    if (property.from_file || find_check(given)) return {};
    const frontend::Sentence sentence =
        frontend::parse_sentence(context_, model_.system, *property.text);
    return goal_of(sentence, given, chart_with({})->layout()).condition;
  }

  /// Letters are the stable states.
  LtlModel temporal_model(const LoadRequest&, const LtlQuestion&) override {
    const Lowering* chart = chart_with({});
    LtlModel result = model_of_runs(*chart);
    std::set<analysis::Control> stable;
    for (const Place& place : chart->places())
      if (is_stable(place)) stable.insert(chart->control(place));
    result.reads = [stable](const analysis::Action& action) {
      return action.role == analysis::ActionRole::step && stable.contains(action.target);
    };
    result.parse_atom = [this, chart](const SourceText& text) {
      return chart->layout().lower(
          frontend::parse_statechart_condition(context_, model_.system, text));
    };
    return result;
  }

  /// What formulas are about, but for their letters.
  static LtlModel model_of_runs(const Lowering& chart) {
    Lowering::Graph graph =
        chart.make_system({}, Lowering::CheckPoints::stable, Lowering::Problems::escape);
    LtlModel result;
    result.system = std::move(graph.system);
    result.escapes = std::move(graph.escapes);
    result.replayer = std::make_unique<model::statechart::StatechartReplayer>(
        chart, ir::Expr(), Lowering::CheckPoints::stable);
    std::set<analysis::Control> ended;
    for (const Place& place : chart.places())
      if (place.phase == Phase::ended) ended.insert(chart.control(place));
    result.is_final = [ended](analysis::Control control) { return ended.contains(control); };
    return result;
  }

  StatechartModel model_;
  std::vector<std::pair<Observers, std::unique_ptr<Lowering>>> lowered_;
  // By the properties:
  std::vector<StatechartGoal> goals_;
  std::vector<const Lowering*> charts_;
};

}  // namespace

std::unique_ptr<Task> make_statechart_task(Env& env, const SourcePtr& source,
                                           const LoadRequest& request) {
  return std::make_unique<StatechartTask>(env, source, request);
}

}  // namespace arges::engine
