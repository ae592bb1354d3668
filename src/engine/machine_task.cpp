#include "engine/machine_task.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/property_request.h"
#include "engine/statechart_goals.h"
#include "engine/trace_model.h"
#include "frontend/machines/sm_parser.h"
#include "frontend/uml/uml_parser.h"
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

/// As text, or as objects of UML.
frontend::MachineSystem read_machines(const SourcePtr& source, const Limits* limits) {
  const std::size_t first = source->text().find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool is_xml = first != std::string_view::npos && source->text()[first] == '<';
  return is_xml ? frontend::parse_uml_objects(source, limits)
                : frontend::parse_machines(source, limits);
}

bool has_assertions(const Model& model) {
  for (const auto& type : model.classes)
    for (const auto& transition : type.transitions)
      for (const auto& effect : transition.effects)
        if (effect.kind == model::machines::Effect::Kind::assert_) return true;
  return false;
}

class MachineTask : public Task {
 public:
  MachineTask(Env& env, const SourcePtr& source, const LoadRequest& request)
      : Task(ModelKind::machines),
        system_(read_machines(source, &env.limits)),
        lowering_(context_, system_.model) {
    if (!request.error_locations.empty())
      throw UsageError("--error-loc is for control flow automata and C programs",
                       "use --property 'OBJECT.STATE' or --check for state machines");
    for (const std::string& name : request.checks) add_check(name, {});
    for (const PropertyRequest& property : read_properties(request)) add(property);
    add_formulas(request);
    questions_.resize(properties_.size(), nullptr);
    if (!request.names_properties() && request.purpose == Purpose::check) add_own();
  }

  MachineQuestion machines(std::size_t i) const override {
    return i < questions_.size() ? MachineQuestion{&lowering_, questions_[i]} : MachineQuestion{};
  }

  /// A step is an event.
  TraceModel trace_model() override {
    Lowering::Graph graph = lowering_.make_system(nullptr);
    TraceModel result;
    result.system = std::move(graph.system);
    result.escapes = std::move(graph.escapes);
    result.replayer = std::make_unique<model::machines::MachineReplayer>(lowering_, nullptr);
    result.view.rests = [](analysis::Control) { return true; };
    const Model& model = system_.model;
    for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o)
      for (model::machines::VarId v = 0; v < model.class_of(o).variables.size(); ++v)
        result.data.push_back(lowering_.layout().variable(o, v));
    result.parse_goal = [this](const SourceText& text) { return condition(text); };
    return result;
  }

 private:
  ir::Expr condition(const SourceText& text) {
    return lowering_.property(frontend::parse_machine_condition(system_.model, text));
  }

  void add_own() {
    for (const frontend::MachineSystem::Property& property : system_.properties) {
      if (property.invariant == model::machines::none)
        add_check(property.text, property.location);
      else
        add(property.text, {Question::Kind::invariant, {}, property.invariant});
    }
    if (!system_.properties.empty()) return;
    if (has_assertions(system_.model)) add_check("assertions", {});
    add_check("implicit-consumption", {});
    if (uses_references_or_division(system_.model)) add_check("problems", {});
  }

  /// A condition, the name of a check, or a file with one of these.
  void add(const PropertyRequest& property) {
    if (means_own(property)) return add_own();
    const bool is_check = std::any_of(std::begin(checks), std::end(checks),
                                      [&](const Choice& one) { return one.name == property.name; });
    if (is_check) return add_check(property.name, {});
    const auto expression = frontend::parse_machine_condition(system_.model, *property.text);
    add(property.name, {Question::Kind::invariant, {}, expression});
    properties_.back().condition = lowering_.property(expression);
  }

  void add_check(const std::string& given, SourceLocation location) {
    std::string_view name;
    try {
      name = choose(check_choices, given).name;
    } catch (const UsageError& error) {
      if (!location) throw;
      throw InputError(location, error.what(), error.hint());
    }
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
        Expression outside;
        outside.kind = Expression::Kind::unary;
        outside.type = in_state.type;
        outside.op = model::machines::Operator::not_;
        outside.operands = {inside};
        outside.location = in_state.location;
        model.expressions.push_back(std::move(outside));
        add(fmt::format("state {}.{} reachable", model.objects[o].name,
                        model.class_of(o).states[s].name),
            {Question::Kind::invariant, {}, inside + 1});
        properties_.back().polarity = Polarity::existential;
        properties_.back().subject = {"states", "are reachable", in_state.location};
      }
  }

  void add(const std::string& name, Question question) {
    owned_.push_back(std::move(question));
    const Question* kept = &owned_.back();
    Lowering::Graph graph = lowering_.make_system(kept);
    Property property;
    property.name = name;
    property.system = std::move(graph.system);
    property.escapes = std::move(graph.escapes);
    property.replayer = std::make_unique<model::machines::MachineReplayer>(lowering_, kept);
    properties_.push_back(std::move(property));
    questions_.resize(properties_.size() - 1, nullptr);
    questions_.push_back(kept);
  }

  ir::Expr condition_of(const std::string& given) override {
    const PropertyRequest property = read_property(given, given);
    if (property.from_file) return {};
    for (const Choice& one : checks)
      if (one.name == given) return {};
    return condition(*property.text);
  }

  /// Letters are the configurations behind events; where nothing can happen, the last one stays.
  LtlModel temporal_model(const LoadRequest&, const LtlQuestion&) override {
    Lowering::Graph graph = lowering_.make_system_with_end();
    LtlModel result;
    const analysis::System* system = graph.system.get();
    result.system = std::move(graph.system);
    result.escapes = std::move(graph.escapes);
    result.replayer = std::make_unique<model::machines::MachineReplayer>(lowering_, nullptr);
    result.reads = [](const analysis::Action& action) {
      return action.role == analysis::ActionRole::step;
    };
    result.is_final = [system](analysis::Control control) {
      return system->control_name(control) == Lowering::end_name;
    };
    result.parse_atom = [this](const SourceText& text) { return condition(text); };
    return result;
  }

  frontend::MachineSystem system_;
  Lowering lowering_;
  std::deque<Question> owned_;
  std::vector<const Question*> questions_;  ///< by the properties; null: it is a formula
};

}  // namespace

const Choices& machine_checks() { return check_choices; }

std::string_view check_of_any_model(std::string_view name) {
  try {
    return choose(check_choices, name).name;
  } catch (const UsageError&) {
    return choose(statechart_checks(), name).name;
  }
}

std::unique_ptr<Task> make_machine_task(Env& env, const SourcePtr& source,
                                        const LoadRequest& request) {
  return std::make_unique<MachineTask>(env, source, request);
}

}  // namespace arges::engine
