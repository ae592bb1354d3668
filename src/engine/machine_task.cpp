#include "engine/machine_task.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/checker.h"
#include "engine/machine_trace.h"
#include "engine/property_request.h"
#include "engine/statechart_goals.h"
#include "engine/trace_model.h"
#include "frontend/machines/sm_parser.h"
#include "frontend/uml/uml_parser.h"
#include "model/machines/explorer.h"
#include "model/machines/lower_expression.h"
#include "model/machines/replayer.h"

namespace arges::engine {

namespace {

using model::machines::Expression;
using model::machines::Fault;
using model::machines::Lowering;
using model::machines::Model;
using model::machines::Question;
using output::Polarity;

constexpr Choice checks[] = {
    {"assertions", "the model's own assertions hold", "checked unless something else is asked", 0},
    {"implicit-consumption", "no message is lost because nothing reacts to it",
     "checked unless something else is asked", 1},
    {"problems", "no reference is null where it is used, nothing is divided by zero",
     "checked unless something else is asked, where there is something to check", 2},
    {"queue-overflow", "no message is sent to a full queue",
     "to find out how long queues have to be", 3},
    {"overflow", "no result has more than 32 bits", "as runs that overflow are left out otherwise",
     4},
    {"deadlock", "something can always happen, unless all objects are in final states",
     "for systems that should never get stuck", 5},
    {"unreachable-states", "every state of every object can be entered",
     "to find what is left over or forgotten", 6},
    {"dead-transitions", "every transition of every object can fire",
     "to find what is left over or forgotten", 7},
    {"unused-signals", "every signal can make a transition fire",
     "to find what is left over or forgotten", 8},
};
constexpr Choices check_choices{"check", "what to check of state machines, separated by commas",
                                checks};

bool uses_references_or_division(const Model& model) {
  using model::machines::Operator;
  return std::any_of(model.expressions.begin(), model.expressions.end(), [](const Expression& e) {
    const bool computes = e.kind == Expression::Kind::infix &&
                          (e.op == Operator::divide || e.op == Operator::remainder ||
                           e.op == Operator::shift_left || e.op == Operator::shift_right);
    return computes || e.type.is_reference() || e.path.size() > 1;
  });
}

bool has_assertions(const Model& model) {
  for (const auto& type : model.classes)
    for (const auto& transition : type.transitions)
      for (const auto& effect : transition.effects)
        if (effect.kind == model::machines::Effect::Kind::assert_) return true;
  return false;
}

bool is_check(std::string_view name) {
  return std::any_of(std::begin(checks), std::end(checks),
                     [&](const Choice& one) { return one.name == name; });
}

class MachineTask : public Task {
 public:
  MachineTask(Env& env, const SourcePtr& source, const LoadRequest& request)
      : Task(ModelKind::machines),
        system_(read_machines(source, &env.limits)),
        lowering_(context_, system_.model) {
    if (request.warns) warn_about(system_, env.log);
    if (!request.error_locations.empty())
      throw UsageError("--error-loc is for control flow automata and C programs",
                       "use --property 'OBJECT.STATE' or --check for state machines");
    temporal_ = request;
    temporal_.formulas.clear();
    temporal_.formula_files.clear();
    temporal_.termination = false;
    for (const std::string& name : request.checks) add_check(name, {});
    for (const PropertyRequest& property : read_properties(request)) add(property);
    add_formulas(request);
    if (!request.names_properties() && request.purpose == Purpose::check) add_own();
    questions_.resize(properties_.size());
  }

  MachineQuestion machines(std::size_t i) const override {
    MachineQuestion result{&lowering_, nullptr, partial_conditions(i)};
    if (i >= questions_.size() || questions_[i].size() != 1) return result;
    // Events are asked about by all engines that know the lowered system only.
    if (questions_[i].front()->kind != Question::Kind::fires)
      result.question = questions_[i].front();
    return result;
  }

  /// Runs that are found by executing the model for a while.
  std::vector<std::pair<std::size_t, output::PropertyResult>> easy_results(
      Env& env, const std::vector<std::size_t>& properties) override {
    std::vector<std::size_t> open;
    std::vector<const Question*> wanted;
    for (const std::size_t i : properties) {
      if (properties_[i].temporal != nullptr || properties_[i].polarity != Polarity::existential)
        continue;
      open.push_back(i);
      wanted.push_back(questions_[i].front());
    }
    std::vector<std::pair<std::size_t, output::PropertyResult>> results;
    if (open.empty()) return results;
    model::machines::Explorer explorer(system_.model, env.limits);
    for (const auto& [position, events] : explorer.find(wanted)) {
      const std::size_t property = open[position];
      output::PropertyResult result;
      result.property = property_name(property);
      result.system = &system(property);
      result.machines = &lowering_;
      analysis::ConcreteTrace run = as_trace(lowering_, system(property), events);
      result.certificate = validate_witness(env, *this, property, run);
      if (!result.certificate.passed) continue;
      result.verdict = {analysis::Answer::violated, "", std::move(run)};
      result.configuration = {{"engine", "simulation"}};
      results.emplace_back(property, std::move(result));
    }
    return results;
  }

