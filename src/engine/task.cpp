#include "engine/task.h"

#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "analysis/system/state_variables.h"
#include "base/error.h"
#include "base/syntax/suggest.h"
#include "engine/c_task.h"
#include "engine/ltl.h"
#include "engine/machine_task.h"
#include "engine/options.h"
#include "engine/property_request.h"
#include "engine/statechart_task.h"
#include "engine/text_part.h"
#include "engine/trace_model.h"
#include "frontend/cfa/cfa_parser.h"
#include "frontend/xsts/xsts_parser.h"
#include "model/cfa/cfa_system.h"
#include "model/xsts/xsts_system.h"

namespace arges::engine {

namespace {

constexpr const char* termination = "termination";

/// Formulas that an option gave; of several, messages say which.
std::vector<FormulaText> formula_texts(const std::string& option,
                                       const std::vector<std::string>& given) {
  std::vector<FormulaText> result;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string name = given.size() == 1 ? option : fmt::format("{} #{}", option, i + 1);
    result.push_back({std::make_shared<const SourceText>(name, given[i]), 0, given[i]});
  }
  return result;
}

SourceLocation start_of(const SourcePtr& source) { return {source.get(), 0}; }

class CfaTask : public Task {
 public:
  CfaTask(const Limits& limits, const SourcePtr& source, const LoadRequest& request)
      : Task(ModelKind::cfa), cfa_(frontend::parse_cfa(context_, source, &limits)) {
    for (const std::string& name : request.error_locations) add_location(name);
    for (const PropertyRequest& property : read_properties(request)) {
      if (means_own(property))
        add_own(source);
      else if (cfa_.find_location(property.name))
        add_location(property.name);
      else
        add(property.name, {{}, condition_of(property)});
    }
    add_formulas(request);
    if (properties_.empty() && request.purpose == Purpose::check) add_own(source);
  }

  /// Every edge is a step.
  TraceModel trace_model() override {
    TraceModel result;
    result.system = model::make_system(context_, cfa_, {});
    set_replayer(result, std::make_unique<model::CfaReplayer>(cfa_, model::CfaProperty{}));
    result.view.rests = [this](analysis::Control control) {
      return control < cfa_.locations.size();
    };
    result.data = result.system->variables();
    result.parse_goal = [this](const SourceText& text) {
      return frontend::parse_atom(context_, cfa_, text);
    };
    return result;
  }

 private:
  ir::Expr condition_of(const PropertyRequest& property) {
    return frontend::parse_property(context_, cfa_, property.text);
  }
  ir::Expr condition_of(const std::string& given) override {
    return condition_of(read_property(given, given));
  }

  void add_location(const std::string& name) {
    const auto location = cfa_.find_location(name);
    if (!location) {
      syntax::Suggestion nearest(name);
      for (const auto& l : cfa_.locations) nearest.consider(l.name);
      throw UsageError(fmt::format("the model has no location '{}'", name), nearest.hint());
    }
    add(fmt::format("{} unreachable", name), {{*location}, {}});
  }

  void add_own(const SourcePtr& source) {
    bool any = false;
    for (const model::CfaLocation& location : cfa_.locations) {
      if (location.kind != model::CfaLocation::Kind::error) continue;
      add_location(location.name);
      any = true;
    }
    if (!any)
      throw InputError(start_of(source), "the model has no error location, so nothing to check",
                       "mark a location as 'error', or use --error-loc NAME or --property EXPR");
  }

  std::optional<std::size_t> unite(const std::vector<std::size_t>& properties) override {
    model::CfaProperty all;
    for (const std::size_t i : properties) {
      if (i >= forbidden_.size() || forbidden_[i].invariant) return {};
      all.error_locations.insert(all.error_locations.end(), forbidden_[i].error_locations.begin(),
                                 forbidden_[i].error_locations.end());
    }
    add(fmt::format("{} locations unreachable", properties.size()), all);
    properties_.back().parts = properties;
    return properties_.size() - 1;
  }