  /// Where a run is asked for, one search may find those of many; invariants are left alone, as
  /// intervals are split for one question at a time.
  std::size_t kin(std::size_t i) const override {
    const bool is_one_of_many =
        properties_[i].temporal == nullptr && properties_[i].polarity == Polarity::existential;
    return is_one_of_many ? 0 : i + 1;
  }

  std::optional<std::size_t> unite(const std::vector<std::size_t>& properties) override {
    std::vector<const Question*> all;
    for (const std::size_t i : properties) {
      if (properties_[i].temporal != nullptr) return {};
      all.insert(all.end(), questions_[i].begin(), questions_[i].end());
    }
    add(fmt::format("{} properties", properties.size()), std::move(all));
    properties_.back().parts = properties;
    return properties_.size() - 1;
  }

  /// A step is an event.
  TraceModel trace_model() override {
    Lowering::Graph graph = lowering_.make_system(nullptr);
    TraceModel result;
    result.system = std::move(graph.system);
    result.escapes = std::move(graph.escapes);
    set_replayer(result, std::make_unique<model::machines::MachineReplayer>(lowering_, nullptr));
    result.view.rests = [](analysis::Control) { return true; };
    result.machines = &lowering_;
    const Model& model = system_.model;
    result.internal = system_.internal;
    result.internal.resize(model.classes.size());
    for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o)
      for (model::machines::VarId v = 0; v < model.class_of(o).variables.size(); ++v)
        result.data.push_back(lowering_.layout().variable(o, v));
    result.parse_goal = [this](const SourceText& text) {
      return holds(frontend::parse_machine_condition(system_.model, text));
    };
    return result;
  }

 private:
  std::vector<model::machines::PartialCondition> partial_conditions(std::size_t i) const {
    std::vector<model::machines::ExprId> asked;
    if (i < questions_.size())
      for (const Question* question : questions_[i])
        if (question->kind == Question::Kind::invariant) asked.push_back(question->invariant);
    // What is to be reached is asked for by its negation.
    if (properties_[i].polarity == Polarity::existential)
      for (auto& id : asked) id = system_.model.expression(id).operands.front();
    if (properties_[i].temporal != nullptr)
      for (const ir::Expr& atom : properties_[i].temporal->atoms())
        for (const auto& [expression, id] : atoms_)
          if (expression == atom) asked.push_back(id);
    std::vector<model::machines::PartialCondition> result;
    for (const auto& one : system_.model.partial_conditions)
      if (std::find(asked.begin(), asked.end(), one.total) != asked.end()) result.push_back(one);
    return result;
  }

  ir::Expr condition(const SourceText& text) {
    return lowering_.property(frontend::parse_machine_condition(system_.model, text));
  }

  /// A condition has a value in a configuration that is no fault, and it is true.
  ir::Expr holds(model::machines::ExprId condition) const {
    const auto& layout = lowering_.layout();
    const model::machines::ExpressionLowering expressions(layout, 0);
    const model::machines::Lowered lowered = expressions.lower(condition);
    const ir::Expr is_well =
        ir::eq(layout.context().var(layout.fault()), layout.literal(Fault::nothing));
    const ir::Expr value = ir::and_(is_well, lowered.value);
    return lowered.fault ? ir::and_(value, ir::not_(expressions.is_fault(lowered.fault))) : value;
  }

  void add_own() {
    for (const frontend::MachineSystem::Property& property : system_.properties) add_own(property);
    if (!system_.properties.empty()) return;
    if (has_assertions(system_.model)) add_check("assertions", {});
    add_check("implicit-consumption", {});
    if (uses_references_or_division(system_.model)) add_check("problems", {});
  }

  void add_own(const frontend::MachineSystem::Property& property) {
    using Kind = frontend::MachineSystem::Property::Kind;
    switch (property.kind) {
      case Kind::check:
        return add_check(property.text, property.location);
      case Kind::invariant:
        return add(property.text, {Question::Kind::invariant, {}, property.condition});
      case Kind::reachable:
        return add_reachable(fmt::format("reachable {}", property.text), property.condition);
      case Kind::formula:
        return add_formulas(temporal_,
                            {{system_.sources.front(), property.location.offset, property.text}});
    }
  }

  /// Whether a run gets where a condition holds.
  void add_reachable(const std::string& name, model::machines::ExprId condition) {
    add(name, {Question::Kind::invariant, {}, negated(condition)});
    properties_.back().polarity = Polarity::existential;
  }

  model::machines::ExprId negated(model::machines::ExprId condition) {
    Model& model = system_.model;
    Expression result;
    result.kind = Expression::Kind::unary;
    result.type = {model::machines::Type::Kind::boolean};
    result.op = model::machines::Operator::not_;
    result.operands = {condition};
    result.location = model.expressions[condition].location;
    model.expressions.push_back(std::move(result));
    return static_cast<model::machines::ExprId>(model.expressions.size() - 1);
  }

  /// A condition, the name of a check, or a file with one of these.
  void add(const PropertyRequest& property) {
    if (means_own(property)) return add_own();
    if (is_check(property.name)) return add_check(property.name, {});
    if (const SourcePtr wanted = frontend::to_be_reached(*property.text))
      return add_reachable(property.name,
                           frontend::parse_machine_condition(system_.model, *wanted));
    const auto expression = frontend::parse_machine_condition(system_.model, *property.text);
    add(property.name, {Question::Kind::invariant, {}, expression});
    properties_.back().condition = lowering_.property(expression);
  }

  /// Throws where there is no such check; with a location, about the file there.
  static std::string_view check_named(const std::string& given, SourceLocation location) try {
    for (const Choice& one : statechart_checks().values)
      if (one.name == given && !is_check(given))
        throw UsageError(fmt::format("'{}' is a check of statecharts, not of objects", given),
                         "docs/machines.md has those of objects, arges check --help all");
    return choose(check_choices, given).name;
  } catch (const UsageError& error) {
    if (!location) throw;
    throw InputError(location, error.what(), error.hint());
  }

  void add_check(const std::string& given, SourceLocation location) {
    const std::string_view name = check_named(given, location);
    const std::string text(name);
    if (name == "assertions") add(text, {Question::Kind::faults, {Fault::assertion}});
    if (name == "implicit-consumption") add(text, {Question::Kind::implicit});
    if (name == "problems")
      add(text, {Question::Kind::faults,
                 {Fault::null_reference, Fault::division_by_zero, Fault::bad_shift}});
    if (name == "queue-overflow") add(text, {Question::Kind::faults, {Fault::queue_full}});
    if (name == "overflow") add(text, {Question::Kind::faults, {Fault::overflow}});
    if (name == "deadlock") add(text, {Question::Kind::deadlock});
    if (name == "unreachable-states") add_states();
    if (name == "dead-transitions") add_transitions();
    if (name == "unused-signals") add_signals();
  }

  /// Each state of each object is a question of its own, which a run answers.
  void add_states() {
    Model& model = system_.model;
    for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o)
      for (model::machines::StateId s = 0; s < model.class_of(o).states.size(); ++s) {
        Expression in_state;
        in_state.kind = Expression::Kind::in_state;
        in_state.type = {model::machines::Type::Kind::boolean};
        in_state.root = o;
        in_state.state = s;
        in_state.location = model.class_of(o).states[s].location;
        const auto inside = static_cast<model::machines::ExprId>(model.expressions.size());
        model.expressions.push_back(in_state);
        add_reachable(fmt::format("state {}.{} reachable", model.objects[o].name,
                                  model.class_of(o).states[s].name),
                      inside);
        properties_.back().subject = {"states", "are reachable", in_state.location};
      }
  }

  /// Each transition of each object likewise.
  void add_transitions() {
    const Model& model = system_.model;
    for (const model::machines::Event& event : lowering_.events()) {
      if (event.kind != model::machines::Event::Kind::transition) continue;
      const auto& transition = model.class_of(event.object).transitions[event.transition];
      add(fmt::format("transition {} fires", model::machines::unique_text(model, event)),
          {Question::Kind::fires, {}, model::machines::none, {event}});
      properties_.back().polarity = Polarity::existential;
      properties_.back().subject = {"transitions", "can fire", transition.location};
    }
  }

  /// Each signal, which transitions of several objects may wait for.
  void add_signals() {
    const Model& model = system_.model;
    for (model::machines::SignalId s = 0; s < model.signals.size(); ++s) {
      Question question{Question::Kind::fires};
      for (const model::machines::Event& event : lowering_.events()) {
        if (event.kind != model::machines::Event::Kind::transition) continue;
        const auto& trigger = model.class_of(event.object).transitions[event.transition].trigger;
        if (trigger && trigger->signal == s) question.events.push_back(event);
      }
      add(fmt::format("signal {} used", model.signals[s].name), std::move(question));
      properties_.back().polarity = Polarity::existential;
      properties_.back().subject = {"signals", "are used", model.signals[s].location};
    }
  }