  /// A letter is the state after an edge, the first one's being the first.
  LtlModel temporal_model(const LoadRequest&, const LtlQuestion&) override {
    LtlModel result;
    result.system = model::make_system(context_, cfa_, {});
    result.replayer = std::make_unique<model::CfaReplayer>(cfa_, model::CfaProperty{});
    result.reads = [](const analysis::Action& action) {
      return action.role == analysis::ActionRole::step;
    };
    result.is_final = [this](analysis::Control control) {
      return control < cfa_.locations.size() &&
             cfa_.locations[control].kind == model::CfaLocation::Kind::final;
    };
    result.parse_atom = [this](const SourceText& text) {
      return frontend::parse_atom(context_, cfa_, text);
    };
    return result;
  }

  void add(const std::string& name, const model::CfaProperty& property) {
    properties_.push_back({name, property.invariant, model::make_system(context_, cfa_, property),
                           std::make_unique<model::CfaReplayer>(cfa_, property)});
    forbidden_.push_back(property);
  }

  model::Cfa cfa_;
  std::vector<model::CfaProperty> forbidden_;  ///< by the properties
};

class XstsTask : public Task {
 public:
  XstsTask(const Limits& limits, const SourcePtr& source, const LoadRequest& request)
      : Task(ModelKind::xsts),
        check_points_(request.check_at == CheckAt::all ? model::CheckPoints::all
                                                       : model::CheckPoints::stable),
        xsts_(frontend::parse_xsts(context_, source, nullptr, &limits)) {
    if (!request.error_locations.empty())
      throw UsageError("--error-loc is for control flow automata",
                       "use --property 'prop { … }' for an XSTS model");
    for (const PropertyRequest& property : read_properties(request)) {
      if (is_own(property))
        add_own(source);
      else
        add(property.name, condition_of(property));
    }
    add_formulas(request);
    if (properties_.empty() && request.purpose == Purpose::check) add_own(source);
  }

  /// A step is an execution of env and then trans; the first is that of init.
  TraceModel trace_model() override {
    TraceModel result;
    result.system = model::make_system(context_, xsts_, {}, check_points_);
    set_replayer(result, std::make_unique<model::XstsReplayer>(xsts_, ir::Expr(), check_points_));
    result.view = xsts_view(*result.system);
    result.inputs = xsts_inputs(*result.system);
    result.types = {.boolean = "boolean", .integer = "integer", .rational = ""};
    const analysis::VariableSet modes(result.system->control_variables());
    for (const ir::Var var : result.system->variables())
      if (!modes.contains(var)) result.data.push_back(var);
    result.parse_goal = [this](const SourceText& text) {
      return frontend::parse_atom(context_, xsts_, text);
    };
    return result;
  }

 private:
  static bool is_own(const PropertyRequest& property) {
    return property.name == "prop" || means_own(property);
  }
  ir::Expr condition_of(const PropertyRequest& property) {
    return frontend::parse_property(context_, xsts_, property.text);
  }
  ir::Expr condition_of(const std::string& given) override {
    const PropertyRequest property = read_property(given, given);
    return is_own(property) ? xsts_.property : condition_of(property);
  }

  void add_own(const SourcePtr& source) {
    if (!xsts_.property)
      throw InputError({source.get(), static_cast<std::uint32_t>(source->text().size())},
                       "missing section 'prop': the model has no property of its own",
                       "add 'prop { … }' at the end, or use --property FILE or 'prop { … }'");
    add("prop", xsts_.property);
  }

  /// Letters are the states after init and after every section, or every second one, from then on.
  LtlModel temporal_model(const LoadRequest& request, const LtlQuestion&) override {
    LtlModel result;
    result.system = model::make_system(context_, xsts_, {}, check_points_);
    result.replayer = std::make_unique<model::XstsReplayer>(xsts_, ir::Expr(), check_points_);
    result.reads = [step = request.step](const analysis::Action& action) {
      return action.role == analysis::ActionRole::step &&
             (step == StepKind::half || !model::is_env(action));
    };
    result.is_final = [](analysis::Control) { return false; };
    result.parse_atom = [this](const SourceText& text) {
      return frontend::parse_atom(context_, xsts_, text);
    };
    return result;
  }

  void add(const std::string& name, ir::Expr condition) {
    properties_.push_back({name, condition,
                           model::make_system(context_, xsts_, condition, check_points_),
                           std::make_unique<model::XstsReplayer>(xsts_, condition, check_points_)});
  }

  model::CheckPoints check_points_;
  model::Xsts xsts_;
};

}  // namespace

std::optional<std::string> Task::escape(std::size_t i, const analysis::ConcreteTrace& run) const {
  if (run.steps.empty()) return {};
  const auto found = properties_[i].escapes.find(run.steps.back().action->target);
  return found == properties_[i].escapes.end() ? std::nullopt : std::optional(found->second);
}

MachineQuestion Task::machines(std::size_t) const { return {}; }

output::PropertyResult Task::as_asked(std::size_t i, output::PropertyResult result) const {
  result.polarity = properties_[i].polarity;
  result.subject = properties_[i].subject;
  if (result.polarity == output::Polarity::existential)
    result.verdict.answer = output::inverted(result.verdict.answer);
  return result;
}

bool Task::follow_recursion(std::size_t) { return false; }

output::RunSubject subject_of(const Task& task, std::size_t property) {
  output::RunSubject result;
  result.system = &task.system(property);
  result.chart = task.chart(property);
  result.program = task.program(property);
  result.machines = task.machines(property).lowering;
  return result;
}

std::optional<std::size_t> Task::unite(const std::vector<std::size_t>&) { return {}; }

std::vector<std::pair<std::size_t, output::PropertyResult>> Task::easy_results(
    Env&, const std::vector<std::size_t>&) {
  return {};
}

LtlModel Task::temporal_model(const LoadRequest&, const LtlQuestion&) {
  throw UsageError("--ltl is not available for such models in this version",
                   "available: control flow automata and transition systems");
}

void Task::add_formulas(const LoadRequest& request, std::vector<FormulaText> others) {
  std::vector<FormulaText> texts = formula_texts("--ltl", request.formulas);
  texts.insert(texts.end(), others.begin(), others.end());
  for (const std::string& path : request.formula_files) {
    const SourcePtr file = read_source(path);
    for (const FormulaLine& line : formula_lines(*file))
      texts.push_back({file, line.offset, line.text});
  }
  const std::vector<FormulaText> fairness = formula_texts("--fair", request.fairness);
  const auto add = [&](std::string name, const LtlQuestion& question) {
    for (std::size_t i = 0; i < fairness.size(); ++i)
      name += fmt::format("{} {}", i == 0 ? " under" : ",", fairness[i].text);
    questions_.push_back(question);
    Property property;
    property.name = std::move(name);
    property.temporal = std::make_unique<LtlProperty>(temporal_model(request, question), question);
    properties_.push_back(std::move(property));
  };
  LtlQuestion question{{}, fairness, request.ltl_syntax, request.finite_runs, request.loop_search};
  Diagnostics diagnostics;
  for (const FormulaText& text : texts) {
    question.formula = text;
    try {
      add(text.text, question);
    } catch (const InputError& error) {
      add_errors(diagnostics, error);
    }
  }
  diagnostics.throw_if_errors();
  if (!request.termination) return;
  // No run goes on for ever.
  question.formula = formula_texts("--property", {"false"}).front();
  question.finite_runs = analysis::FiniteRuns::ignore;
  if (fairness.empty()) question.about = LtlQuestion::About::runs;
  add(termination, question);
}

void Task::remake_formula(std::size_t i, const LoadRequest& request) {
  properties_[i].temporal =
      std::make_unique<LtlProperty>(temporal_model(request, questions_[i]), questions_[i]);
}