  void add(const std::string& name, Question question) {
    owned_.push_back(std::move(question));
    add(name, std::vector<const Question*>{&owned_.back()});
  }

  void add(const std::string& name, std::vector<const Question*> questions) {
    Lowering::Graph graph = lowering_.make_system(questions);
    Property property;
    property.name = name;
    property.system = std::move(graph.system);
    property.escapes = std::move(graph.escapes);
    property.replayer = std::make_unique<model::machines::MachineReplayer>(lowering_, questions);
    properties_.push_back(std::move(property));
    questions_.resize(properties_.size() - 1);
    questions_.push_back(std::move(questions));
  }

  ir::Expr condition_of(const std::string& given) override {
    const PropertyRequest property = read_property(given, given);
    if (property.from_file) return {};
    if (is_check(given)) return {};
    if (frontend::to_be_reached(*property.text) != nullptr) return {};
    return condition(*property.text);
  }

  /// Letters are the configurations; where nothing can happen, the last one stays.
  LtlModel temporal_model(const LoadRequest&, const LtlQuestion& question) override {
    Lowering::Graph graph = lowering_.make_temporal_system();
    LtlModel result;
    const analysis::System* system = graph.system.get();
    result.system = std::move(graph.system);
    result.escapes = std::move(graph.escapes);
    result.replayer = std::make_unique<model::machines::MachineReplayer>(lowering_, nullptr);
    result.cuts = std::move(graph.cuts);
    // A run that fails an assertion ends there; one into a full queue might go on for ever.
    if (question.finite_runs == analysis::FiniteRuns::ignore)
      std::erase_if(result.escapes, [&result](const auto& escape) {
        const bool is_end = escape.second != full_queue_reason();
        if (is_end) result.cuts.insert(escape.first);
        return is_end;
      });
    result.left_runs = analysis::LeftRuns::prefix;
    result.ends = LtlModel::Ends::all;
    // Controls of faults are targets.
    result.reads = [system](const analysis::Action& action) {
      return !system->is_target(action.target);
    };
    result.is_final = [system](analysis::Control control) {
      return system->control_name(control) == Lowering::end_name;
    };
    result.parse_atom = [this](const SourceText& text) {
      const auto atom = frontend::parse_machine_condition(system_.model, text);
      return atoms_.emplace_back(lowering_.property(atom), atom).first;
    };
    return result;
  }

  LoadRequest temporal_;  ///< how formulas in the file are meant
  frontend::MachineSystem system_;
  Lowering lowering_;
  std::deque<Question> owned_;
  /// What the atoms of formulas are in the lowered system.
  std::vector<std::pair<ir::Expr, model::machines::ExprId>> atoms_;
  /// By the properties; none: it is a formula, several: it unites others.
  std::vector<std::vector<const Question*>> questions_;
};

}  // namespace

frontend::MachineSystem read_machines(const SourcePtr& source, const Limits* limits) {
  const std::size_t first = source->text().find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool is_xml = first != std::string_view::npos && source->text()[first] == '<';
  return is_xml ? frontend::parse_uml_objects(source, limits)
                : frontend::parse_machines(source, limits);
}

void warn_about(const frontend::MachineSystem& system, const Log& log) {
  for (const auto& warning : system.warnings)
    log.note("{}: warning: {}", warning.location.to_string(), warning.text);
}

const Choices& machine_checks() { return check_choices; }

const Choices& checks_of_any_model() {
  static std::deque<std::string> texts;
  static const std::vector<Choice> all = [] {
    std::vector<Choice> result;
    for (Choice one : statechart_checks().values) {
      const auto same = std::find_if(std::begin(checks), std::end(checks),
                                     [&](const Choice& other) { return other.name == one.name; });
      if (same != std::end(checks) && same->help != one.help)
        one.help = texts.emplace_back(fmt::format("{}; of a .sm system: {}", one.help, same->help));
      result.push_back(one);
    }
    for (Choice one : checks) {
      const auto is_same = [&](const Choice& other) { return other.name == one.name; };
      if (std::any_of(result.begin(), result.end(), is_same)) continue;
      one.help = texts.emplace_back(fmt::format("of a .sm system: {}", one.help));
      result.push_back(one);
    }
    return result;
  }();
  static const Choices choices{statechart_checks().option, statechart_checks().help, all};
  return choices;
}

std::string_view check_of_any_model(std::string_view name) {
  return choose(checks_of_any_model(), name).name;
}

std::string full_queue_reason() {
  return model::machines::Lowering::escape_reason(Fault::queue_full);
}

std::unique_ptr<Task> make_machine_task(Env& env, const SourcePtr& source,
                                        const LoadRequest& request) {
  return std::make_unique<MachineTask>(env, source, request);
}

}  // namespace arges::engine