bool asks_for_termination(std::string_view property_file) {
  std::string text(property_file);
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text.find("LTL(Fend)") != std::string::npos;
}

void resolve_termination(LoadRequest& request) {
  const auto is_termination = [&](const std::string& given) {
    if (given == termination) return true;
    const SourcePtr file = read_if_file(given, request.property_texts);
    return file && asks_for_termination(file->text());
  };
  if (std::erase_if(request.properties, is_termination) > 0) request.termination = true;
}

void configure(LoadRequest& request, const Configuration& configuration) {
  request.check_at = configuration.check_at;
  request.finite_runs = configuration.finite_runs;
  request.step = configuration.step;
  request.loop_search = configuration.loop_search;
  request.arithmetic = configuration.arithmetic;
  request.data_model = configuration.data_model;
}

std::vector<std::size_t> Task::find_properties(const std::string& given) {
  ir::Expr condition;
  try {
    condition = condition_of(given);
  } catch (const UsageError&) {
    // A file that is not there, or what this version does not have.
  } catch (const InputError&) {
    // No condition over this model.
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < properties_.size(); ++i)
    if (properties_[i].name == given || (condition && properties_[i].condition == condition))
      result.push_back(i);
  return result;
}

LoadRequest with_texts(LoadRequest request) {
  if (!request.text) request.text = read_source(request.path);
  if (request.property_texts) return request;
  std::map<std::string, std::string> texts;
  for (const std::string& name : request.properties)
    if (const SourcePtr text = read_if_file(name, {})) texts.emplace(name, text->text());
  request.property_texts = std::move(texts);
  return request;
}

namespace {

void refuse_statechart_options(const LoadRequest& request, ModelKind kind) {
  const auto refuse = [](const char* option) {
    throw UsageError(fmt::format("{} is for statecharts", option), "leave it out");
  };
  if (!request.checks.empty() && kind != ModelKind::machines)
    throw UsageError("--check is for statecharts and state machines", "leave it out");
  if (!request.events.empty()) refuse("--events");
  if (!request.component.empty()) refuse("--component");
  if (request.time_step != 0) refuse("--time-step");
  if (request.rules != Rules::strict) refuse("--lenient");
}

}  // namespace

std::unique_ptr<Task> load(Env& env, const LoadRequest& request) {
  const Timer::Scope timing(env.statistics.timer("load::time"));
  const ModelKind kind = model_kind(request.path, request.input_format);
  if (request.is_temporal() &&
      (!request.properties.empty() || !request.error_locations.empty() || !request.checks.empty()))
    throw UsageError(request.termination
                         ? "termination can't be combined with other properties"
                         : "--ltl can't be combined with --property, --check or --error-loc",
                     "check them one after another");
  if (!is_statechart(kind)) refuse_statechart_options(request, kind);
  if (!request.fairness.empty() && !request.is_temporal())
    throw UsageError("--fair is for formulas and for termination",
                     "add --ltl, --ltl-file or --property termination");
  const SourcePtr source = request.text ? request.text : read_source(request.path);
  std::unique_ptr<Task> task;
  switch (kind) {
    case ModelKind::cfa:
      task = std::make_unique<CfaTask>(env.limits, source, request);
      break;
    case ModelKind::xsts:
      task = std::make_unique<XstsTask>(env.limits, source, request);
      break;
    case ModelKind::c:
      task = make_c_task(env, source, request);
      break;
    case ModelKind::scxml:
    case ModelKind::gamma:
    case ModelKind::uml:
      task = make_statechart_task(env, source, request);
      break;
    case ModelKind::machines:
      task = make_machine_task(env, source, request);
      break;
    case ModelKind::lts:
      throw UsageError(
          fmt::format("'{}' is a transition system, which this command is not for", request.path),
          "arges check has formulas about them, arges lts the rest");
  }
  return task;
}

}  // namespace arges::engine
